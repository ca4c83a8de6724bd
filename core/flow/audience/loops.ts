import type { FlowAction } from "../steps/flow-action.ts";
import type { PageRule, RuleWhen } from "./page-rule.ts";

type KnownRule = { id: number; isOn: boolean; rule: PageRule };

/**
 * The rules through which a rule would set itself off again, in order, beginning with itself; empty if it would not. It
 * looks at actions alone: conditions and flows may keep a rule from that. `fieldName` names a custom field by its id.
 */
export function loopOf(
  id: number,
  rules: readonly KnownRule[],
  fieldName: (id: number) => string | undefined,
): number[] {
  const inForce = rules.filter(({ isOn }) => isOn);
  const start = inForce.find((rule) => rule.id === id);
  if (!start) return [];
  const seen = new Set<number>();
  let paths = [{ rule: start, path: [id] }];
  while (paths.length > 0) {
    const further: typeof paths = [];
    for (const { rule, path } of paths)
      for (const next of inForce.filter((other) => setsOff(rule, other, fieldName))) {
        if (next.id === id) return path;
        if (seen.has(next.id)) continue;
        seen.add(next.id);
        further.push({ rule: next, path: [...path, next.id] });
      }
    paths = further;
  }
  return [];
}

function setsOff({ rule: { do: deed } }: KnownRule, { rule: { when } }: KnownRule, fieldName: FieldName): boolean {
  return "actions" in deed && deed.actions.some((action) => isCause(action, when, fieldName));
}

type FieldName = (id: number) => string | undefined;

function isCause(action: FlowAction, when: RuleWhen, fieldName: FieldName): boolean {
  switch (action.action) {
    case "add_tag":
      return when.type === "tag_added" && when.tag_id === action.tag_id;
    case "remove_tag":
      return when.type === "tag_removed" && when.tag_id === action.tag_id;
    case "set_custom_field":
    case "clear_custom_field":
      return when.type === "field_changed" && when.field === fieldName(action.action_id ?? 0);
    case "reach_goal":
      return when.type === "goal" && when.goal === action.goal;
    default:
      return false;
  }
}
