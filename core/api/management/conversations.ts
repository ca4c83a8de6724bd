import { z } from "zod";
import { attachmentTypes } from "../../flow/event.ts";
import { Id, WireId } from "../../model/id.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

export const inConversation = inPage.extend({
  psid: z
    .string()
    .max(200)
    .regex(/^[!-~]+$/, "must be a customer's id"),
});

export const Member = z.strictObject({ user_id: z.string(), name: z.string() });

/** A line of the inbox. */
export const Conversation = z.strictObject({
  psid: z.string(),
  /** The customer's name, else their e-mail address or phone number; null while all are unknown. */
  name: z.string().nullable(),
  picture_url: z.string().nullable(),
  last_at: Time,
  last: z.strictObject({
    from: z.enum(["customer", "bot", "person"]),
    /** The text, cut; or the kind of what has no text. */
    text: z.string(),
    kind: z.enum(["text", ...attachmentTypes, "cards", "template", "press"]),
  }),
  /** The customer's messages that the bot has not answered and no member has read. */
  unread: z.int(),
  /**
   * Since when the customer waits for a person; null if they do not. They wait after a hand-over, and after words that
   * neither the bot nor a person has answered.
   */
  waiting_since: Time.nullable(),
  /** From when on the answer is later than the page has promised; null without a promise, or if nobody waits. */
  late_at: Time.nullable(),
  /** A member has put the conversation off. `until` null: until the customer writes. */
  snoozed: z.strictObject({ until: Time.nullable() }).nullable(),
  /** A member is done with it, and the customer has not written since. */
  is_done: z.boolean(),
  /** The bot has handed the customer over to a person, and nobody has answered yet. */
  is_handed_over: z.boolean(),
  /** When the hand-over ends by itself; null if never. */
  waiting_until: Time.nullable(),
  /** The bot is silent. `until` null: until it is given back. */
  paused: z.strictObject({ until: Time.nullable() }).nullable(),
  /** Since when the platform's own inbox, or another app there, has the conversation; null if it has not. */
  elsewhere_since: Time.nullable(),
  /** Messages that could not be delivered. */
  failed: z.int(),
  assignee: Member.nullable(),
  is_blocked: z.boolean(),
  tags: z.array(Id),
  /** Rises with every change of this line: the id of its event in the page's stream. */
  changed: z.int(),
});
export type Conversation = z.infer<typeof Conversation>;

const Attachment = z.strictObject({
  type: z.enum(attachmentTypes),
  url: z.string().optional(),
  name: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  /** The platform's id of a story, a post, a product or a form. */
  id: z.string().optional(),
  /** The name of a place or a product, the title of a shared post. */
  title: z.string().optional(),
  address: z.string().optional(),
  contact: z
    .strictObject({ name: z.string().optional(), phones: z.array(z.string()), emails: z.array(z.string()).optional() })
    .optional(),
  order: z
    .strictObject({
      catalog_id: z.string().optional(),
      items: z.array(
        z.strictObject({
          product_id: z.string(),
          quantity: z.number(),
          price: z.number().optional(),
          currency: z.string().optional(),
        }),
      ),
    })
    .optional(),
  payment: z
    .strictObject({
      /** In units of the currency: `12.50`. */
      amount: z.string().optional(),
      currency: z.string().optional(),
      charge_id: z.string().optional(),
      provider_charge_id: z.string().optional(),
      /** How the customer pays. */
      method: z.string().optional(),
      /** The money went back to the customer. */
      is_refund: z.boolean(),
      invoice: z.string().optional(),
    })
    .optional(),
  form: z.strictObject({ answers: z.record(z.string(), z.string()) }).optional(),
});

/** How a customer came: the ref of a link, an advertisement. */
const CameBy = z.strictObject({
  ref: z.string(),
  ad_id: z.string().nullable(),
  ad_title: z.string().nullable(),
  ad_url: z.string().nullable(),
});

/** `id` is null if the message is not among those that were looked through; `text` is empty if it has none. */
const QuotedMessage = z.strictObject({ id: Id.nullable(), text: z.string() });

