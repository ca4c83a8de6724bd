import { z } from "zod";
import { MessageForm } from "../../../model/content/message-form.ts";
import { MessageTemplate } from "../../../model/content/message-template.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Templates = z.strictObject({
  /** The page's channel has message templates. */
  has_templates: z.boolean(),
  templates: z.array(MessageTemplate),
  /** When they were read from the platform; null if they should be read again. */
  read_at: Time.nullable(),
});

const Forms = z.strictObject({ has_forms: z.boolean(), forms: z.array(MessageForm), read_at: Time.nullable() });

export const messageTemplates = {
  "GET /pages/:page_id/message_templates": {
    scope: "page",
    permission: "look",
    summary: "List message templates",
    description:
      "The templates of the page's account that the platform has approved, refused or stopped, as last told by it.",
    params: inPage,
    reply: Templates,
  },
  "POST /pages/:page_id/message_templates/read": {
    scope: "page",
    permission: "converse",
    isQuiet: true,
    preparesFirst: true,
    summary: "Read the message templates from the platform",
    description: "Reads all templates of the page's account again, and returns them.",
    params: inPage,
    reply: Templates,
    errors: ["conflict", "unavailable"],
  },
  "GET /pages/:page_id/message_forms": {
    scope: "page",
    permission: "look",
    summary: "List forms",
    description:
      "The forms of the page's account that customers fill in inside of the chat, as last told by the platform.",
    params: inPage,
    reply: Forms,
  },
  "POST /pages/:page_id/message_forms/read": {
    scope: "page",
    permission: "build",
    isQuiet: true,
    preparesFirst: true,
    summary: "Read the forms from the platform",
    description: "Reads all forms of the page's account again, and returns them.",
    params: inPage,
    reply: Forms,
    errors: ["conflict", "unavailable"],
  },
} satisfies ManagementContract;
