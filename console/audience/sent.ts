import type { JsonObject } from "@banter/core/model/json.ts";
import type { DraftStep } from "../builder/edit/draft.ts";

// A step of a sequence and a variant of a broadcast send content, or start a flow. The builder edits both as steps.

type Sent = { content: unknown } | { flow_id: number | null };

export const blankMessage = (): DraftStep => ({
  type: "message",
  content: { messages: [{ type: "text", text: "" }] },
});

export const blankFlow = (): DraftStep => ({ type: "goto", flow_id: null, return: true });

export const stepOf = (sent: Sent): DraftStep =>
  "content" in sent
    ? { type: "message", content: sent.content as JsonObject }
    : { type: "goto", flow_id: sent.flow_id, return: true };

export function sentOf(step: DraftStep | undefined): Sent {
  if (step?.type === "goto") return { flow_id: typeof step.flow_id === "number" ? step.flow_id : null };
  return { content: step?.content };
}
