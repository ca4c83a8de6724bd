import "./add-words.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import i18next from "i18next";
import { errorText } from "../ui/error-text.ts";

/** Why a file was not taken, in the reader's language. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  return i18next.t(`media:errors.${error.code}`, { defaultValue: errorText(error) });
}
