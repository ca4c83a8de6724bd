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
  run: ({ step }) => ({ actions: [], next: { type: "goto", flowId: step.flow_id, isReturning: step.return } }),
});
