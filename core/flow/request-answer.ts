import type { CallFacts, ModelFailure } from "./ai/model-reply.ts";

/**
 * The answer of another server, or of a model: then the body is a `ModelReply`. `reason` is all that the owner sees of
 * a failure, so that answers of internal hosts never leak.
 */
export type RequestAnswer =
  | { ok: true; status: number; body: string }
  | { ok: false; status?: number; reason: RequestFailure | ModelFailure; facts?: CallFacts };

type RequestFailure =
  | "blocked_address"
  | "timeout"
  | "too_large"
  | "unreachable"
  | "status"
  /** The call needs a secret that the page does not have. */
  | "secret_missing"
  /** The call would bring a secret to a host that it is not for. */
  | "secret_not_for_host";
