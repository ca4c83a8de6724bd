import type { FieldOperator } from "../field-operators.ts";
import type { CheckedRule } from "../trace.ts";
import { put } from "./sentence.ts";

/** The sentence parts of one language for each rule and result. Words in capitals are placeholders. */
export type RuleWords = {
  tag: ResultWords;
  noTag: string;
  fields: Record<Exclude<FieldOperator, keyof typeof opposites>, ResultWords>;
  time: ResultWords;
  channel: ResultWords;
};

type ResultWords = { yes: string; no: string };

/** Operators that are true where another is false: they share its words. */
const opposites = { not_equals: "equals", not_contains: "contains", is_not_set: "is_set" } as const;

export function explainRule(
  checked: CheckedRule,
  words: RuleWords,
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
