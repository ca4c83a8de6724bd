import { z } from "zod";
import { StepContent } from "../../model/content/content.ts";
import { text } from "../../model/text.ts";
import { defineStep } from "./define.ts";
import { leave, say } from "./outcome.ts";
import { contentSummary } from "./summary.ts";

/**
 * Sends content and goes on at once. Its buttons and quick replies work whenever they are pressed.
 *
 *     { "type": "message", "content": { "messages": [{ "type": "text", "text": "Hello {{user_first_name}}",
 *         "buttons": [{ "type": "step", "title": "Buy", "step": "mail" }] }] }, "next": "mail" }
 */
export const message = defineStep({
  type: "message",
  title: "Send a message",
  settings: z.strictObject({
    content: StepContent.meta({ label: "Content", input: "content" }),
    /** The title of a button below the last message that ends the customer's subscription. */
    unsubscribe: text(20).meta({ label: "Unsubscribe button", input: "text" }).optional(),
  }),
  exits: ["next"],
  blank: { content: { messages: [{ type: "text", text: "" }] } },
  summary: ({ content }) => contentSummary(content),
  run: ({ step: { content, unsubscribe } }) =>
    leave("next", { ...say(content), ...(unsubscribe !== undefined && { unsubscribe }) }),
});
