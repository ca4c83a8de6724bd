import { z } from "zod";
import { Id } from "../../model/id.ts";
import { Conversation } from "./conversations.ts";
import { FlowMember } from "./flow-presence.ts";

/**
 * The events of `GET /api/v1/pages/:page_id/events`, a stream of server-sent events, one for each tab of the console. The
 * event's name is its `type`. Only `conversation` events have an id: a client that comes back with `Last-Event-ID` gets every
 * conversation that has changed since, once, in its newest form. All other events are hints to read again.
 */
export const PageEvent = z.discriminatedUnion("type", [
  /** A conversation has changed. Its `changed` is the event's id. */
  z.strictObject({ type: z.literal("conversation"), conversation: Conversation }),
  /** The customer is gone: erased. */
  z.strictObject({ type: z.literal("conversation_erased"), psid: z.string() }),
  /** States of messages of this conversation have changed: delivered, seen, failed. */
  z.strictObject({ type: z.literal("messages_changed"), psid: z.string() }),
  /** Members who look at this conversation or write in it now. */
  z.strictObject({
    type: z.literal("presence"),
    psid: z.string(),
    members: z.array(z.strictObject({ user_id: z.string(), name: z.string(), is_typing: z.boolean() })),
  }),
  /** A note was added, changed or deleted. */
  z.strictObject({ type: z.literal("notes_changed"), psid: z.string() }),
  /** There is a new notification for members of the page. */
  z.strictObject({ type: z.literal("notification"), id: Id }),
  /** The page's set-up, connection or health has changed. */
  z.strictObject({ type: z.literal("page_changed") }),
  /** A job of the page (an import, an export, a bulk change) has made progress. */
  z.strictObject({ type: z.literal("job_changed"), id: Id }),
  /** A broadcast has made progress, or has changed. */
  z.strictObject({ type: z.literal("broadcast_changed"), id: Id }),
  /** A source of knowledge was read, or has made progress. */
  z.strictObject({ type: z.literal("knowledge_changed"), id: Id }),
  /** An evaluation has run, or has made progress. */
  z.strictObject({ type: z.literal("evaluation_changed"), id: Id }),
  /** A model writes the answer to a call with this name (`POST …/models/ask`): all of it so far, which replaces earlier. */
  z.strictObject({ type: z.literal("model_words"), watch: z.string(), text: z.string() }),
  /** Members who have this flow open in the builder now. */
  z.strictObject({ type: z.literal("flow_presence"), flow_id: Id, members: z.array(FlowMember) }),
  /** This member has saved the flow's draft, which is at this revision now. */
  z.strictObject({
    type: z.literal("draft_saved"),
    flow_id: Id,
    revision: z.int(),
    user: z.strictObject({ user_id: z.string(), name: z.string() }),
  }),
]);
export type PageEvent = z.infer<typeof PageEvent>;

/** Not a route of the contract, whose answers end. */
export const pageEventsPath = "/pages/:page_id/events";
