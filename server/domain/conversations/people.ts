import { setTimeout as sleep } from "node:timers/promises";
import type { ConversationMessage } from "@banter/core/api/management/conversations.ts";
import type { PersonEvent } from "@banter/core/flow/event.ts";
import type { Content } from "@banter/core/model/content/content.ts";
import { customerNotFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { listMessagesOfSend } from "../../store/conversations/messages/of-send.ts";
import { isSendHandled } from "../../store/conversations/messages/sends.ts";
import { hashRequest } from "../hashes.ts";
import { type Addressee, checkDraft, checkFlow, getAddressee } from "../sending/checks.ts";
import { notAssignedYet } from "../sending/sends.ts";
import { messageForms } from "./message-form.ts";

/** The conversation, and the member who acts in it. `key` makes the action safe to repeat. */
type Acting = { pageId: string; psid: string; userId: string; key?: string | undefined };

type Written = { content: Content; messageTag: string | null };

/**
 * Sends content as a person and returns the messages that it became. There are none yet if the node that runs the page
 * has not handled it within a few seconds: it is stored, and the conversation shows it when it is.
 */
export async function writeAsPerson(
  deps: Deps,
  acting: Acting,
  { content, messageTag }: Written,
): Promise<ConversationMessage[]> {
  const addressee = await getKnown(deps, acting);
  await checkDraft(deps, addressee, { content, messageTag, payload: {}, path: "/content" });
  const tag = messageTag === null ? {} : { messageTag };
  const event = { type: "person_message", content, ...tag, userId: acting.userId, sendId: notAssignedYet } as const;
  const { mailId } = await accept(deps, acting, event);
  await whenHandled(deps, acting.pageId, mailId);
  return messageForms(await listMessagesOfSend(deps.db, acting.pageId, mailId));
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
const pollMs = 50;

/** Direct mail is handled when it is accepted; mail of a page on another node is a moment later. */
async function whenHandled({ db }: Pick<Deps, "db">, pageId: string, mailId: number): Promise<void> {
  const endAt = performance.now() + maxWaitMs;
  while (!(await isSendHandled(db, pageId, mailId)) && performance.now() < endAt) await sleep(pollMs);
}
