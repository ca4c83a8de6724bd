import { type Checked, explainChecked } from "./explain/explain-checked.ts";
import { put } from "./explain/sentence.ts";
import { english, type TraceWords } from "./explain/trace-words.ts";

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

/** The way out that was taken, or what else became of the run there, and why, where that is not plain. */
export type Visit = [flow: number, version: number, step: string, exit: string, because?: Because];

/** Why a call to another server failed, in one word; or the rules that a condition came out by. */
export type Because = string | Checked[];

export type ValueSource = "payload" | "customer" | "page" | "built_in";

export type Note =
  /** A run is over: it came to its end, another took its place, it was stopped, or it failed. */
  | { note: "run"; run: number; flow: number; end: RunEnd }
  | { note: "failed"; run: number; flow: number; step?: string; reason: FailureReason }
  | { note: "unknown_variable"; name: string }
  | { note: "unsendable"; reason: string; step?: string }
  /** Something in a step that could not be done, and was passed over. */
  | { note: "skipped"; what: SkipReason; name?: string; step?: string };

export type RunEnd = "ended" | "replaced" | "stopped";

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
  | "sequence_runs";

/** What ids are called; what is not known by name is shown as it is. */
export type TraceNames = {
  flow?: (id: number) => string | undefined;
  keyword?: (id: number) => string | undefined;
  tag?: (id: number) => string | undefined;
  step?: (id: string, flow?: number) => string | undefined;
  exit?: (exit: string) => string | undefined;
};

/** The trace in sentences. */
export function explainTrace(trace: Trace, names: TraceNames = {}, words: TraceWords = english): string[] {
  const { triggers, visits, values, notes, outcome } = trace;
  const teller = { names, words };
  return [
    ...(triggers ?? []).map((weighed) => explainTrigger(weighed, teller)),
    ...(visits ?? []).map((visit) => explainVisit(visit, teller)),
    ...(values ?? []).map(([NAME, source, VALUE]) => put(words.value, { NAME, VALUE, SOURCE: words.sources[source] })),
    ...(notes ?? []).map((noted) => explainNote(noted, teller)),
    words.outcomes[outcome] ?? words.noOutcome,
  ];
}

type Teller = { names: TraceNames; words: TraceWords };

function explainTrigger(weighed: Weighed, { names, words }: Teller): string {
  const { on, verdict, flow, step = "", rank = "", ref = "", keyword } = weighed;
  return put((words.verdicts[on] as Record<string, string>)[verdict] ?? "", {
    FLOW: flow === undefined ? words.someFlow : nameFlow(flow, { names, words }),
    STEP: names.step?.(step, flow) ?? step,
    RANK: (words.ranks as Record<string, string>)[rank] ?? rank,
    REF: ref,
    KEYWORD: keyword === undefined ? "" : (names.keyword?.(keyword) ?? String(keyword)),
  });
}

function explainVisit([flow, version, step, exit, because]: Visit, { names, words }: Teller): string {
  const name = names.step?.(step, flow);
  const way = (words.exits as Record<string, string>)[exit] ?? put(words.leftBy, { EXIT: names.exit?.(exit) ?? exit });
  const reason = because && explainBecause(because, { names, words });
  return put(name === undefined ? words.visit : words.namedVisit, {
    STEP: name ?? step,
    FLOW: nameFlow(flow, { names, words }),
    VERSION: String(version),
    WAY: reason ? put(words.because, { WAY: way, REASON: reason }) : way,
  });
}

function explainBecause(because: Because, { names, words }: Teller): string {
  if (typeof because === "string") return (words.calls as Record<string, string>)[because] ?? because;
  return because.map((each) => explainChecked(each, words.checked, (id) => names.tag?.(id))).join("; ");
}

function explainNote(noted: Note, { names, words }: Teller): string {
  const stepName = (step: string, flow?: number) => names.step?.(step, flow) ?? step;
  switch (noted.note) {
    case "run":
      return put(words.runEnds[noted.end], { FLOW: nameFlow(noted.flow, { names, words }) });
    case "failed":
      return put(words.failed, {
        FLOW: nameFlow(noted.flow, { names, words }),
        STEP: stepName(noted.step ?? "", noted.flow),
        REASON: words.failures[noted.reason],
      });
    case "unknown_variable":
      return put(words.unknownVariable, { NAME: noted.name });
    case "unsendable": {
      const known: Record<string, string> = words.unsendables;
      return put(words.unsendable, { REASON: known[noted.reason] ?? noted.reason });
    }
    case "skipped": {
      const place = noted.step ? put(words.atStep, { STEP: stepName(noted.step) }) : "";
      return `${words.skips[noted.what]}${noted.name ? `: ${noted.name}` : ""}${place}.`;
    }
  }
}

function nameFlow(id: number, { names, words }: Teller): string {
  return put(words.flow, { FLOW: names.flow?.(id) ?? String(id) });
}
