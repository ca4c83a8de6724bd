import type { Goal } from "../happenings/goal.ts";
import type { Note, RuleReason, SequenceReason, Trace, TriggerCheck, Visit, VisitReason } from "../trace.ts";
import { explainModel } from "./explain-model.ts";
import { explainRule } from "./explain-rule.ts";
import { put } from "./sentence.ts";
import { english, type TraceWords } from "./trace-words.ts";

/** Names for ids. An id without a name is shown as it is. */
export type TraceNames = {
  flow?: (id: number) => string | undefined;
  keyword?: (id: number) => string | undefined;
  tool?: (id: number) => string | undefined;
  tag?: (id: number) => string | undefined;
  sequence?: (id: number) => string | undefined;
  rule?: (id: number) => string | undefined;
  step?: (id: string, flow?: number) => string | undefined;
  exit?: (exit: string, step: string, flow: number) => string | undefined;
};

/** The trace in sentences. */
export function explainTrace(trace: Trace, names: TraceNames = {}, words: TraceWords = english): string[] {
  const { triggers, steps, values, notes, outcome } = explainTraceParts(trace, names, words);
  return [...triggers, ...steps, ...values, ...notes, outcome];
}

/** The sentences of a trace by what they are about. */
export type TraceParts = { triggers: string[]; steps: string[]; values: string[]; notes: string[]; outcome: string };

export function explainTraceParts(trace: Trace, names: TraceNames = {}, words: TraceWords = english): TraceParts {
  const { triggers = [], visits = [], values = [], notes = [], goals = [], outcome } = trace;
  const explainer = { names, words };
  return {
    triggers: triggers.map((check) => explainTrigger(check, explainer)),
    steps: visits.map((visit) => explainVisit(visit, explainer)),
    values: values.map(([NAME, source, VALUE]) => put(words.value, { NAME, VALUE, SOURCE: words.sources[source] })),
    notes: [...notes.map((note) => explainNote(note, explainer)), ...goals.map((goal) => explainGoal(goal, explainer))],
    outcome: words.outcomes[outcome] ?? words.noOutcome,
  };
}

type Explainer = { names: TraceNames; words: TraceWords };

function explainTrigger(check: TriggerCheck, { names, words }: Explainer): string {
  const { on, verdict, flow, step = "", rank = "", ref = "", keyword, happening, tool } = check;
  return put((words.verdicts[on] as Record<string, string>)[verdict] ?? "", {
    FLOW: flow === undefined ? words.someFlow : nameFlow(flow, { names, words }),
    STEP: names.step?.(step, flow) ?? step,
    RANK: (words.ranks as Record<string, string>)[rank] ?? rank,
    REF: ref,
    KEYWORD: keyword === undefined ? "" : (names.keyword?.(keyword) ?? String(keyword)),
    TOOL: tool === undefined ? "" : (names.tool?.(tool) ?? String(tool)),
    HAPPENING: happening === undefined ? "" : (words.happenings[happening] ?? happening),
  });
}

function explainVisit([flow, version, step, exit, reason]: Visit, { names, words }: Explainer): string {
  const name = names.step?.(step, flow);
  const RESULT =
    (words.exits as Record<string, string>)[exit] ??
    put(words.leftBy, { EXIT: names.exit?.(exit, step, flow) ?? exit });
  const REASON = reason && explainReason(reason, { names, words });
  return put(name === undefined ? words.visit : words.namedVisit, {
    STEP: name ?? step,
    FLOW: nameFlow(flow, { names, words }),
    VERSION: String(version),
    RESULT: REASON ? put(words.withReason, { RESULT, REASON }) : RESULT,
  });
}

function explainReason(reason: VisitReason, { names, words }: Explainer): string {
  if (typeof reason === "string")
    return ({ ...words.calls, ...words.ai.reasons } as Record<string, string>)[reason] ?? reason;
  return reason.map((each) => explainRule(each, words.rules, names)).join("; ");
}

function explainNote(note: Note, { names, words }: Explainer): string {
  const stepName = (step: string, flow?: number) => names.step?.(step, flow) ?? step;
  switch (note.note) {
    case "run":
      return put(words.runEnds[note.end], { FLOW: nameFlow(note.flow, { names, words }) });
    case "failed":
      return put(words.failed, {
        FLOW: nameFlow(note.flow, { names, words }),
        STEP: stepName(note.step ?? "", note.flow),
        REASON: words.failures[note.reason],
      });
    case "unknown_variable":
      return put(words.unknownVariable, { NAME: note.name });
    case "unsendable": {
      const known: Record<string, string> = words.unsendables;
      return put(words.unsendable, { REASON: known[note.reason] ?? note.reason });
    }
    case "skipped": {
      const place = note.step ? put(words.atStep, { STEP: stepName(note.step) }) : "";
      return `${words.skips[note.what]}${note.name ? `: ${note.name}` : ""}${place}.`;
    }
    case "sequence":
      return put(words.sequenceDeeds[note.did], {
        SEQUENCE: names.sequence?.(note.sequence) ?? String(note.sequence),
        STEP: stepName(note.step ?? "", note.sequence),
        REASON: note.why === undefined ? "" : sequenceReason(note.why, words),
      });
    case "consent":
      return words.verdicts.consent[note.verdict];
    case "rule":
      return put(words.ruleDeeds[note.did], {
        RULE: names.rule?.(note.rule) ?? String(note.rule),
        REASON: note.why === undefined ? "" : ruleReason(note.why, words),
      });
    case "model":
      return explainModel(note, words.ai);
  }
}

function explainGoal({ name, value, currency }: Goal, { words }: Explainer): string {
  if (value === undefined) return put(words.goal, { NAME: name });
  return put(words.worthyGoal, { NAME: name, VALUE: [String(value), currency].filter(Boolean).join(" ") });
}

const sequenceReason = (why: SequenceReason, { sequenceReasons, refusals }: TraceWords): string =>
  ({ ...refusals, ...sequenceReasons })[why];

const ruleReason = (why: RuleReason, { refusals, failures }: TraceWords): string => ({ ...failures, ...refusals })[why];

/** A sequence runs as a flow does. */
function nameFlow(id: number, { names, words }: Explainer): string {
  const sequence = names.sequence?.(id);
  if (sequence !== undefined) return put(words.sequence, { SEQUENCE: sequence });
  return put(words.flow, { FLOW: names.flow?.(id) ?? String(id) });
}
