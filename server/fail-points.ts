/** Named places at which a fault test may stop, delay or kill the process. In production there is no listener. */
export type FailPoint =
  | "accept.before-commit"
  | "accept.after-commit"
  | "round.before-commit"
  | "round.after-commit"
  | "delivery.before-call"
  | "delivery.after-call"
  | "ledger.before-write"
  | "ledger.after-write"
  | "page.claimed"
  | "page.released"
  | "digest.before-commit"
  | "digest.after-commit"
  | "request.before-call"
  | "request.after-call"
  | "job.before-mail"
  | "job.after-mail"
  | "model.before-call"
  | "model.after-call";

let listener: ((point: FailPoint) => void) | undefined;

/** Calls the listener that a test has set. */
export function failPoint(point: FailPoint): void {
  listener?.(point);
}

export function onFailPoint(called: (point: FailPoint) => void): void {
  listener = called;
}
