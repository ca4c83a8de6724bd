import { z } from "zod";
import { Id } from "../../model/id.ts";
import { FieldName } from "../../model/names.ts";
import { StepId } from "../../model/step-id.ts";
import { text } from "../../model/text.ts";
import type { ToolSpec } from "./model-call.ts";

const description = text(500).meta({ label: "When to use it", input: "long-text" });

/**
 * The tools that an AI step may let a model use. `description` tells the model when. Nothing else can be done, whatever
 * the model says.
 *
 *     { "tool": "set_field", "field": "size", "description": "The customer names their size." }
 */
export const StepTool = z.discriminatedUnion("tool", [
  z.strictObject({
    tool: z.literal("set_field"),
    field: FieldName.meta({ label: "Field", input: "customer-field" }),
    description,
  }),
  z.strictObject({
    tool: z.literal("add_tag"),
    tag_id: Id.nullable().meta({ label: "Tag", input: "tag" }),
    description,
  }),
  z.strictObject({
    tool: z.literal("start_flow"),
    flow_id: Id.nullable().meta({ label: "Flow", input: "flow" }),
    description,
  }),
  z.strictObject({
    tool: z.literal("call_request"),
    step: StepId.nullable().meta({ label: "Step that calls a server", input: "step" }),
    description,
    parameters: z
      .array(
        z.strictObject({
          name: FieldName.meta({ label: "Variable", input: "text" }),
          description: text(500).meta({ label: "What it is", input: "text" }),
        }),
      )
      .max(10)
      .default([])
      .meta({ label: "Values that the model gives" }),
  }),
  z.strictObject({
    tool: z.literal("look_up"),
    fields: z
      .array(z.strictObject({ field: FieldName.meta({ label: "Field", input: "customer-field" }) }))
      .min(1)
      .max(20)
      .meta({ label: "Fields that it may read" }),
  }),
  z.strictObject({ tool: z.literal("hand_over"), description }),
]);
export type StepTool = z.infer<typeof StepTool>;

/** The name of a tool as the model sees it: unique in the step, and in the letters that every protocol allows. */
export const toolName = ({ tool }: StepTool, index: number) => `${tool}_${index + 1}`;

/** The tool with its parameters as a JSON schema. */
export function specOf(tool: StepTool, index: number): ToolSpec {
  return { name: toolName(tool, index), description: descriptionOf(tool), parameters: parametersOf(tool) };
}

function descriptionOf(tool: StepTool): string {
  switch (tool.tool) {
    case "set_field":
      return `Stores a value in the customer's field "${tool.field}". ${tool.description}`;
    case "add_tag":
      return `Marks the customer. ${tool.description}`;
    case "start_flow":
      return `Ends this conversation and starts another part of the bot. ${tool.description}`;
    case "call_request":
      return `Asks another service and returns its answer. ${tool.description}`;
    case "look_up":
      return `Returns what is known of the customer: ${tool.fields.map(({ field }) => field).join(", ")}.`;
    case "hand_over":
      return `Asks a person of the team to take over the conversation. ${tool.description}`;
  }
}

function parametersOf(tool: StepTool): ToolSpec["parameters"] {
  if (tool.tool === "set_field") return objectOf([{ name: "value", description: "The value." }]);
  if (tool.tool !== "call_request") return objectOf([]);
  return objectOf(
    tool.parameters.map(({ name, description }, index) => ({
      ...{ name: valueKey(index), description: `${name}: ${description}` },
    })),
  );
}

/** Some protocols take plain letters only, which names of variables need not be. */
export const valueKey = (index: number) => `value_${index + 1}`;

const objectOf = (values: { name: string; description: string }[]) => ({
  type: "object",
  properties: Object.fromEntries(values.map(({ name, description }) => [name, { type: "string", description }])),
  required: values.map(({ name }) => name),
  additionalProperties: false,
});
