import { z } from "zod";
import { Id } from "../../model/id.ts";
import { defineStep } from "./define.ts";

/**
 * Runs another flow. With `return` the run continues here once that flow has ended.
 *
 *     { "type": "goto", "flow_id": 12, "return": true, "next": "bye" }
 */
export const goto = defineStep({
  type: "goto",
  title: "Go to a flow",
  settings: z.strictObject({
    flow_id: Id.nullable().meta({ label: "Flow", input: "flow" }),
    return: z.boolean().default(false).meta({ label: "Come back afterwards" }),
  }),
  exits: ["next"],
  blank: { flow_id: null },
  summary: ({ flow_id }) => ({ lines: [{ kind: "flow", id: flow_id, otherwise: { word: "noFlow" } }] }),
  entersFlow: ({ flow_id }) => flow_id,
  ignoresExits: (step) => step.return !== true,
  problems: (step) =>
    step.return !== true && typeof step.next === "string"
      ? [{ code: "next_unused", key: "next", message: "is not followed, since the flow does not return" }]
      : [],
  run: ({ step }) => ({ actions: [], next: { type: "goto", flowId: step.flow_id, isReturning: step.return } }),
});
