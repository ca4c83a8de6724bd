import { Refusal } from "@banter/sdk/manage.ts";
import i18next from "i18next";
import { errorText } from "../../ui/error-text.ts";
import type { Pending } from "./outbox.ts";

/** True if the customer has deleted the message that this one answers. */
export const isQuoteGone = ({ answered, error }: Pick<Pending, "answered" | "error">): boolean =>
  answered !== undefined && error instanceof Refusal && ["not_found", "conflict"].includes(error.code);

/** Why the server did not take a message, in the reader's language. */
export function sendErrorText(pending: Pick<Pending, "answered" | "error">): string {
  const { error } = pending;
  if (!(error instanceof Refusal)) return errorText(error);
  if (isQuoteGone(pending)) return i18next.t("conversations:errors.quoteGone");
  return i18next.t(`conversations:errors.${error.code}`, { defaultValue: errorText(error) });
}
