import type { Reaction } from "@banter/core/flow/outgoing.ts";
import type { Message } from "../queries.ts";

/** The page's reaction that a message is; undefined for other messages. */
export function reactionOf({ content }: Pick<Message, "content">): Pick<Reaction, "emoji" | "about"> | undefined {
  const stored = content as { type?: string } | null;
  return stored?.type === "reaction" ? (stored as Reaction) : undefined;
}

/** A reaction is shown below the message that it is about, unless it has failed and somebody must decide about it. */
export const isOwnBubble = (message: Message): boolean =>
  reactionOf(message) === undefined || (message.state === "failed" && message.reason !== "dropped");

/** The page's reactions by the customer's messages. The newest one counts, unless it has failed. */
export function reactionsIn(messages: readonly Message[]): ReadonlyMap<number, Message> {
  const found = new Map<number, Message>();
  for (const message of messages) {
    const reaction = reactionOf(message);
    if (!reaction || message.state === "failed") continue;
    if (reaction.emoji === null) found.delete(reaction.about.id);
    else found.set(reaction.about.id, message);
  }
  return found;
}
