import { z } from "zod";
import { text } from "../../../model/text.ts";
import type { ManagementContract } from "../contract.ts";
import { inConversation } from "../conversations.ts";
import { Refusal } from "./models.ts";

/** `vi`, `pt-BR`. */
export const LanguageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, "must be a language such as `en` or `vi`");

const Passage = z.strictObject({
  source: z.string(),
  heading: z.string(),
  /** 0 to 1. */
  score: z.number(),
  url: z.string().nullable(),
});

const Helped = z.strictObject({ ok: z.literal(true), text: z.string() });
const errors = ["conflict", "rate_limited"] as const;

/**
 * A language model helps people in conversations. It has no tools and sends nothing: whatever a customer or a document
 * says, all that comes out is text for the member.
 */
export const conversationHelp = {
  "POST /pages/:page_id/conversations/:psid/suggested_reply": {
    scope: "page",
    permission: "converse",
    audit: "reply_suggested",
    commitsAlone: true,
    summary: "Suggest a reply",
    description:
      "Words for the customer's newest message, from the conversation and the page's knowledge, by the page's first model for conversations. Nothing is sent. `conflict`: the page has no such model, or the customer has not written.",
    params: inConversation,
    reply: z.discriminatedUnion("ok", [Helped.extend({ passages: z.array(Passage) }), Refusal]),
    errors: [...errors],
  },
  "POST /pages/:page_id/conversations/:psid/summary": {
    scope: "page",
    permission: "converse",
    audit: "conversation_summed_up",
    commitsAlone: true,
    summary: "Sum a conversation up",
    description: "What the customer wants, what was promised and what is open, from the newest 200 messages.",
    params: inConversation,
    body: z.strictObject({ language: LanguageTag }),
    reply: z.discriminatedUnion("ok", [Helped, Refusal]),
    errors: [...errors],
  },
  "POST /pages/:page_id/conversations/:psid/translation": {
    scope: "page",
    permission: "converse",
    audit: "text_translated",
    commitsAlone: true,
    summary: "Translate a text",
    description:
      "A customer's message in the member's language, or the member's words in the language that the customer writes (`language` null). Nothing is sent.",
    params: inConversation,
    body: z.strictObject({ text: text(5000), language: LanguageTag.nullable() }),
    reply: z.discriminatedUnion("ok", [Helped, Refusal]),
    errors: [...errors],
  },
} satisfies ManagementContract;
