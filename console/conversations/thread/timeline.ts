import type { Pending } from "../composer/outbox.ts";
import type { Message, Note } from "../queries.ts";
import { isOwnBubble } from "./reactions.ts";
import type { Thread } from "./read-thread.ts";

export type Item =
  | { type: "day"; key: string; at: string }
  | { type: "message"; key: string; at: string; message: Message }
  | { type: "note"; key: string; at: string; note: Note }
  | { type: "pending"; key: string; at: string; pending: Pending };

/** Messages and notes in the order of time with a line for each day, then what is being sent. Reactions are no items. */
export function timelineOf(thread: Thread, notes: readonly Note[], pending: readonly Pending[]): Item[] {
  const items: Item[] = thread.messages.filter(isOwnBubble).map((message) => ({
    type: "message",
    key: `message ${message.id}`,
    at: message.at,
    message,
  }));
  const first = thread.messages[0];
  // Notes before the first message come with the messages around them.
  const shown = notes.filter(({ at }) => !thread.hasMore || (first && at >= first.at));
  for (const note of shown) {
    const item: Item = { type: "note", key: `note ${note.id}`, at: note.at, note };
    const behind = items.findIndex(({ at }) => at > note.at);
    items.splice(behind === -1 ? items.length : behind, 0, item);
  }
  items.push(...pending.map((one): Item => ({ type: "pending", key: `pending ${one.key}`, at: one.at, pending: one })));
  return withDays(items);
}

function withDays(items: readonly Item[]): Item[] {
  let day = "";
  return items.flatMap((item): Item[] => {
    const its = new Date(item.at).toDateString();
    if (its === day) return [item];
    day = its;
    return [{ type: "day", key: `day ${its}`, at: item.at }, item];
  });
}
