import { z } from "zod";
import { Id, WireId } from "../../model/id.ts";
import { FieldName } from "../../model/names.ts";
import { anyText } from "../../model/text.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { Conversation, inConversation } from "./conversations.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});

const Source = z.strictObject({
  /** By a growth tool's link or code, by an advertisement, by themselves, or not yet: a contact. */
  type: z.enum(["ref", "ad", "direct", "contact"]),
  /** The tool's ref or the advertisement's id. */
  value: z.string().nullable(),
});

/** A line of the list. */
export const CustomerView = z.strictObject({
  psid: z.string(),
  /** First and last name together, or null while they are unknown. */
  name: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  picture_url: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  locale: z.string().nullable(),
  timezone: z.string().nullable(),
  tags: z.array(Id),
  /** Values of custom fields by name. */
  fields: z.record(z.string(), z.string()),
  /** Null until the customer has written. */
  source: Source.nullable(),
  created_at: Time,
  /** The last message in either direction. */
  active_at: Time.nullable(),
  last: Conversation.shape.last.nullable(),
  /** When the customer last wrote or pressed something. */
  last_input_at: Time.nullable(),
  /** A free message can be sent now. */
  is_window_open: z.boolean(),
  /** Why the customer cannot be reached, for example because they have blocked the page; null if they can. */
  unreachable: z.string().nullable(),
  is_blocked: z.boolean(),
  /** Somebody whom a member or a file has named, and who has no chat: nothing can be sent to them. */
  is_contact: z.boolean(),
});
export type CustomerView = z.infer<typeof CustomerView>;

/** A choice of customers: those who meet every condition. */
const filterShape = {
  /** Beginnings of words of name, e-mail, phone number and psid, accents folded. All must be there. */
  search: z.string().max(200).optional(),
  tag: WireId.optional(),
  /** A custom field that has a value, or with `value` that value. */
  field: FieldName.optional(),
  value: z.string().max(500).optional(),
  source: z.enum(["ref", "ad", "direct", "contact"]).optional(),
  /** With `source`: this tool's ref or this advertisement. */
  ref: z.string().max(200).optional(),
  /** They have written within so many days. */
  active_days: z.coerce.number().int().min(1).max(3650).optional(),
  reach: z.enum(["open", "unreachable", "blocked"]).optional(),
};
export const CustomerFilter = z.strictObject(filterShape);
export type CustomerFilter = z.infer<typeof CustomerFilter>;

const CustomerSort = z.enum(["activity", "newest", "name"]);

export const TimelineEntry = z.strictObject({
  id: Id,
  at: Time,
  kind: z.enum([
    ...(["wrote", "pressed", "came", "flow", "person", "edited", "handed_over", "blocked", "note"] as const),
    ...(["followed", "reacted", "commented"] as const),
    ...(["wants_marketing", "refuses_marketing", "number_changed", "filled_form", "goal", "hook"] as const),
    ...(["joined", "parted"] as const),
  ]),
  /** Words of it: the text, the pressed title, the ref, the note. */
  text: z.string().nullable(),
  flow: z.strictObject({ id: Id, name: z.string().nullable() }).nullable(),
  /** The member who did it. */
  user: z.string().nullable(),
});

const Edit = z.strictObject({
  first_name: anyText(200).nullable().optional(),
  last_name: anyText(200).nullable().optional(),
  email: anyText(320).nullable().optional(),
  phone: anyText(50).nullable().optional(),
  add_tags: z.array(WireId).max(100).default([]),
  remove_tags: z.array(WireId).max(100).default([]),
  /** Custom fields by name; null clears one. */
  fields: z.record(FieldName, anyText(5000).nullable()).default({}),
});

