import { StepContent } from "@banter/core/model/content/content.ts";
import { describe, type Form, type FormOf } from "../steps/schema-form.ts";

type Fields = [key: string, form: Form][];

/** The form of one kind of message, from its schema. */
export function messageForm(type: string): Form | undefined {
  const messages = partOf("messages");
  if (messages?.item.kind !== "union") return undefined;
  return messages.item.options.find(([name]) => name === type)?.[1];
}

/** The settings of one kind of message. */
export function messageFields(type: string): Fields {
  const form = messageForm(type);
  return form?.kind === "object" ? form.fields : [];
}

/** The settings of a card. */
export function cardFields(): Fields {
  const elements = messageFields("cards").find(([key]) => key === "elements")?.[1];
  return elements?.kind === "list" && elements.item.kind === "object" ? elements.item.fields : [];
}

/** The form of the actions beside the messages. */
export const actionsForm = () => partOf("actions");

function partOf(key: string): FormOf<"list"> | undefined {
  const form = describe(StepContent);
  const part = form.kind === "object" ? form.fields.find(([name]) => name === key)?.[1] : undefined;
  return part?.kind === "list" ? part : undefined;
}
