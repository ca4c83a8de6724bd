import { type Conversation, isShown, type Outgoing, reactionsIn } from "../conversation.ts";
import type { Message } from "../message.ts";

/** A row on the screen: a message with its position in a run of messages by the same side, or the name of a day. */
export type Row =
  | { kind: "day"; key: string; at: string }
  | {
      kind: "message";
      key: string;
      message: Message;
      outgoing?: Outgoing;
      /** The page's reaction to it. */
      reaction?: string;
      isFirst: boolean;
      isLast: boolean;
    };

export function rowsOf({ messages, outbox }: Conversation): Row[] {
  const reactions = reactionsIn(messages);
  const entries = [...messages.map((message) => ({ message })), ...outbox.map(asEntry)].filter(({ message }) =>
    isShown(message),
  );
  return entries.flatMap((entry, index): Row[] => {
    const { message } = entry;
    const before = entries[index - 1]?.message;
    const after = entries[index + 1]?.message;
    // A message of the visitor keeps its key when the stream returns it, so its element is not drawn again.
    const key = message.key ?? String(message.id);
    const isNewDay = !before || dayOf(before) !== dayOf(message);
    const reaction = reactions.get(message.id);
    const row: Row = {
      ...entry,
      ...(reaction && { reaction }),
      kind: "message",
      key,
      isFirst: isNewDay || !before || !isSameRun(before, message),
      isLast: !after || !isSameRun(message, after),
    };
    return isNewDay ? [{ kind: "day", key: `day ${key}`, at: message.at }, row] : [row];
  });
}

function asEntry(outgoing: Outgoing): { message: Message; outgoing: Outgoing } {
  const { key, at, text, file } = outgoing;
  const content = file ? { type: file.type, url: "" } : { type: "text" as const, text };
  return { message: { id: 0, key, at, from: "visitor", ...content, buttons: [], quickReplies: [] }, outgoing };
}

function isSameRun(one: Message, next: Message): boolean {
  const gapMs = Date.parse(next.at) - Date.parse(one.at);
  return one.from === next.from && dayOf(one) === dayOf(next) && gapMs < 5 * 60_000;
}

function dayOf({ at }: Message): string {
  return new Date(at).toDateString();
}
