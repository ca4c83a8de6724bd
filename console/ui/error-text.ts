import { Refusal } from "@banter/sdk/manage.ts";
import i18next from "i18next";

/**
 * A failure in the reader's language. The message of the server is the most precise but English; other languages show
 * the words of the error code.
 */
export function errorText(error: unknown): string {
  const t = i18next.getFixedT(null, "ui");
  if (!(error instanceof Refusal)) return t("errors.unreachable");
  if (i18next.language === "en" && error.code !== "unknown") return error.message;
  const { code, status } = error;
  return t(`errors.${code}`, { status, defaultValue: t("errors.unknown", { status }) });
}

/** The server's message about the field at a JSON pointer. */
export function faultAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const fault = error.faults.find(({ path }) => path === pointer);
  if (!fault) return undefined;
  return i18next.language === "en" ? capital(fault.message) : i18next.t("ui:errors.field");
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.…]$/.test(text) ? "" : "."}`;
