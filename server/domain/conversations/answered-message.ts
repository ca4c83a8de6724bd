import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { MessageReference } from "@banter/core/flow/outgoing.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { listTurnEntries } from "../../store/runtime/thread.ts";
import type { TurnEntry } from "../../store/runtime/thread-entry.ts";

export type AnsweredMessage = { turn: TurnEntry; reference: MessageReference };

/** The message of the customer that a member answers or reacts to. Throws if there is none, or if it was deleted. */
export async function getAnswered(
  { db }: Pick<Deps, "db">,
  { pageId, psid }: { pageId: string; psid: string },
  { outbound }: Pick<Channel, "outbound">,
  messageId: number,
): Promise<AnsweredMessage> {
  const [turn] = await listTurnEntries(db, pageId, psid, [messageId]);
  if (turn?.event.type !== "message")
    throw new AppError("not_found", "The customer has sent no such message in this conversation.");
  if (turn.event.isDeleted) throw new AppError("conflict", "The customer has deleted this message.");
  const reference = outbound === null ? ownReference(turn.id, turn.event) : platformReference(turn.id, turn.event);
  return { turn, reference };
}

type Message = Extract<ConversationEvent, { type: "message" }>;

const maxText = 200;

/** The words go along, because visitors read messages one by one. They cannot delete theirs. */
const ownReference = (id: number, { text }: Message): MessageReference => ({ id, text: text.slice(0, maxText) });

/** A key with a space is ours: the platform has given no id. */
function platformReference(id: number, { key, quoteToken }: Message): MessageReference {
  const isPlatforms = key !== undefined && !key.includes(" ");
  return { id, ...(isPlatforms && { platformId: key }), ...(quoteToken !== undefined && { token: quoteToken }) };
}
