import { Refusal } from "@banter/sdk/manage.ts";
import i18next from "i18next";
import { errorText } from "../../ui/error-text.ts";

/** Why the server did not take a message, in the reader's language. */
export function sendErrorText(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  return i18next.t(`conversations:errors.${error.code}`, { defaultValue: errorText(error) });
}
