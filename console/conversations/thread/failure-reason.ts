import type { TFunction } from "i18next";

/** Why a message failed: the words of its code, then the platform's own. */
export function failureText(reason: string | null, t: TFunction<"conversations">): string {
  const [, code = "", detail = ""] = /^(\w*):?\s*([\s\S]*)$/.exec(reason ?? "") ?? [];
  const known = t(`reasons.${code || "unknown"}`, { defaultValue: "" });
  if (!known) return reason ?? "";
  return detail ? `${known} ${t("reasons.platform", { detail })}` : known;
}
