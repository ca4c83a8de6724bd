import type { FlowAction } from "../steps/flow-action.ts";
import { type Deeds, deedsOf } from "./deeds.ts";
import type { PageRule, RuleWhen } from "./page-rule.ts";

type KnownRule = { id: number; isOn: boolean; rule: PageRule };

/** A part of a loop. */
type LoopPart = { type: "rule" | "flow" | "sequence"; id: number };

export type LoopSetup = {
  rules: readonly KnownRule[];
  /** The documents that new runs start on, by id; flows and sequences that nothing starts are left out. */
  flows: ReadonlyMap<number, unknown>;
  sequences: ReadonlyMap<number, unknown>;
  /** The name of a custom field by its id. */
  fieldName: (id: number) => string | undefined;
};

/**
 * Finds the shortest way on which a rule would set itself off again, through other rules and through flows and
 * sequences: in order, beginning with the rule; empty if there is none. Conditions, and answers that a flow waits for,
 * may keep it from that. A rule that acts once, or once in so many days, for a customer ends every way.
 */
export function loopFinder(setup: LoopSetup): (ruleId: number) => LoopPart[] {
  const next = nextParts(setup);
  return (ruleId) => {
    const start = key({ type: "rule", id: ruleId });
    const seen = new Set<string>();
    let paths: LoopPart[][] = [[{ type: "rule", id: ruleId }]];
    while (paths.length > 0) {
      const further: LoopPart[][] = [];
      for (const path of paths)
        for (const part of next(path.at(-1))) {
          if (key(part) === start) return path;
          if (seen.has(key(part))) continue;
          seen.add(key(part));
          further.push([...path, part]);
        }
      paths = further;
    }
    return [];
  };
}

const key = ({ type, id }: LoopPart) => `${type} ${id}`;

/** The deeds of a rule itself. */
export const deedsOfRule = ({ do: deed }: PageRule): Deeds =>
  "actions" in deed
    ? deedsOf({ steps: { do: { type: "action", ...deed } } })
    : { actions: [], fieldNames: [], flows: deed.flow_id === null ? [] : [deed.flow_id], sequences: [] };

/** The parts that a part starts or sets off. Each is worked out once. */
function nextParts({ rules, flows, sequences, fieldName }: LoopSetup): (part: LoopPart | undefined) => LoopPart[] {
  const inForce = rules.filter(({ isOn, rule }) => isOn && rule.often.type === "every_time");
  const known = new Map<string, LoopPart[]>();

  function deedsOfPart({ type, id }: LoopPart): Deeds | undefined {
    if (type === "rule") {
      const found = inForce.find((each) => each.id === id);
      return found && deedsOfRule(found.rule);
    }
    const documents = type === "flow" ? flows : sequences;
    return documents.has(id) ? deedsOf(documents.get(id)) : undefined;
  }

  function workOut(part: LoopPart): LoopPart[] {
    const deeds = deedsOfPart(part);
    if (!deeds) return [];
    const isEnd = ({ when }: PageRule) =>
      part.type === "sequence" && when.type === "sequence_finished" && when.sequence_id === part.id;
    const setOff = inForce.filter(({ rule }) => isEnd(rule) || isCause(deeds, rule.when, fieldName));
    return [
      ...setOff.map(({ id }) => ({ type: "rule" as const, id })),
      ...deeds.flows.map((id) => ({ type: "flow" as const, id })),
      ...deeds.sequences.map((id) => ({ type: "sequence" as const, id })),
    ];
  }

  return (part) => {
    if (!part) return [];
    const found = known.get(key(part)) ?? workOut(part);
    known.set(key(part), found);
    return found;
  };
}

type FieldName = LoopSetup["fieldName"];

const isCause = ({ actions, fieldNames }: Deeds, when: RuleWhen, fieldName: FieldName): boolean =>
  (when.type === "field_changed" && fieldNames.includes(when.field)) ||
  actions.some((action) => isCausedBy(action, when, fieldName));

function isCausedBy(action: FlowAction, when: RuleWhen, fieldName: FieldName): boolean {
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
