import type { ReplyOf } from "@banter/sdk/manage.ts";
import type { QueryClient } from "@tanstack/react-query";
import { coalesce } from "./coalesce.ts";
import { conversationKeys as keys } from "./keys.ts";
import type { PageEvent, StreamOpened } from "./page-stream.ts";

export type Conversation = ReplyOf<"GET /pages/:page_id/conversations">["conversations"][number];
export type ConversationInfo = ReplyOf<"GET /pages/:page_id/conversations/:psid">;
export type Lines = ReadonlyMap<string, Conversation | null>;

/**
 * Writes an event into the cache. Lines of the inbox come whole, so lists need no request; whatever an event only hints
 * at is read again if a screen shows it.
 */
export function applyPageEvent(client: QueryClient, pageId: string, event: PageEvent | StreamOpened): void {
  const readAgain = (queryKey: readonly unknown[]) =>
    void coalesce(JSON.stringify(queryKey), async () => {
      // A first request that is under way may have been answered before the event: invalidating would keep that answer.
      await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey });
    });
  switch (event.type) {
    case "opened":
      if (!event.isComplete) readAgain(keys.lists(pageId));
      for (const part of ["counts", "one", "thread", "customer", "notes"]) readAgain([...keys.all(pageId), part]);
      readAgain(["notifications"]);
      break;
    case "conversation":
      putLine(client, pageId, event.conversation.psid, event.conversation);
      readAgain(keys.one(pageId, event.conversation.psid));
      readAgain(keys.thread(pageId, event.conversation.psid));
      readAgain(keys.customer(pageId, event.conversation.psid));
      readAgain(keys.counts(pageId));
      break;
    case "conversation_erased":
      putLine(client, pageId, event.psid, null);
      readAgain(keys.one(pageId, event.psid));
      readAgain(keys.counts(pageId));
      break;
    case "messages_changed":
      readAgain(keys.thread(pageId, event.psid));
      break;
    case "presence":
      client.setQueryData<ConversationInfo>(
        keys.one(pageId, event.psid),
        (known) => known && { ...known, present: event.members },
      );
      break;
    case "notes_changed":
      readAgain(keys.notes(pageId, event.psid));
      break;
    case "notification":
      readAgain(["notifications"]);
      break;
    case "job_changed":
      readAgain(["page", pageId, "customers", "jobs"]);
      readAgain(["page", pageId, "customers", "job", event.id]);
      break;
    case "broadcast_changed":
      readAgain(["page", pageId, "broadcasts"]);
      break;
    case "knowledge_changed":
      readAgain(["page", pageId, "knowledge"]);
      break;
    case "evaluation_changed":
      readAgain(["page", pageId, "evaluations"]);
      break;
    case "page_changed":
      readAgain(["page", pageId, "info"]);
      break;
  }
}

/** An older form of a line never replaces a newer one, whichever way they came. */
function putLine(client: QueryClient, pageId: string, psid: string, line: Conversation | null): void {
  // Nothing observes the lines while another screen is open, and no request could bring them back.
  client.setQueryDefaults(keys.lines(pageId), { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData<Lines>(keys.lines(pageId), (lines = new Map()) => {
    const known = lines.get(psid);
    if (line && known && known.changed >= line.changed) return lines;
    return new Map(lines).set(psid, line);
  });
}
