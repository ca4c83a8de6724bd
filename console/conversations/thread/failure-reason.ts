import type { TFunction } from "i18next";

/** Why a message failed, in the reader's language. A code that is unknown here is shown as it is. */
export const failureText = (reason: string | null, t: TFunction<"conversations">): string =>
  reason === null ? t("reasons.unknown") : t(`reasons.${reason}`, { defaultValue: reason });
