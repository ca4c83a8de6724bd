import { ranks } from "@banter/core/match/needle.ts";
import { useTranslation } from "react-i18next";
import type { Tried } from "./tester-result.ts";

/** Why a keyword lost, in a sentence. */
export function useLossText(winner: Tried | undefined): (tried: Tried) => string {
  const { t } = useTranslation("keywords");
  return ({ lost, rank }) => {
    if (!lost) return "";
    if (lost.reason === "missing") return t("lab.lost.missing", { phrases: lost.phrases.join(", ") });
    if (lost.reason !== "shadowed") return t(`lab.lost.${lost.reason}`, { ...lost });
    const isOutranked = rank && winner?.rank && ranks.indexOf(winner.rank) < ranks.indexOf(rank);
    return isOutranked
      ? t("lab.lost.shadowed_rank", { winner: winner.name, rank: t(`lab.rank.${winner.rank ?? "exact"}`) })
      : t("lab.lost.shadowed", { winner: winner?.name });
  };
}
