import { z } from "zod";
import { defineStep } from "./define.ts";
import { FlowAction } from "./flow-action.ts";
import { leave } from "./outcome.ts";

/**
 * Changes something and goes on. A sequence is a flow that runs beside the conversation.
 *
 *     { "type": "action", "actions": [{ "action": "add_tag", "tag_id": 3 },
 *         { "action": "set_custom_field", "action_id": 8, "action_value": "{{phone}}" },
 *         { "action": "start_sequence", "flow_id": 12 },
 *         { "action": "notify", "text": "{{user_full_name}} wants to talk" },
 *         { "action": "hand_over" }], "next": null }
 */
export const action = defineStep({
  type: "action",
  title: "Do something",
  settings: z.strictObject({
    actions: z.array(FlowAction).min(1).max(20).meta({ label: "Actions" }),
  }),
  exits: ["next"],
  run: ({ step }) => leave("next", ...step.actions.map((action) => ({ type: "flow_action" as const, action }))),
});
