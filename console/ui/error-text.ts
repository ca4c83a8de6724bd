import { Refusal } from "@banter/sdk/manage.ts";
import i18next from "i18next";

/**
 * A failure in the reader's language. The server's own sentence says the most and is English; in another language the
 * kind of failure has to do.
 */
export function errorText(error: unknown): string {
  const t = i18next.getFixedT(null, "ui");
  if (!(error instanceof Refusal)) return t("errors.unreachable");
  if (i18next.language === "en" && error.code !== "unknown") return error.message;
  return t(`errors.${error.code}`, { defaultValue: t("errors.unknown", { status: error.status }) });
}

/** The server's sentences about single fields, by the field's pointer. */
export function faultAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const fault = error.faults.find(({ path }) => path === pointer);
  if (!fault) return undefined;
  return i18next.language === "en" ? capital(fault.message) : i18next.t("ui:errors.field");
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
