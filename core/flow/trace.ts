import type { PlanRefusal } from "../audience/send-plan.ts";
import type { FieldOperator } from "./conditions/field-operators.ts";
import type { Goal } from "./happenings/goal.ts";
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
  /** The goals that the customer has reached. */
  goals?: Goal[];
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
  | "joined"
  | "parted"
  | "join_declined"
  | "acted_in_public"
  | "sent"
  | "contact_kept"
  | "consent_kept"
  | "form_kept"
  | "goal_kept"
  | "hook_kept"
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
  | "sequence_entered"
  | "sequence_left"
  | "rule_done"
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
    /** The send of a plan. */
    send?: number;
  };
}[keyof Verdicts];

export type Verdicts = {
  /** `later`: quiet hours, or a person has the conversation for a time; `again`: the customer has got it before. `answered` and `left` are of later turns. */
  plan: "go" | "outside" | "later" | "again" | "stopped" | "answered" | "left" | PlanRefusal;
  consent: "given" | "refused";
  pause: "paused" | "elsewhere" | "came_back";
  block: "blocked";
  album: "late";
  person: "flow" | "flow_gone";
  press: "flow" | "step" | "text" | "nowhere" | "flow_gone" | "step_gone";
  referral: "flow" | "unknown" | "flow_gone";
  comment: "flow" | "public" | "answered_before" | "flow_gone" | "none";
  private_reply: "answered";
  opening: "started" | "flow_gone";
  /** `kept`: a model is thinking, and gets these words next. */
  question: "fits" | "unfit" | "kept";
  happening: "flow" | "flow_gone" | "busy" | "none";
  keyword: "matched" | "none" | "no_text" | "flow_gone";
  contact: "phone" | "email";
  welcome: "started" | "flow_gone" | "busy";
  default_reply: "started" | "flow_gone" | "busy" | "too_soon" | "none";
};

/** `exit` is the exit taken, or `wait`, `goto`, `end` or `failed`. `reason` says why, if that is not obvious. */
export type Visit = [flow: number, version: number, step: string, exit: string, reason?: VisitReason];

/** Why a call to another server failed or a model did not answer, as one word; or the rules that decided a condition. */
export type VisitReason = string | CheckedRule[];

/** A rule of a condition: what it was compared with, and the result. `found` is the field's value. */
export type CheckedRule =
  | { rule: "tag"; tag: number | null; has: boolean }
  | { rule: "field"; field: string; operator: FieldOperator; value: string; found: string; holds: boolean }
  | { rule: "time" | "channel"; holds: boolean }
  | { rule: "locale" | "source"; found: string; holds: boolean }
  /** `at` in epoch milliseconds; null if it has not happened. */
  | { rule: "last_active" | "first_seen"; days: number; at: number | null; holds: boolean }
  | { rule: "message"; did: "received" | "pressed"; flow: number | null; step?: string; days?: number; holds: boolean }
  | { rule: "sequence"; sequence: number | null; holds: boolean }
  | { rule: "subscription"; subscription: "subscribed" | "unsubscribed"; holds: boolean }
  | { rule: "reach"; reach: "open" | "unreachable" | "blocked"; holds: boolean };

export type ValueSource = "payload" | "customer" | "page" | "built_in" | "fallback";

export type Note =
  | { note: "run"; run: number; flow: number; end: RunEnd }
  | { note: "failed"; run: number; flow: number; step?: string; reason: FailureReason }
  | { note: "unknown_variable"; name: string }
  | { note: "unsendable"; reason: string; step?: string }
  /** A part of a step that could not be done. The run went on without it. */
  | { note: "skipped"; what: SkipReason; name?: string; step?: string }
  /** `step` is the one passed over, or the last that the customer has had. */
  | { note: "sequence"; sequence: number; did: SequenceDeed; step?: string; why?: SequenceReason }
  /** An action has kept that the customer wants the page's news, or does not. */
  | { note: "consent"; verdict: Verdicts["consent"] }
  /** A rule of the page. */
  | { note: "rule"; rule: number; did: RuleDeed; why?: RuleReason }
  /** A call of a model. */
  | ({ note: "model"; flow?: number; step?: string } & ModelNote);

/**
 * A call of a model. `input` and `output` are tokens, `cost` is in millionths of the owner's
 * currency. Bounded: at most 20 passages and 16 tools, cut texts.
 */
export type ModelNote = {
  did: ModelDeed;
  /** Empty if none was asked. */
  model: string;
  input: number;
  output: number;
  cost: number;
  ms: number;
  instructions: string;
  passages?: { id: number; source: string; heading: string; score: number; url?: string }[];
  /** The passages that the answer comes from. */
  cites?: number[];
  /** The tools that it wanted to use, and what became of it. */
  tools?: [name: string, verdict: string][];
  /** Why there is no answer. */
  why?: string;
};

/**
 * `tools`: it has used tools, and was asked again. `routed`: an intent or a flow came next. `dropped`: the customer had
 * written more, so that it was asked again with all of that.
 */
export const modelDeeds = ["answered", "unsure", "failed", "handed_over", "routed", "tools", "dropped"] as const;
export type ModelDeed = (typeof modelDeeds)[number];

export type ToolVerdict = "done" | "not_allowed" | "bad_arguments" | "gone" | "one_at_a_time" | "not_needed";

/** `later`: it may not write to the customer now. `looped`: it would have started itself again. */
export const ruleDeeds = ["done", "later", "withheld", "failed", "looped"] as const;
export type RuleDeed = (typeof ruleDeeds)[number];
export type RuleReason = PlanRefusal | FailureReason;

/** Something that happened to a customer in a sequence. */
export type SequenceDeed = "entered" | "answered" | "skipped" | "left" | "finished";

/** Why a customer left, or a step was passed over. */
export type SequenceReason = "asked" | "reply" | "tag" | "goal" | "flow_missing" | PlanRefusal;

/** `taken_over`: it waited at an AI step when a person took over. */
export type RunEnd = "ended" | "replaced" | "stopped" | "unanswered" | "moved" | "taken_over";

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
  | "document_missing";

export type SkipReason =
  | "unknown_tag"
  | "unknown_field"
  | "value_unfit"
  | "no_date"
  | "no_value"
  | "flow_missing"
  | "sequence_runs"
  | "sequence_missing"
  | "sequence_not_for_them"
  | "no_platform_inbox";

/** Outcomes of a customer's input that the bot has answered. */
export const botAnswers: readonly TurnOutcome[] = ["started", "answered", "asked_again", "gave_up"];

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
