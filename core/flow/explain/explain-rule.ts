import type { FieldOperator } from "../conditions/field-operators.ts";
import type { CheckedRule } from "../trace.ts";
import { put } from "./sentence.ts";

/** The sentence parts of one language for each rule and result. Words in capitals are placeholders. */
export type RuleWords = {
  tag: ResultWords;
  noTag: string;
  fields: Record<Exclude<FieldOperator, keyof typeof opposites>, ResultWords>;
  time: ResultWords;
  channel: ResultWords;
  locale: ResultWords;
  noLocale: string;
  lastActive: ResultWords;
  neverActive: string;
  firstSeen: ResultWords;
  source: ResultWords;
  noSource: string;
  received: ResultWords;
  pressed: ResultWords;
  anyFlow: string;
  flow: string;
  stepOfFlow: string;
  withinDays: string;
  sequence: ResultWords;
  noSequence: string;
  subscription: Record<Extract<CheckedRule, { rule: "subscription" }>["subscription"], ResultWords>;
  reach: Record<Extract<CheckedRule, { rule: "reach" }>["reach"], ResultWords>;
};

type ResultWords = { yes: string; no: string };

/** Operators that are true where another is false: they share its words. */
const opposites = { not_equals: "equals", not_contains: "contains", is_not_set: "is_set" } as const;

/** Names for the ids in rules. An id without a name is shown as it is. */
export type RuleNames = {
  tag?: ((id: number) => string | undefined) | undefined;
  flow?: ((id: number) => string | undefined) | undefined;
  sequence?: ((id: number) => string | undefined) | undefined;
  step?: ((id: string, flow?: number) => string | undefined) | undefined;
};

export function explainRule(checked: CheckedRule, words: RuleWords, names: RuleNames = {}): string {
  switch (checked.rule) {
    case "tag": {
      if (checked.tag === null) return words.noTag;
      return put(checked.has ? words.tag.yes : words.tag.no, { TAG: names.tag?.(checked.tag) ?? String(checked.tag) });
    }
    case "field": {
      const { field: FIELD, operator, value: VALUE, found: FOUND, holds } = checked;
      if (FOUND === "") return put(words.fields.is_set.no, { FIELD });
      const isOpposite = operator in opposites;
      const plain = (
        isOpposite ? opposites[operator as keyof typeof opposites] : operator
      ) as keyof typeof words.fields;
      return put(words.fields[plain][holds === isOpposite ? "no" : "yes"], { FIELD, VALUE, FOUND });
    }
    case "time":
    case "channel":
      return resultOf(words[checked.rule], checked);
    case "locale":
      return checked.found === "" ? words.noLocale : put(resultOf(words.locale, checked), { FOUND: checked.found });
    case "source":
      return checked.found === "" ? words.noSource : put(resultOf(words.source, checked), { FOUND: checked.found });
    case "last_active":
      return checked.at === null ? words.neverActive : timeSentence(words.lastActive, checked);
    case "first_seen":
      return timeSentence(words.firstSeen, checked);
    case "message": {
      const period = checked.days === undefined ? "" : put(words.withinDays, { DAYS: String(checked.days) });
      return put(resultOf(words[checked.did], checked), { WHAT: messageWords(checked, words, names) }) + period;
    }
    case "sequence": {
      const { sequence } = checked;
      if (sequence === null) return words.noSequence;
      return put(resultOf(words.sequence, checked), { SEQUENCE: names.sequence?.(sequence) ?? String(sequence) });
    }
    case "subscription":
      return resultOf(words.subscription[checked.subscription], checked);
    case "reach":
      return resultOf(words.reach[checked.reach], checked);
  }
}

const resultOf = (words: ResultWords, { holds }: { holds: boolean }) => words[holds ? "yes" : "no"];

function timeSentence(words: ResultWords, checked: { days: number; at: number | null; holds: boolean }): string {
  const DATE = checked.at === null ? "" : new Date(checked.at).toISOString().slice(0, 10);
  return put(resultOf(words, checked), { DAYS: String(checked.days), DATE });
}

function messageWords(
  { flow, step }: Extract<CheckedRule, { rule: "message" }>,
  words: RuleWords,
  names: RuleNames,
): string {
  if (flow === null) return words.anyFlow;
  const FLOW = names.flow?.(flow) ?? String(flow);
  return step === undefined
    ? put(words.flow, { FLOW })
    : put(words.stepOfFlow, { FLOW, STEP: names.step?.(step, flow) ?? step });
}
