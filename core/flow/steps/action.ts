import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { defineStep } from "./define.ts";
import { FlowAction } from "./flow-action.ts";
import { leave } from "./outcome.ts";
import { objectsIn, type SummaryLine, type SummaryPart, textOf } from "./summary.ts";

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
  blank: { actions: [] },
  summary: ({ actions }) => ({ lines: objectsIn(actions).map(actionLine) }),
  run: ({ step }) => leave("next", ...step.actions.map((action) => ({ type: "flow_action" as const, action }))),
});

function actionLine(action: JsonObject): SummaryLine {
  if (typeof action.is_wanted === "boolean") return { option: action.is_wanted ? "subscribe" : "unsubscribe" };
  const name = { option: textOf(action.action) };
  const value = textOf(action.action_value ?? action.text);
  const reference = referenceIn(action);
  if (reference) return [name, ": ", reference, value && ` = ${value}`];
  if (typeof action.seconds === "number") return [name, ": ", { seconds: action.seconds }];
  return value ? [name, ": ", value] : name;
}

function referenceIn({ tag_id, action_id, flow_id, sequence_id }: JsonObject): SummaryPart | undefined {
  if (tag_id !== undefined) return { kind: "tag", id: tag_id, otherwise: "…" };
  if (action_id !== undefined) return { kind: "field", id: action_id, otherwise: "…" };
  if (sequence_id !== undefined) return { kind: "sequence", id: sequence_id, otherwise: "…" };
  return flow_id === undefined ? undefined : { kind: "flow", id: flow_id, otherwise: "…" };
}
