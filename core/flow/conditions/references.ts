import type { AnyRule, SegmentCondition } from "./rule.ts";

/** The ids and names of its page in a condition. */
type ConditionReferences = { tags: number[]; flows: number[]; fields: string[]; refs: string[]; sequences: number[] };

export function listConditionReferences({ rules }: SegmentCondition): ConditionReferences {
  const list = <Item>(read: (rule: SegmentCondition["rules"][number]) => Item | null | undefined) => [
    ...new Set(rules.flatMap((rule): Item[] => [read(rule) ?? []].flat() as Item[])),
  ];
  return {
    tags: list((rule) => (rule.type === "tag" ? rule.tag_id : null)),
    flows: list((rule) => ("flow_id" in rule ? rule.flow_id : null)),
    sequences: list((rule) => (rule.type === "sequence" ? rule.sequence_id : null)),
    fields: listConditionFields(rules),
    refs: list((rule) => (rule.type === "source" && rule.source === "ref" ? rule.value : null)),
  };
}

/** The fields that rules compare, by name. */
export const listConditionFields = (rules: readonly AnyRule[]): string[] => [
  ...new Set(rules.flatMap((rule) => (rule.type === "field" ? rule.field : []))),
];
