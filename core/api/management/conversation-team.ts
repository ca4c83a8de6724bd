import { z } from "zod";
import { SegmentCondition } from "../../flow/conditions/rule.ts";
import { Id, WireId } from "../../model/id.ts";
import { text } from "../../model/text.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { InboxFilter, inConversation, Member } from "./conversations.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});
const Note = z.strictObject({ id: Id, at: Time, author: Member, text: z.string() });
const InboxView = z.strictObject({
  id: Id,
  name: z.string(),
  filter: InboxFilter,
  /** As that of a segment; null for all customers. */
  condition: SegmentCondition.nullable(),
  member: z.string().nullable(),
});
const SavedReply = z.strictObject({ id: Id, name: z.string(), text: z.string() });

/** How members work together on conversations: read marks, assignment, presence, notes, saved replies. */
export const conversationTeam = {
  "PUT /pages/:page_id/conversations/:psid/read": {
    scope: "page",
    permission: "converse",
    isQuiet: true,
    summary: "Mark as read",
    description: "Everything up to this message is read, for all members. With null the conversation is unread again.",
    params: inConversation,
    body: z.strictObject({ through: WireId.nullable() }),
    reply: Done,
  },
  "PUT /pages/:page_id/conversations/:psid/assignee": {
    scope: "page",
    permission: "converse",
    audit: "conversation_assigned",
    summary: "Assign",
    description: "Assigns the conversation to a member of the workspace who may converse, or to nobody.",
    params: inConversation,
    body: z.strictObject({ user_id: z.string().max(100).nullable() }),
    reply: Done,
    errors: ["not_found"],
  },
  "PUT /pages/:page_id/conversations/:psid/state": {
    scope: "page",
    permission: "converse",
    audit: "conversation_settled",
    isMail: true,
    summary: "Finish or snooze",
    description:
      "`done`: everything up to the message `through` is settled, and the bot has the conversation again. `snoozed`: nobody is needed before `until`, or with null before the customer writes. `open`: a person is needed now. What the customer writes after `through` opens the conversation again.",
    params: inConversation,
    body: z.strictObject({
      state: z.enum(["open", "done", "snoozed"]),
      through: WireId,
      until: Time.nullable().optional(),
    }),
    reply: Done,
    errors: ["not_found"],
  },
  "PUT /pages/:page_id/conversations/:psid/presence": {
    scope: "page",
    permission: "look",
    isQuiet: true,
    summary: "Tell presence",
    description: "The caller looks at this conversation, or writes in it. Forgotten after 20 seconds without a call.",
    params: inConversation,
    body: z.strictObject({ state: z.enum(["looking", "typing", "gone"]) }),
    reply: Done,
  },
  "GET /pages/:page_id/conversations/:psid/notes": {
    scope: "page",
    permission: "look",
    summary: "List notes",
    description: "Notes between members about this customer, oldest first. Customers never see them.",
    params: inConversation,
    reply: z.strictObject({ notes: z.array(Note) }),
  },
  "POST /pages/:page_id/conversations/:psid/notes": {
    scope: "page",
    permission: "converse",
    audit: "note_added",
    summary: "Add a note",
    description: "`key` makes the call safe to repeat.",
    params: inConversation,
    body: z.strictObject({ text: text(5000), key: z.string().min(1).max(100).optional() }),
    reply: Note,
  },
  "DELETE /pages/:page_id/conversations/:psid/notes/:note_id": {
    scope: "page",
    permission: "converse",
    audit: "note_deleted",
    summary: "Delete a note",
    description: "Its author and owners may delete a note.",
    params: inConversation.extend({ note_id: WireId }),
    reply: Done,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/inbox_views": {
    scope: "page",
    permission: "look",
    summary: "List saved views",
    description:
      "Lists of the inbox that members open often, by name: a filter, narrowed to customers who meet a condition, or to a member.",
    params: inPage,
    reply: z.strictObject({ inbox_views: z.array(InboxView) }),
  },
  "POST /pages/:page_id/inbox_views": {
    scope: "page",
    permission: "converse",
    audit: "inbox_view_created",
    summary: "Save a view",
    description:
      "All members see it. A page has at most 50. `condition` is as in a segment, and names only what is on the page.",
    params: inPage,
    body: z.strictObject({
      name: text(60),
      filter: InboxFilter,
      condition: SegmentCondition.nullable().default(null),
      member: z.string().min(1).max(100).nullable(),
    }),
    reply: InboxView,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/inbox_views/:view_id": {
    scope: "page",
    permission: "converse",
    audit: "inbox_view_deleted",
    summary: "Delete a saved view",
    description: "The conversations stay.",
    params: inPage.extend({ view_id: WireId }),
    reply: Done,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/saved_replies": {
    scope: "page",
    permission: "look",
    summary: "List saved replies",
    description: "Texts that members send often, by name.",
    params: inPage,
    reply: z.strictObject({ saved_replies: z.array(SavedReply) }),
  },
  "POST /pages/:page_id/saved_replies": {
    scope: "page",
    permission: "converse",
    audit: "saved_reply_created",
    summary: "Create a saved reply",
    description:
      "`{{user_first_name}}` and other variables are filled in when it is sent; `{{user_first_name ?? friend}}` has " +
      "words for customers without a name.",
    params: inPage,
    body: z.strictObject({ name: text(60), text: text(2000) }),
    reply: SavedReply,
    errors: ["conflict"],
  },
  "PATCH /pages/:page_id/saved_replies/:reply_id": {
    scope: "page",
    permission: "converse",
    audit: "saved_reply_changed",
    summary: "Change a saved reply",
    description: "Changes what is given.",
    params: inPage.extend({ reply_id: WireId }),
    body: z.strictObject({ name: text(60).optional(), text: text(2000).optional() }),
    reply: SavedReply,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/saved_replies/:reply_id": {
    scope: "page",
    permission: "converse",
    audit: "saved_reply_deleted",
    summary: "Delete a saved reply",
    description: "Messages that were sent with it stay.",
    params: inPage.extend({ reply_id: WireId }),
    reply: Done,
    errors: ["not_found"],
  },
} satisfies ManagementContract;
