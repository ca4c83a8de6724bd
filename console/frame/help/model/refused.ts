/** The model's server or a limit of the page has refused. */
export class HelpRefused extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = "HelpRefused";
    this.reason = reason;
  }
}

type Reply = { ok: true } | { ok: false; reason: string };

/** The model's text. Throws its refusal. */
export function helped<R extends Reply>(reply: R): Extract<R, { ok: true }> {
  if (!reply.ok) throw new HelpRefused(reply.reason);
  return reply as Extract<R, { ok: true }>;
}
