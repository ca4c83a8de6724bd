import { ranks } from "@banter/core/match/needle.ts";
import { useTranslation } from "react-i18next";
import type { TriedKeyword } from "./tester-result.ts";

/** The reason that a keyword lost, as a sentence. */
export function useLossText(winner: TriedKeyword | undefined): (tried: TriedKeyword) => string {
  const { t } = useTranslation("keywords");
  return ({ lost, rank }) => {
    if (!lost) return "";
    if (lost.reason === "missing") return t("tester.lost.missing", { phrases: lost.phrases.join(", ") });
    if (lost.reason !== "shadowed") return t(`tester.lost.${lost.reason}`, { ...lost });
    const isOutranked = rank && winner?.rank && ranks.indexOf(winner.rank) < ranks.indexOf(rank);
    return isOutranked
      ? t("tester.lost.shadowedRank", { winner: winner.name, rank: t(`tester.rank.${winner.rank ?? "exact"}`) })
      : t("tester.lost.shadowed", { winner: winner?.name });
  };
}
