import type { Conversation, Outgoing } from "../conversation.ts";
import type { Message } from "../message.ts";

/** A line of the conversation as it is shown: a message with its place in a run by the same speaker, or a new day. */
export type Row =
  | { kind: "day"; key: string; at: string }
  | { kind: "message"; key: string; message: Message; state?: Outgoing["state"]; isFirst: boolean; isLast: boolean };

export function rowsOf({ messages, outbox }: Conversation): Row[] {
  const entries = [...messages.map((message) => ({ message })), ...outbox.map(asEntry)].filter(
    ({ message }) => message.type !== "unknown",
  );
  return entries.flatMap((entry, index): Row[] => {
    const { message } = entry;
    const before = entries[index - 1]?.message;
    const after = entries[index + 1]?.message;
    // An own message keeps its key when it comes back from the server, so it does not blink.
    const key = message.key ?? String(message.id);
    const isNewDay = !before || dayOf(before) !== dayOf(message);
    const row: Row = {
      ...entry,
      kind: "message",
      key,
      isFirst: isNewDay || !before || !isSameRun(before, message),
      isLast: !after || !isSameRun(message, after),
    };
    return isNewDay ? [{ kind: "day", key: `day ${key}`, at: message.at }, row] : [row];
  });
}

function asEntry({ key, at, text, state }: Outgoing): { message: Message; state: Outgoing["state"] } {
  return { message: { id: 0, key, at, from: "visitor", type: "text", text, buttons: [], quickReplies: [] }, state };
}

function isSameRun(one: Message, next: Message): boolean {
  const gapMs = Date.parse(next.at) - Date.parse(one.at);
  return one.from === next.from && dayOf(one) === dayOf(next) && gapMs < 5 * 60_000;
}

function dayOf({ at }: Message): string {
  return new Date(at).toDateString();
}
