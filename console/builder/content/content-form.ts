import { StepContent } from "@banter/core/model/content/content.ts";
import { describe, type Form, type FormOf } from "../steps/schema-form.ts";

/** The form of one kind of message, from its schema. */
export function messageForm(type: string): Form | undefined {
  const messages = partOf("messages");
  if (messages?.item.kind !== "union") return undefined;
  return messages.item.options.find(([name]) => name === type)?.[1];
}

/** The form of the actions beside the messages. */
export const actionsForm = () => partOf("actions");

function partOf(key: string): FormOf<"list"> | undefined {
  const form = describe(StepContent);
  const part = form.kind === "object" ? form.fields.find(([name]) => name === key)?.[1] : undefined;
  return part?.kind === "list" ? part : undefined;
}
