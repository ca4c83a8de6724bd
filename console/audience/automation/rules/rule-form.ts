import type { RuleForm, RuleWhen } from "@banter/core/flow/audience/page-rule.ts";
import type { DraftStep } from "../../../builder/edit/draft.ts";
import type { Condition } from "../../../frame/conditions/condition.ts";
import type { Rule } from "../../queries.ts";

/** A rule while it is edited. Its actions lie in the draft, as the step `do`. */
export type RuleDraft = Pick<RuleForm, "name" | "is_on" | "when" | "often"> & {
  /** Null: for every customer. */
  condition: Condition | null;
  /** Undefined: actions are done. */
  flowId: number | null | undefined;
};

/** The kinds of `when` that the console offers, in this order. */
export const whenTypes = [
  "tag_added",
  "tag_removed",
  "field_changed",
  "customer_new",
  "no_answer",
  "date",
  "sequence_finished",
  "order",
  "payment",
  "goal",
  "incoming_hook",
] as const satisfies RuleWhen["type"][];

const blanks: Record<RuleWhen["type"], RuleWhen> = {
  tag_added: { type: "tag_added", tag_id: null },
  tag_removed: { type: "tag_removed", tag_id: null },
  field_changed: { type: "field_changed", field: "" },
  customer_new: { type: "customer_new" },
  no_answer: { type: "no_answer", hours: 24 },
  date: { type: "date", field: "", days: 0, at: "09:00", every_year: true },
  sequence_finished: { type: "sequence_finished", sequence_id: null },
  order: { type: "order" },
  payment: { type: "payment" },
  goal: { type: "goal", goal: "" },
  incoming_hook: { type: "incoming_hook", hook_id: null },
};

export const blankWhen = (type: RuleWhen["type"]): RuleWhen => blanks[type];

/** A rule that nobody thinks about twice acts once for each customer. */
export const newRule = (name: string): RuleDraft => ({
  ...{ name, is_on: true, when: blankWhen("tag_added"), often: { type: "once" } },
  ...{ condition: null, flowId: undefined },
});

export const draftOf = ({ name, is_on, when, often, if: condition, do: deed }: Rule): RuleDraft => ({
  ...{ name, is_on, when, often, condition },
  flowId: "flow_id" in deed ? deed.flow_id : undefined,
});

/** The actions in the form that the builder edits. */
export function editedSteps(rule: Pick<Rule, "do"> | undefined): Record<string, DraftStep> {
  const actions = rule && "actions" in rule.do ? rule.do.actions : [];
  return structuredClone({ do: { type: "action", actions } }) as Record<string, DraftStep>;
}

/** The whole rule, as it is saved. */
export function formOf(draft: RuleDraft, steps: Readonly<Record<string, DraftStep>>): RuleForm {
  const { name, is_on, when, often, condition, flowId } = draft;
  return {
    ...{ name, is_on, when, often },
    if: condition as RuleForm["if"],
    do: (flowId === undefined ? { actions: steps.do?.actions } : { flow_id: flowId }) as RuleForm["do"],
  };
}
