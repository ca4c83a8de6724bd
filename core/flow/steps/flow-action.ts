import { z } from "zod";
import { contentActions } from "../../model/content/content.ts";
import { Id } from "../../model/id.ts";
import { text } from "../../model/text.ts";
import { Currency, GoalName } from "../happenings/goal.ts";

/** The actions of an action step, and of content. `{ "action": "add_tag", "tag_id": 3 }` */
export const FlowAction = z.discriminatedUnion("action", [...contentActions(Id.nullable()), ...flowActions()]);
export type FlowAction = z.infer<typeof FlowAction>;

function flowActions() {
  const flow_id = Id.nullable().meta({ label: "Flow", input: "flow" });
  const sequence_id = Id.nullable().meta({ label: "Sequence", input: "sequence" });
  return [
    z.strictObject({
      action: z.literal("clear_custom_field"),
      action_id: Id.nullable().meta({ label: "Field", input: "custom-field" }),
    }),
    z.strictObject({ action: z.literal("start_sequence"), flow_id }),
    z.strictObject({ action: z.literal("stop_sequence"), flow_id }),
    z.strictObject({ action: z.literal("enter_sequence"), sequence_id }),
    z.strictObject({ action: z.literal("leave_sequence"), sequence_id }),
    z.strictObject({
      action: z.literal("notify"),
      text: text(2000).meta({ label: "Tell the team", input: "long-text", template: "text" }),
    }),
    z.strictObject({
      action: z.literal("reach_goal"),
      goal: GoalName.meta({ label: "Goal" }),
      value: text(200).optional().meta({ label: "Value", template: "text" }),
      currency: Currency.optional().meta({ label: "Currency of the value" }),
    }),
    z.strictObject({
      action: z.literal("set_subscription"),
      is_wanted: z.boolean().meta({ label: "Wants the page's news" }),
    }),
    z.strictObject({ action: z.literal("hand_over") }),
    z.strictObject({ action: z.literal("hand_over_to_platform") }),
    z.strictObject({
      action: z.literal("pause_bot"),
      seconds: z
        .int()
        .min(1)
        .max(365 * 86_400)
        .optional()
        .meta({ label: "For", input: "duration" }),
    }),
    z.strictObject({ action: z.literal("resume_bot") }),
  ] as const;
}
