import { z } from "zod";
import { Content } from "../../model/content/content.ts";
import { Emoji } from "../../model/content/emoji.ts";
import { Id, WireId } from "../../model/id.ts";
import { text } from "../../model/text.ts";
import type { ManagementContract } from "./contract.ts";
import { ConversationMessage, inConversation } from "./conversations.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});

/** Why a message or a flow cannot be sent to a customer. */
const unsendable = [
  "customer_not_found",
  "customer_unreachable",
  "outside_messaging_window",
  "unsupported_content",
  "idempotency_conflict",
  "unavailable",
] as const;

const InboxSettings = z.strictObject({
  /** How long the bot stays silent after a person has written; null: until it is given back. */
  pause_minutes: z.int().min(1).max(43_200).nullable(),
  /** When a hand-over that nobody answers ends by itself; null: never. */
  hand_over_minutes: z.int().min(1).max(43_200).nullable(),
  /** The message that the customer gets then. */
  hand_over_text: text(2000).nullable(),
  /** How soon customers who wait for a person get an answer; null: no promise. */
  answer_minutes: z.int().min(1).max(43_200).nullable(),
});

/** Actions of people in conversations: they write, start flows, pause the bot and give the conversation back. */
export const conversationActions = {
  "POST /pages/:page_id/conversations/:psid/messages": {
    scope: "page",
    permission: "converse",
    audit: "message_written",
    isMail: true,
    summary: "Write as a person",
    description:
      "Sends content to the customer as a person. The bot is paused for the page's time. `reply_to` is the id of a customer's message that the first message quotes; if the platform does not take the quote, it is sent without. `key` makes the call safe to repeat: the same key is sent once. The reply has the messages as they are stored; it has none if the server that runs the page is busy or down for some seconds, and the conversation shows them as soon as it has taken them.",
    params: inConversation,
    body: z.strictObject({
      content: Content,
      message_tag: z.string().max(100).optional(),
      reply_to: Id.optional(),
      key: z.string().min(1).max(100).optional(),
    }),
    reply: z.strictObject({ messages: z.array(ConversationMessage) }),
    errors: ["flow_not_found", "not_found", "conflict", ...unsendable],
  },
  "PUT /pages/:page_id/conversations/:psid/messages/:message_id/reaction": {
    scope: "page",
    permission: "converse",
    audit: "message_reacted",
    isMail: true,
    summary: "React to a message",
    description:
      "Reacts to a customer's message with an emoji, or takes the page's reaction back (null). A message has one reaction of the page: a new one replaces it. The bot goes on as before. The reply has the reaction as it is stored, like that of writing.",
    params: inConversation.extend({ message_id: WireId }),
    body: z.strictObject({ emoji: Emoji.nullable() }),
    reply: z.strictObject({ messages: z.array(ConversationMessage) }),
    errors: ["not_found", "conflict", ...unsendable],
  },
  "POST /pages/:page_id/conversations/:psid/flow": {
    scope: "page",
    permission: "converse",
    audit: "flow_started",
    isMail: true,
    summary: "Start a flow",
    description: "Starts a published flow for the customer, also while the bot is paused: the pause ends.",
    params: inConversation,
    body: z.strictObject({ flow_id: WireId, key: z.string().min(1).max(100).optional() }),
    reply: Done,
    errors: ["flow_not_found", "flow_not_published", ...unsendable],
  },
  "POST /pages/:page_id/conversations/:psid/pause": {
    scope: "page",
    permission: "converse",
    audit: "bot_paused",
    isMail: true,
    summary: "Pause the bot",
    description:
      "The bot is silent for this customer for some minutes, or with null until it is given back. Answers a hand-over.",
    params: inConversation,
    body: z.strictObject({ minutes: z.int().min(1).max(43_200).nullable() }),
    reply: Done,
    errors: ["customer_not_found"],
  },
  "POST /pages/:page_id/conversations/:psid/resume": {
    scope: "page",
    permission: "converse",
    audit: "bot_resumed",
    isMail: true,
    summary: "Give back to the bot",
    description: "Ends the pause and the hand-over. Runs that were held go on.",
    params: inConversation,
    reply: Done,
    errors: ["customer_not_found"],
  },
  "POST /pages/:page_id/conversations/:psid/take_back": {
    scope: "page",
    permission: "converse",
    audit: "conversation_taken_back",
    preparesFirst: true,
    isMail: true,
    summary: "Take back from the platform's inbox",
    description:
      "Asks the platform to take the conversation from its own inbox, or from another app there; then the bot answers again, and runs that were held go on. `platform_failed` says in words why the platform refuses.",
    params: inConversation,
    reply: Done,
    errors: ["customer_not_found", "conflict", "platform_failed", "unavailable"],
  },
  "POST /pages/:page_id/messages/:message_id/retry": {
    scope: "page",
    permission: "converse",
    audit: "message_retried",
    isMail: true,
    summary: "Send a failed message again",
    description: "Puts a failed message back in line, as a new attempt.",
    params: inPage.extend({ message_id: WireId }),
    reply: Done,
    errors: ["not_found", "conflict"],
  },
  "POST /pages/:page_id/messages/:message_id/drop": {
    scope: "page",
    permission: "converse",
    audit: "message_dropped",
    isMail: true,
    summary: "Drop a message",
    description:
      "A failed message no longer counts as one that needs somebody; one that still waits is not sent any more.",
    params: inPage.extend({ message_id: WireId }),
    reply: Done,
    errors: ["not_found", "conflict"],
  },
  "GET /pages/:page_id/inbox_settings": {
    scope: "page",
    permission: "look",
    summary: "Get the inbox's settings",
    description:
      "How long the bot pauses for a person, when a hand-over ends by itself, and how soon customers get an answer.",
    params: inPage,
    reply: InboxSettings,
  },
  "PUT /pages/:page_id/inbox_settings": {
    scope: "page",
    permission: "build",
    audit: "inbox_settings_changed",
    summary: "Change the inbox's settings",
    description: "Holds for pauses and hand-overs that begin after it.",
    params: inPage,
    // Programs from before there was a promise leave it out: it stays as it is.
    body: InboxSettings.partial({ answer_minutes: true }),
    reply: InboxSettings,
  },
} satisfies ManagementContract;
