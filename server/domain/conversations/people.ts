import { setTimeout as sleep } from "node:timers/promises";
import type { ConversationMessage } from "@banter/core/api/management/conversations.ts";
import { findReaction, reactionsOn } from "@banter/core/channels/reactions.ts";
import type { PersonEvent } from "@banter/core/flow/event.ts";
import type { Content } from "@banter/core/model/content/content.ts";
import { AppError, customerNotFound, invalidFields } from "@banter/core/model/error.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { listMessagesOfSend } from "../../store/runtime/messages/of-send.ts";
import { isSendHandled } from "../../store/runtime/messages/sends.ts";
import type { TurnEntry } from "../../store/runtime/thread-entry.ts";
import { hashRequest } from "../hashes.ts";
import { type Addressee, checkDraft, checkFlow, checkWindow, getAddressee } from "../sending/checks.ts";
import { notAssignedYet } from "../sending/sends.ts";
import { getAnswered } from "./answered-message.ts";
import { messageForms } from "./message-form.ts";

/** The conversation, and the member who acts in it. `key` makes the action safe to repeat. */
type Acting = { pageId: string; psid: string; userId: string; key?: string | undefined };

type Written = { content: Content; messageTag: string | null; replyTo?: number | undefined };

/**
 * Sends content as a person and returns the messages that it became. There are none yet if the node that runs the page
 * has not handled it within a few seconds: it is stored, and the conversation shows it when it is.
 */
export async function writeAsPerson(
  deps: Deps,
  acting: Acting,
  { content, messageTag, replyTo }: Written,
): Promise<ConversationMessage[]> {
  const addressee = await getKnown(deps, acting);
  const answered = replyTo === undefined ? undefined : await getAnswered(deps, acting, addressee.channel, replyTo);
  await checkDraft(deps, addressee, { content, messageTag, payload: {}, path: "/content" });
  const tag = messageTag === null ? {} : { messageTag };
  const quoted = answered && { quoted: answered.reference };
  const { userId } = acting;
  const event = { type: "person_message", content, ...tag, ...quoted, userId, sendId: notAssignedYet } as const;
  return acceptAndList(deps, acting, event, answered?.turn);
}

/** Reacts to a message of the customer; null takes the page's reaction back. Returns the reaction as it is stored. */
export async function reactAsPerson(
  deps: Deps,
  acting: Acting,
  messageId: number,
  emoji: string | null,
): Promise<ConversationMessage[]> {
  const addressee = await getKnown(deps, acting);
  const { channel } = addressee;
  const known = checkReaction(channel, emoji);
  const { turn, reference } = await getAnswered(deps, acting, channel, messageId);
  if (channel.outbound !== null && reference.platformId === undefined)
    throw unsupported("The platform has not told the id of this message.");
  checkWindow(addressee);
  const { userId } = acting;
  const event = { type: "person_reaction", emoji: known, about: reference, userId, sendId: notAssignedYet } as const;
  return acceptAndList(deps, acting, event, turn);
}

/** The emoji as the channel writes it. */
function checkReaction({ type, title }: Channel, emoji: string | null): string | null {
  const offered = reactionsOn(type);
  if (offered.length === 0) throw unsupported(`A page cannot react to messages on ${title}.`);
  if (emoji === null) return null;
  const known = findReaction(type, emoji);
  if (known === undefined)
    throw invalidFields([{ path: "/emoji", message: `must be one that ${title} takes: ${offered.join(" ")}` }]);
  return known;
}

const unsupported = (message: string) => new AppError("unsupported_content", message);

/** Accepts what a member sends and returns it as it is stored, with the customer's message that it is about. */
async function acceptAndList(
  deps: Deps,
  acting: Acting,
  event: PersonEvent,
  about: TurnEntry | undefined,
): Promise<ConversationMessage[]> {
  const { mailId } = await accept(deps, acting, event);
  await whenHandled(deps, acting, mailId);
  return messageForms(await listMessagesOfSend(deps.db, acting.pageId, mailId), about ? [about] : []);
}

/** Starts a flow for the customer, also while the bot is paused. */
export async function startFlow(deps: Deps, acting: Acting, flowId: number): Promise<void> {
  await checkFlow(deps, await getKnown(deps, acting), flowId);
  await accept(deps, acting, { type: "start_flow", flowId, userId: acting.userId, sendId: notAssignedYet });
}

/** The bot is silent for that long or, with null, until the conversation is given back. */
export async function pauseBot(deps: Deps, acting: Acting, minutes: number | null): Promise<void> {
  await checkCustomer(deps, acting);
  await accept(deps, acting, {
    type: "pause",
    seconds: minutes === null ? null : minutes * 60,
    userId: acting.userId,
  });
}

/** Ends the pause and an open hand-over. */
export async function giveBack(deps: Deps, acting: Acting): Promise<void> {
  await checkCustomer(deps, acting);
  await accept(deps, acting, { type: "resume", userId: acting.userId });
}

/** Throws if the page has no such customer. */
async function checkCustomer({ lookups }: Deps, { pageId, psid }: Acting): Promise<void> {
  if (!(await lookups.recipient(pageId, psid))) throw customerNotFound();
}

/** Puts the action into the customer's mailbox. A key that is known is not accepted again. */
function accept(
  deps: Pick<Deps, "accept">,
  { pageId, psid, key }: Acting,
  event: PersonEvent | { type: "resume"; userId: string },
): Promise<{ mailId: number }> {
  const repeatable = key === undefined ? {} : { key: `person ${psid} ${key}`, bodyHash: hashRequest(event) };
  return deps.accept({ pageId, psid, event, ...repeatable });
}

/** Members write to customers whom they see, never to strangers. */
async function getKnown(deps: Deps, acting: Acting): Promise<Addressee> {
  await checkCustomer(deps, acting);
  return getAddressee(deps, acting.pageId, acting.psid);
}

const maxWaitMs = 5000;

/** Direct mail is handled when it is accepted; mail of a page on another node, when the commit there is signalled. */
async function whenHandled({ db, hub }: Deps, { pageId, psid }: Acting, mailId: number): Promise<void> {
  const end = sleep(maxWaitMs, "end" as const, { ref: false });
  let signal = Promise.withResolvers<void>();
  const unsubscribe = hub.subscribe({ pageId, psid }, () => signal.resolve());
  try {
    while (!(await isSendHandled(db, pageId, mailId))) {
      if ((await Promise.race([signal.promise, end])) === "end") return;
      signal = Promise.withResolvers();
    }
  } finally {
    unsubscribe();
  }
}
