import type { FieldOperator } from "./field-operators.ts";
import type { Happening } from "./happenings/happening.ts";

/**
 * Why a turn went as it did. Stored with every turn, so it is kept small; `explainTrace` turns it into sentences.
 *
 *     { "triggers": [{ "on": "keyword", "verdict": "matched", "keyword": 5, "flow": 1 }],
 *       "visits": [[1, 3, "hi", "next"], [1, 3, "mail", "wait"]],
 *       "values": [["user_first_name", "customer", "Ann"]],
 *       "outcome": "started" }
 */
export type Trace = {
  /** The triggers that were tried on the customer's input, in order of precedence. The last one handled it. */
  triggers?: TriggerCheck[];
  /** The steps that were run, in order. */
  visits?: Visit[];
  /** The values that templates were filled with. `value` is cut. */
  values?: [name: string, source: ValueSource, value: string][];
  notes?: Note[];
  outcome: TurnOutcome;
  /** The digest counts its steps. Without it they were counted as the turn was stored, by a node of release 0.1.0. */
  isCountedLater?: true;
  /** The turn's place in a trace of OpenTelemetry. */
  traceparent?: string;
};

export type TurnOutcome =
  | "started"
  | "answered"
  | "asked_again"
  | "gave_up"
  | "went_on"
  | "moved"
  | "passed_on"
  | "acted_in_public"
  | "sent"
  | "contact_kept"
  | "consent_kept"
  | "form_kept"
  | "paused"
  | "held"
  | "taken_over"
  | "given_back"
  | "person_wrote"
  | "person_reacted"
  | "hand_over_ended"
  | "control_passed"
  | "control_kept"
  | "edited"
  | "blocked"
  | "unblocked"
  | "void"
  | "failed"
  | "nothing";

export type TriggerCheck = {
  [On in keyof Verdicts]: {
    on: On;
    verdict: Verdicts[On];
    flow?: number;
    step?: string;
    keyword?: number;
    rank?: string;
    ref?: string;
    happening?: Happening;
    tool?: number;
  };
}[keyof Verdicts];

export type Verdicts = {
  pause: "paused" | "elsewhere" | "came_back";
  block: "blocked";
  album: "late";
  person: "flow" | "flow_gone";
  press: "flow" | "step" | "text" | "nowhere" | "flow_gone" | "step_gone";
  referral: "flow" | "unknown" | "flow_gone";
  comment: "flow" | "public" | "answered_before" | "flow_gone" | "none";
  private_reply: "answered";
  opening: "started" | "flow_gone";
  question: "fits" | "unfit";
  happening: "flow" | "flow_gone" | "busy" | "none";
  keyword: "matched" | "none" | "no_text" | "flow_gone";
  contact: "phone" | "email";
  welcome: "started" | "flow_gone" | "busy";
  default_reply: "started" | "flow_gone" | "busy" | "too_soon" | "none";
};

/** `exit` is the exit taken, or `wait`, `goto`, `end` or `failed`. `reason` says why, if that is not obvious. */
export type Visit = [flow: number, version: number, step: string, exit: string, reason?: VisitReason];

/** Why a call to another server failed, as one word; or the rules that decided a condition. */
export type VisitReason = string | CheckedRule[];

/** A rule of a condition: what it was compared with, and the result. `found` is the field's value. */
export type CheckedRule =
  | { rule: "tag"; tag: number | null; has: boolean }
  | { rule: "field"; field: string; operator: FieldOperator; value: string; found: string; holds: boolean }
  | { rule: "time" | "channel"; holds: boolean };

export type ValueSource = "payload" | "customer" | "page" | "built_in" | "fallback";

export type Note =
  | { note: "run"; run: number; flow: number; end: RunEnd }
  | { note: "failed"; run: number; flow: number; step?: string; reason: FailureReason }
  | { note: "unknown_variable"; name: string }
  | { note: "unsendable"; reason: string; step?: string }
  /** A part of a step that could not be done. The run went on without it. */
  | { note: "skipped"; what: SkipReason; name?: string; step?: string };

export type RunEnd = "ended" | "replaced" | "stopped" | "unanswered" | "moved";

export type FailureReason =
  | "too_many_steps"
  | "too_many_messages"
  | "too_much_work"
  | "too_many_turns"
  | "nested_too_deep"
  | "too_many_sequences"
  | "text_too_long"
  | "flow_missing"
  | "step_missing"
  | "document_missing"
  | "cannot_run";

export type SkipReason =
  | "unknown_tag"
  | "unknown_field"
  | "value_unfit"
  | "no_date"
  | "no_value"
  | "flow_missing"
  | "sequence_runs"
  | "no_platform_inbox";

/** True of outcomes that continue a step, which was counted as entered when its wait began. */
export const continuesStep = (outcome: TurnOutcome | null): boolean =>
  outcome === "answered" || outcome === "asked_again" || outcome === "gave_up" || outcome === "went_on";

/** The steps that a turn entered, with an empty exit, and the exits that it took. All counters go by this. */
export function countedVisits(
  visits: readonly Visit[] | null | undefined,
  outcome: TurnOutcome | null,
): { flow: number; step: string; exit: string }[] {
  return (visits ?? []).flatMap(([flow, , step, exit], index) => [
    ...(index > 0 || !continuesStep(outcome) ? [{ flow, step, exit: "" }] : []),
    ...(exit === "wait" ? [] : [{ flow, step, exit }]),
  ]);
}
