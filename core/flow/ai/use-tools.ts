import type { StepContext } from "../steps/context.ts";
import type { StepAction, StepOutcome } from "../steps/outcome.ts";
import type { ToolVerdict } from "../trace.ts";
import { maxResultLength, type ToolRound } from "./model-call.ts";
import type { ToolCall } from "./model-reply.ts";
import type { AiSettings } from "./settings.ts";
import { type StepTool, toolName, valueKey } from "./step-tools.ts";

/** A tool call as it was decided about. `result` is what the model is told; `end` is how the run leaves the step. */
export type UsedTool = {
  call: ToolCall;
  verdict: ToolVerdict;
  result: string;
  actions: StepAction[];
  /** The result tells something that is known of the customer. */
  hasFacts?: boolean;
  end?: StepOutcome["next"];
};

/** Decides about the model's tool calls by the settings of the step: what is not allowed there is not done. */
export function useTools(context: StepContext<AiSettings>, calls: readonly ToolCall[]): UsedTool[] {
  let asks = false;
  return calls.map((call) => {
    const index = context.step.tools.findIndex((tool, each) => toolName(tool, each) === call.name);
    const tool = context.step.tools[index];
    if (!tool) return refused(call, "not_allowed", "You may not use this tool.");
    if (call.arguments === null) return refused(call, "bad_arguments", "The arguments are not JSON.");
    if (tool.tool === "call_request" && asks)
      return refused(call, "one_at_a_time", "Not done: ask one service at a time.");
    const used = use(context, tool, call);
    if (used.actions.some(({ type }) => type === "call")) asks = true;
    return used;
  });
}

function use(context: StepContext<AiSettings>, tool: StepTool, call: ToolCall): UsedTool {
  const done = (result: string, ...actions: StepAction[]): UsedTool => ({ call, verdict: "done", result, actions });
  switch (tool.tool) {
    case "set_field": {
      const value = textIn(call, "value");
      if (value === undefined) return refused(call, "bad_arguments", "`value` must be a text.");
      if (!context.fits(tool.field, value)) return refused(call, "bad_arguments", "The value does not fit the field.");
      return done("Stored.", { type: "save", field: tool.field, value });
    }
    case "add_tag":
      return done("Done.", { type: "flow_action", action: { action: "add_tag", tag_id: tool.tag_id } });
    case "start_flow": {
      if (tool.flow_id === null || !context.hasFlow(tool.flow_id)) return refused(call, "gone", "It is not there.");
      return { ...done("Done."), end: { type: "goto", flowId: tool.flow_id, isReturning: false } };
    }
    case "hand_over":
      return {
        ...done("Done.", { type: "flow_action", action: { action: "hand_over" } }),
        end: { type: "end" },
      };
    case "look_up": {
      const known = tool.fields.map(({ field }) => [field, context.read(field) ?? ""]);
      return {
        ...done(JSON.stringify(Object.fromEntries(known)).slice(0, maxResultLength)),
        hasFacts: known.some(([, value]) => value !== ""),
      };
    }
    case "call_request":
      return ask(context, tool, call);
  }
}

/** The values that the model gives are variables of the request, which are filled in as they are. */
function ask(
  { requestAt }: StepContext<AiSettings>,
  tool: Extract<StepTool, { tool: "call_request" }>,
  call: ToolCall,
): UsedTool {
  const request = tool.step === null ? undefined : requestAt(tool.step);
  if (!request) return refused(call, "gone", "It is not there.");
  const values: Record<string, string> = {};
  for (const [index, { name }] of tool.parameters.entries()) {
    const value = textIn(call, valueKey(index));
    if (value === undefined) return refused(call, "bad_arguments", `\`${valueKey(index)}\` must be a text.`);
    values[name] = value;
  }
  const { method, url, headers, body } = request;
  const action: StepAction = { type: "call", method, url, headers, body, values };
  return { call, verdict: "done", result: "", actions: [action] };
}

/** The calls with what the model is told about them. */
export const roundOf = (used: readonly UsedTool[]): ToolRound => ({
  calls: used.map(({ call, result, hasFacts }) => ({ ...call, result, ...(hasFacts && { has_facts: hasFacts }) })),
});

const refused = (call: ToolCall, verdict: ToolVerdict, result: string): UsedTool => ({
  call,
  verdict,
  result,
  actions: [],
});

/** Models write numbers and truth values for texts now and then. */
function textIn({ arguments: given }: ToolCall, name: string): string | undefined {
  const value = given && Object.hasOwn(given, name) ? given[name] : undefined;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.length <= maxResultLength ? value : undefined;
}