/** One bubble of a conversation, or a reaction to one. Ids ascend in the order things happened. */
export const ConversationMessage = z.strictObject({
  id: Id,
  at: Time,
  from: z.enum(["customer", "bot", "person"]),
  /** The member who wrote, if it was one of ours; null for a person in the platform's own inbox. */
  author: Member.nullable(),
  /** From a customer: words and files, the title of what they pressed, or the emoji of a reaction. */
  input: z
    .strictObject({
      kind: z.enum(["message", "press", "referral", "follow", "reaction", "comment"]),
      text: z.string(),
      attachments: z.array(Attachment),
      is_deleted: z.boolean(),
      /** The text is that of the last edit. */
      is_edited: z.boolean(),
      /** The customer has mentioned the page in their story, or has replied to a story of the page. */
      story: z.enum(["mention", "reply"]).nullable(),
      came_by: CameBy.nullable(),
      /** The message that the customer answered to, where the platform tells. */
      quoted: QuotedMessage.nullable(),
    })
    .nullable(),
  /**
   * To a customer: the message as it was filled in (see `OutgoingContent`); null for an echo of the platform's own
   * inbox. `{ "type": "reaction", "emoji": "👍", "about": { "id": 7 } }` is a reaction to the customer's message 7, which
   * replaces the page's reaction before it; with null as its emoji, that one is taken back.
   */
  content: z.json().nullable(),
  /** To a customer: their message that this one answers. */
  quoted: QuotedMessage.nullable(),
  /** Words of a person who wrote in the platform's own inbox. */
  echo: z.string().nullable(),
  /** The person has taken those words back, or changed them. */
  echo_change: z.enum(["deleted", "edited"]).nullable(),
  state: z.enum(["received", "queued", "sending", "sent", "delivered", "seen", "failed"]),
  /** When the next attempt is due, while it waits for one. */
  due_at: Time.nullable(),
  /** Why it failed: a code (`docs/reliability.md` lists them), and the platform's own words. */
  reason: z.string().nullable(),
  /** The platform's code of the error, if it gave one. */
  error_code: z.string().nullable(),
  /** Indexes of pressables that the customer pressed (see `listPressables`). */
  clicked: z.array(z.int()),
  possible_duplicate: z.boolean(),
  /** The parts that the channel could not show as they were made (see `RenderNote`). */
  notes: z.json().nullable(),
  flow: z.strictObject({ id: Id, step: z.string().nullable(), name: z.string().nullable() }).nullable(),
  can_retry: z.boolean(),
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** The lists of the inbox. */
export const InboxFilter = z.enum(["waiting", "mine", "all", "unread", "snoozed", "failed", "done"]);

const MessagingWindow = z.strictObject({
  /** Until when a free message may be sent; null if the channel has no such rule or the window is closed. */
  open_until: Time.nullable(),
  is_open: z.boolean(),
  /** Templates can be sent while it is closed (WhatsApp). */
  takes_templates: z.boolean(),
  /** Message tags that a person may use while it is closed (Messenger's HUMAN_AGENT). */
  tags: z.array(z.string()),
});

export const conversations = {
  "GET /pages/:page_id/conversations": {
    scope: "page",
    permission: "look",
    summary: "List conversations",
    description:
      "The page's conversations by last activity, newest first; those who wait by their time, the longest wait first. `member` narrows a list to conversations that are assigned to a member; `view` is a saved view, in place of both. `search` finds names, and words of messages that no flow has sent, accents folded. `next` is the `before` of the next page; there may be fewer conversations than `limit` before it.",
    params: inPage,
    query: z.strictObject({
      filter: InboxFilter.default("all"),
      view: WireId.optional(),
      member: z.string().min(1).max(100).optional(),
      search: z.string().max(200).optional(),
      before: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(40),
    }),
    reply: z.strictObject({
      conversations: z.array(Conversation),
      next: z.string().nullable(),
      /** Counts of the filters, each at most 1,000; on the first page without a search or a view only. */
      counts: z
        .strictObject({ unread: z.int(), waiting: z.int(), snoozed: z.int(), failed: z.int(), mine: z.int() })
        .nullable(),
    }),
    errors: ["not_found", "unavailable"],
  },
  "GET /pages/:page_id/conversations/:psid": {
    scope: "page",
    permission: "look",
    summary: "Get a conversation",
    description:
      "One line of the inbox, with the messaging window and who looks at it now. A customer who types stands there too, with their psid as user_id.",
    params: inConversation,
    reply: z.strictObject({
      conversation: Conversation,
      window: MessagingWindow,
      present: z.array(z.strictObject({ user_id: z.string(), name: z.string(), is_typing: z.boolean() })),
    }),
  },
  "GET /pages/:page_id/conversations/:psid/messages": {
    scope: "page",
    permission: "look",
    summary: "List messages",
    description:
      "The messages of a conversation, oldest first: the newest ones, those before an id, or those after one. `only` leaves those with orders and payments, among the customer's newest 1,000.",
    params: inConversation,
    query: z.strictObject({
      before: WireId.optional(),
      after: WireId.optional(),
      only: z.enum(["purchases"]).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(40),
    }),
    reply: z.strictObject({
      messages: z.array(ConversationMessage),
      /** There are older ones before the first or, with `after`, newer ones after the last. */
      has_more: z.boolean(),
    }),
  },
} satisfies ManagementContract;