/** The people who write to a page. */
export const customers = {
  "GET /pages/:page_id/customers": {
    scope: "page",
    permission: "look",
    summary: "List customers",
    description:
      "The page's customers, filtered. Changes appear in searches and filters within seconds. `next` is the cursor of the next page; a page may have fewer customers than asked for, or none, and still have a next one.",
    params: inPage,
    query: z.strictObject({
      ...filterShape,
      sort: CustomerSort.default("activity"),
      cursor: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.strictObject({
      customers: z.array(CustomerView),
      next: z.string().nullable(),
      /** How many fit, counted up to 10,000; on the first page only. */
      total: z.strictObject({ count: z.int(), is_more: z.boolean() }).nullable(),
    }),
  },
  "GET /pages/:page_id/customers/:psid": {
    scope: "page",
    permission: "look",
    summary: "Get a customer",
    description: "Everything that is known about a customer, and the flow that waits for them.",
    params: inConversation,
    reply: CustomerView.extend({
      gender: z.enum(["MALE", "FEMALE", "UNKNOWN"]),
      address: z.string().nullable(),
      /** At the platform; null if it has none or tells none. */
      user_name: z.string().nullable(),
      waiting: z
        .strictObject({
          flow_id: Id,
          flow: z.string().nullable(),
          step: z.string(),
          for: z.enum(["ask", "delay", "request", "opening"]),
        })
        .nullable(),
      /** The newest advertisement that the customer came by. */
      ad: z
        .strictObject({
          title: z.string().nullable(),
          body: z.string().nullable(),
          url: z.string().nullable(),
          /** Reports conversions back to the advertiser: WhatsApp's `ctwa_clid`. */
          click_id: z.string().nullable(),
        })
        .nullable(),
      /** The customer's last word on the page's news, with its proof; null if they have said none. */
      marketing: z
        .strictObject({
          is_wanted: z.boolean(),
          since: Time,
          /** By the platform, by a word in the chat, by a button, as a member says, or by an action of a flow or a rule. */
          how: z.enum(["platform", "words", "button", "member", "flow", "rule"]),
          words: z.string().nullable(),
        })
        .nullable(),
      /** The words that the visitor has agreed to in the form before the web chat; null if they have agreed to none. */
      form_consent: z.strictObject({ text: z.string(), url: z.string().nullable(), since: Time }).nullable(),
      /** The bot is silent. `until` null: until it is given back. */
      paused: z.strictObject({ until: Time.nullable() }).nullable(),
      /** The customer whom this contact was joined to; null if it was not. */
      joined_to: z.string().nullable(),
    }),
    errors: ["customer_not_found"],
  },
  "GET /pages/:page_id/customers/:psid/timeline": {
    scope: "page",
    permission: "look",
    summary: "List what happened",
    description:
      "The customer's history, newest first: what they wrote, flows that started, changes, hand-overs and notes. `next` is the `before` of the next page; a page may be empty and still have a next one.",
    params: inConversation,
    query: z.strictObject({ before: WireId.optional() }),
    reply: z.strictObject({ entries: z.array(TimelineEntry), next: Id.nullable() }),
  },
  "PATCH /pages/:page_id/customers/:psid": {
    scope: "page",
    permission: "converse",
    audit: "customer_edited",
    isMail: true,
    summary: "Edit a customer",
    description:
      "Changes names, contact, tags and custom fields. Null or an empty text clears a value. Waits until the change is made.",
    params: inConversation,
    body: Edit,
    reply: CustomerView,
    errors: ["customer_not_found", "unavailable"],
  },
  "POST /pages/:page_id/customers/:psid/block": {
    scope: "page",
    permission: "converse",
    audit: "customer_blocked",
    isMail: true,
    summary: "Block a customer",
    description: "Nothing that the customer does is answered, and nothing is sent to them. Their flows end.",
    params: inConversation,
    reply: Done,
    errors: ["customer_not_found", "unavailable"],
  },
  "POST /pages/:page_id/customers/:psid/unblock": {
    scope: "page",
    permission: "converse",
    audit: "customer_unblocked",
    isMail: true,
    summary: "Unblock a customer",
    description: "The page answers the customer again.",
    params: inConversation,
    reply: Done,
    errors: ["customer_not_found", "unavailable"],
  },
  "DELETE /pages/:page_id/customers/:psid": {
    scope: "page",
    permission: "own",
    audit: "customer_erased",
    isMail: true,
    summary: "Erase a customer",
    description:
      "Deletes the customer and everything about them: messages, events, notes, values. Messages on their way are not sent. Numbers of statistics stay. A later message of the same person makes a new customer.",
    params: inConversation,
    reply: Done,
    errors: ["customer_not_found", "unavailable"],
  },
} satisfies ManagementContract;

const inJoin = inConversation.extend({ contact_psid: inConversation.shape.psid });

/** Contacts: people who have no chat yet. They are customers of the page in every list. */
export const contacts = {
  "POST /pages/:page_id/customers": {
    scope: "page",
    permission: "converse",
    audit: "contact_created",
    isMail: true,
    summary: "Make a contact",
    description:
      "Makes a customer without a chat, by a name, an e-mail address or a phone number. Nothing can be sent to them. When they write, they can be joined to the customer that they become.",
    params: inPage,
    body: z.strictObject({
      ...{ first_name: anyText(200).optional(), last_name: anyText(200).optional() },
      ...{ email: anyText(320).optional(), phone: anyText(50).optional() },
      tags: z.array(WireId).max(100).default([]),
      fields: z.record(FieldName, anyText(5000)).default({}),
    }),
    reply: CustomerView,
    errors: ["conflict", "unavailable"],
  },
  "GET /pages/:page_id/customers/:psid/joins": {
    scope: "page",
    permission: "look",
    summary: "List contacts of a customer",
    description:
      "Contacts who may be this customer, because both have the same phone number or e-mail address, and those that were joined to them. Of a contact: customers who may be the contact.",
    params: inConversation,
    reply: z.strictObject({
      proposals: z.array(z.strictObject({ customer: CustomerView, by: z.array(z.enum(["phone", "email"])) })),
      joined: z.array(z.strictObject({ contact: CustomerView, at: Time })),
      /** The customer whom the contact was joined to; null if it was not. */
      joined_to: z.string().nullable(),
    }),
    errors: ["customer_not_found"],
  },
  "PUT /pages/:page_id/customers/:psid/joins/:contact_psid": {
    scope: "page",
    permission: "converse",
    audit: "contact_joined",
    isMail: true,
    summary: "Join a contact to a customer",
    description:
      "Both are the same person: the customer gets the contact's name if they have none, its values where theirs are empty, and its tags. The contact is in no list any more.",
    params: inJoin,
    reply: Done,
    errors: ["customer_not_found", "conflict", "unavailable"],
  },
  "DELETE /pages/:page_id/customers/:psid/joins/:contact_psid": {
    scope: "page",
    permission: "converse",
    audit: "contact_parted",
    isMail: true,
    summary: "Take a join back",
    description:
      "The customer loses what came from the contact, unless it was changed since, and the contact is in the lists again. It is not proposed again.",
    params: inJoin,
    reply: Done,
    errors: ["customer_not_found", "conflict", "unavailable"],
  },
  "POST /pages/:page_id/customers/:psid/joins/:contact_psid/decline": {
    scope: "page",
    permission: "converse",
    audit: "contact_declined",
    isMail: true,
    summary: "Decline a join",
    description: "The contact is somebody else: it is not proposed for this customer again.",
    params: inJoin,
    reply: Done,
    errors: ["customer_not_found", "unavailable"],
  },
} satisfies ManagementContract;
