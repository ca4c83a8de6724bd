import { z } from "zod";
import { Id } from "../../model/id.ts";
import { FieldName, Name } from "../../model/names.ts";
import { ClockTime } from "../../model/time/hours.ts";
import { TurnCondition } from "../conditions/rule.ts";
import { GoalName } from "../happenings/goal.ts";
import { FlowAction } from "../steps/flow-action.ts";

const maxDays = 3650;

/** Something that happens to one customer, and that a rule waits for. */
const RuleWhen = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("tag_added"), tag_id: Id.nullable() }),
  z.strictObject({ type: z.literal("tag_removed"), tag_id: Id.nullable() }),
  z.strictObject({ type: z.literal("field_changed"), field: FieldName }),
  /** They write or press something for the first time. */
  z.strictObject({ type: z.literal("customer_new") }),
  /** They have not written for so many hours after the page's last message. */
  z.strictObject({
    type: z.literal("no_answer"),
    hours: z
      .int()
      .min(1)
      .max(24 * 90),
  }),
  /** So many days after the date in a field, or before it if negative, at a time of the customer's zone. */
  z.strictObject({
    type: z.literal("date"),
    field: FieldName,
    days: z.int().min(-365).max(365),
    at: ClockTime,
    every_year: z.boolean(),
  }),
  z.strictObject({ type: z.literal("sequence_finished"), sequence_id: Id.nullable() }),
  z.strictObject({ type: z.literal("order") }),
  z.strictObject({ type: z.literal("payment") }),
  /** They reach this goal. */
  z.strictObject({ type: z.literal("goal"), goal: GoalName }),
  /** A call of this incoming hook named them. */
  z.strictObject({ type: z.literal("incoming_hook"), hook_id: Id.nullable() }),
]);
export type RuleWhen = z.infer<typeof RuleWhen>;

/** A flow beside the conversation is the rule's flow: the send plan decides about that one. */
const RuleAction = FlowAction.refine(({ action }) => action !== "start_sequence", {
  path: ["action"],
  error: "must be something else: a rule starts a flow by flow_id",
});

const RuleDo = z.union([
  z.strictObject({ actions: z.array(RuleAction).min(1).max(10) }),
  z.strictObject({ flow_id: Id.nullable() }),
]);

/** How often it does so for one customer. */
const RuleOften = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("every_time") }),
  z.strictObject({ type: z.literal("once") }),
  z.strictObject({ type: z.literal("once_per"), days: z.int().min(1).max(maxDays) }),
]);

/**
 * A rule of a page: when something happens to a customer, if a condition holds for them, actions are done or a flow is
 * started.
 *
 *     { "when": { "type": "tag_added", "tag_id": 3 }, "if": null,
 *       "do": { "actions": [{ "action": "enter_sequence", "sequence_id": 12 }] }, "often": { "type": "once" } }
 */
export const PageRule = z.strictObject({
  when: RuleWhen,
  if: TurnCondition.nullable(),
  do: RuleDo,
  often: RuleOften,
});
export type PageRule = z.infer<typeof PageRule>;

export const RuleForm = PageRule.extend({ name: Name, is_on: z.boolean() });
export type RuleForm = z.infer<typeof RuleForm>;
