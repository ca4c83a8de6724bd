import type { RequestAnswer } from "@banter/core/flow/event.ts";

export type NoAnswerReason = Extract<RequestAnswer, { ok: false }>["reason"];

/** Why a request has no answer, in the one word that its owner sees. */
export class NoAnswer extends Error {
  readonly reason: NoAnswerReason;

  constructor(reason: NoAnswerReason) {
    super(reason);
    this.name = "NoAnswer";
    this.reason = reason;
  }
}
