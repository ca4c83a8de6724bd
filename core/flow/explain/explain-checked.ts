import type { Rule } from "../steps/condition.ts";
import { put } from "./sentence.ts";

/** What a rule of a condition looked at, and whether it was true: kept with the visit. `found` is the field's value. */
export type Checked =
  | { rule: "tag"; tag: number | null; has: boolean }
  | { rule: "field"; field: string; operator: Operator; value: string; found: string; holds: boolean }
  | { rule: "time" | "channel"; holds: boolean };

type Operator = Extract<Rule, { type: "field" }>["operator"];

/** What they are told in, in one language: each rule as it came out, true or not. In capitals: what is put in. */
export type CheckedWords = {
  tag: Verdict;
  noTag: string;
  fields: Record<Exclude<Operator, keyof typeof opposites>, Verdict>;
  time: Verdict;
  channel: Verdict;
};

type Verdict = { yes: string; no: string };

/** Some rules are true where others are not. */
const opposites = { not_equals: "equals", not_contains: "contains", is_not_set: "is_set" } as const;

export function explainChecked(
  checked: Checked,
  words: CheckedWords,
  tagName: (id: number) => string | undefined,
): string {
  switch (checked.rule) {
    case "tag": {
      if (checked.tag === null) return words.noTag;
      return put(checked.has ? words.tag.yes : words.tag.no, { TAG: tagName(checked.tag) ?? String(checked.tag) });
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
    default:
      return words[checked.rule][checked.holds ? "yes" : "no"];
  }
}
