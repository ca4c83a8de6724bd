import { exits, failures, outcomes, skips, sources, verdicts } from "./trace-words.ts";

/**
 * Why a turn went as it did, kept with every turn: small, and for people through `explainTrace`.
 *
 *     { "triggers": [{ "on": "keyword", "verdict": "matched", "keyword": 5, "flow": 1 }],
 *       "visits": [[1, 3, "hi", "next"], [1, 3, "mail", "wait"]],
 *       "values": [["user_first_name", "customer", "Ann"]],
 *       "outcome": "started" }
 */
export type Trace = {
  /** What was weighed for the customer's words or press, in order of precedence, up to what took them. */
  triggers?: Weighed[];
  /** The steps gone through, in order. */
  visits?: Visit[];
  /** What templates were filled with: name, where it was found, the value's beginning. */
  values?: [name: string, source: ValueSource, value: string][];
  notes?: Note[];
  outcome: TurnOutcome;
};

export type TurnOutcome =
  | "started"
  | "answered"
  | "asked_again"
  | "gave_up"
  | "went_on"
  | "sent"
  | "contact_kept"
  | "paused"
  | "held"
  | "taken_over"
  | "given_back"
  | "void"
  | "failed"
  | "nothing";

export type Weighed = {
  [On in keyof Verdicts]: {
    on: On;
    verdict: Verdicts[On];
    flow?: number;
    step?: string;
    keyword?: number;
    rank?: string;
    ref?: string;
  };
}[keyof Verdicts];

export type Verdicts = {
  pause: "paused";
  press: "flow" | "step" | "text" | "nowhere" | "flow_gone" | "step_gone";
  referral: "flow" | "unknown" | "flow_gone";
  question: "fits" | "unfit";
  keyword: "matched" | "none" | "no_text" | "flow_gone";
  contact: "phone" | "email";
  welcome: "started" | "flow_gone" | "busy";
  default_reply: "started" | "flow_gone" | "busy" | "too_soon" | "none";
};

/** The way out that was taken, or what else became of the run there. The last word says why, where that is not plain. */
export type Visit = [flow: number, version: number, step: string, exit: string, because?: string];

export type ValueSource = "payload" | "customer" | "page" | "built_in";

export type Note =
  /** A run is over: it came to its end, another took its place, it was stopped, or it failed. */
  | { note: "run"; run: number; flow: number; end: "ended" | "replaced" | "stopped" }
  | { note: "failed"; run: number; flow: number; step?: string; reason: FailureReason }
  | { note: "unknown_variable"; name: string }
  | { note: "unsendable"; reason: string; step?: string }
  /** Something in a step that could not be done, and was passed over. */
  | { note: "skipped"; what: SkipReason; name?: string; step?: string };

export type FailureReason =
  | "too_many_steps"
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
  | "sequence_runs";

/** What ids are called; an id that is not known by name is shown as it is. */
export type TraceNames = { flow?: (id: number) => string | undefined; keyword?: (id: number) => string | undefined };

/** The trace in sentences. */
export function explainTrace({ triggers, visits, values, notes, outcome }: Trace, names: TraceNames = {}): string[] {
  const flow = (id: number) => `the flow ${names.flow?.(id) ?? id}`;
  return [
    ...(triggers ?? []).map((weighed) => explainTrigger(weighed, flow, names)),
    ...(visits ?? []).map(([id, version, step, exit, because]) => {
      const what = exits[exit] ?? `left by "${exit}"`;
      return `Step ${step} of ${flow(id)} (version ${version}): ${what}${because ? `, because ${because}` : ""}.`;
    }),
    ...(values ?? []).map(([name, source, value]) => `{{${name}}} was "${value}", ${sources[source]}.`),
    ...(notes ?? []).map((noted) => explainNote(noted, flow)),
    outcomes[outcome] ?? "What became of it was not kept.",
  ];
}

function explainTrigger(weighed: Weighed, flow: (id: number) => string, names: TraceNames): string {
  const { on, verdict, step = "", rank = "", ref = "", keyword } = weighed;
  const sentence: string = (verdicts[on] as Record<string, string>)[verdict] ?? "";
  const words: Record<string, string> = {
    FLOW: weighed.flow === undefined ? "a flow" : flow(weighed.flow),
    STEP: step,
    RANK: rank,
    REF: ref,
    KEYWORD: keyword === undefined ? "" : (names.keyword?.(keyword) ?? String(keyword)),
  };
  return sentence.replace(/\b(FLOW|STEP|RANK|REF|KEYWORD)\b/g, (word) => words[word] ?? word);
}

function explainNote(noted: Note, flow: (id: number) => string): string {
  switch (noted.note) {
    case "run":
      return `The run of ${flow(noted.flow)} ${noted.end === "ended" ? "came to its end" : `was ${noted.end}`}.`;
    case "failed":
      return `The run of ${flow(noted.flow)} failed at step ${noted.step ?? ""}: ${failures[noted.reason]}.`;
    case "unknown_variable":
      return `Nobody knows {{${noted.name}}}: it was left empty.`;
    case "unsendable":
      return `A message was not sent: ${noted.reason.replaceAll("_", " ")}.`;
    case "skipped":
      return `${skips[noted.what]}${noted.name ? `: ${noted.name}` : ""}${noted.step ? ` (step ${noted.step})` : ""}.`;
  }
}
