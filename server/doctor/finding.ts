/** One line of the report. `todo` says what the operator can do about it. */
export type Diagnosis = { subject: string; state: "ok" | "warn" | "fail"; text: string; todo?: string };

export const ok = (subject: string, text: string): Diagnosis => ({ subject, state: "ok", text });
export const warn = (subject: string, text: string, todo: string): Diagnosis => ({
  subject,
  state: "warn",
  text,
  todo,
});
export const fail = (subject: string, text: string, todo: string): Diagnosis => ({
  subject,
  state: "fail",
  text,
  todo,
});

/** The finding, if it has one; an `ok` with the text otherwise. */
export const orOk = (findings: Diagnosis[], subject: string, text: string): Diagnosis[] =>
  findings.length > 0 ? findings : [ok(subject, text)];

/** Errors without a message have a code at least. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
