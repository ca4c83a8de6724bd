/** One line of the report. `todo` says what the operator can do about it. */
export type Finding = { subject: string; state: "ok" | "warn" | "fail"; text: string; todo?: string };

export const ok = (subject: string, text: string): Finding => ({ subject, state: "ok", text });
export const warn = (subject: string, text: string, todo: string): Finding => ({ subject, state: "warn", text, todo });
export const fail = (subject: string, text: string, todo: string): Finding => ({ subject, state: "fail", text, todo });

/** The finding, if it has one; an `ok` with the text otherwise. */
export const orOk = (findings: Finding[], subject: string, text: string): Finding[] =>
  findings.length > 0 ? findings : [ok(subject, text)];

/** Errors without a message have a code at least. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
