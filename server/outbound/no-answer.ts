import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";

export type NoAnswerReason = Extract<RequestAnswer, { ok: false }>["reason"];

/** A request has no answer. `reason` is all that the flow's owner sees. */
export class NoAnswer extends Error {
  readonly reason: NoAnswerReason;

  constructor(reason: NoAnswerReason) {
    super(reason);
    this.name = "NoAnswer";
    this.reason = reason;
  }
}
