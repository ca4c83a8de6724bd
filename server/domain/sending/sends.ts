import { channelFacts } from "@banter/core/channels/index.ts";
import { isPsidOf } from "@banter/core/channels/psid.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { ContentData } from "@banter/core/model/content/content.ts";
import { AppError, flowNotFound, invalidFields } from "@banter/core/model/error.ts";
import type { Payload } from "@banter/core/model/payload.ts";
import type { Channel } from "../../channels/channel.ts";
import { isOutsideWindow, needsWindow } from "../../channels/messaging-window.ts";
import type { Deps } from "../../deps.ts";
import { findFlowStatus, hasTemplate, listMissingFlows } from "../../store/catalog/flows.ts";
import type { Page } from "../../store/catalog/pages.ts";
import type { Recipient } from "../../store/conversations/customers.ts";
import { hashRequest } from "../hashes.ts";
import { checkContent } from "./content.ts";

/** The caller's side of a send. A dry run checks everything and sends nothing. */
export type Sending = { tokenHash: Uint8Array; idempotencyKey: string | undefined; isDryRun: boolean };

type SendFlow = { psid: string; flowId: number; payload: Payload };
type SendContent = { psid: string; data: ContentData; messageTag: string | null; payload: Payload };

/** Starts a flow for a customer. Returns the send's id once it is stored durably; a dry run has none. */
export async function sendFlow(
  deps: Deps,
  pageId: string,
  send: SendFlow,
  sending: Sending,
): Promise<number | undefined> {
  const { channel, recipient } = await getAddressee(deps, pageId, send.psid);
  const flow = await findFlowStatus(deps.db, pageId, send.flowId);
  if (!flow) throw flowNotFound();
  if (!flow.isPublished) throw new AppError("flow_not_published", "The flow is a draft: publish it first.");
  if (isLate(channel, recipient) && !(await hasTemplate(deps.db, pageId, send.flowId))) throw tooLate();
  return store(deps, pageId, send, sending, {
    type: "send_flow",
    flowId: send.flowId,
    payload: send.payload,
    sendId: notAssignedYet,
  });
}

/** Sends content to a customer. Returns the send's id once it is stored durably; a dry run has none. */
export async function sendContent(
  deps: Deps,
  pageId: string,
  send: SendContent,
  sending: Sending,
): Promise<number | undefined> {
  const { page, channel, recipient } = await getAddressee(deps, pageId, send.psid);
  const { content } = send.data;
  const missing = await listMissingFlows(deps.db, pageId, flowsIn(content));
  if (missing.length > 0) throw flowNotFound();
  checkTag(channel, send.messageTag);
  await checkContent(deps, page, channel, { ...send, content, recipient });
  const needsOpenWindow = content.messages.some((message) => needsWindow(message, send.messageTag));
  if (needsOpenWindow && isLate(channel, recipient)) throw tooLate();
  const tag = send.messageTag === null ? {} : { messageTag: send.messageTag };
  return store(deps, pageId, send, sending, {
    type: "send_content",
    content,
    payload: send.payload,
    ...tag,
    sendId: notAssignedYet,
  });
}

/**
 * A send's id is the id of its mail, which `accept` assigns. The event carries this placeholder until a runner handles
 * it: `runner/round/interpret.ts` puts the mail's id in its place.
 */
const notAssignedYet = 0;

async function store(
  { accept }: Deps,
  pageId: string,
  send: SendFlow | SendContent,
  { tokenHash, idempotencyKey, isDryRun }: Sending,
  event: ConversationEvent,
): Promise<number | undefined> {
  if (isDryRun) return undefined;
  const bodyHash = hashRequest([event.type, send]);
  const key = idempotencyKey === undefined ? {} : { key: `api ${idempotencyKey}`, bodyHash };
  const { mailId } = await accept({ pageId, psid: send.psid, event, ...key, tokenHash: Buffer.from(tokenHash) });
  return mailId;
}

type Addressed = { page: Page; channel: Channel; recipient: Recipient | undefined };

/** `recipient` is undefined for an unknown customer, on channels whose platform decides about strangers. */
async function getAddressee({ lookups, channels }: Deps, pageId: string, psid: string): Promise<Addressed> {
  const [page, recipient] = await Promise.all([lookups.page(pageId), lookups.recipient(pageId, psid)]);
  const channel = page && channels[page.channel];
  if (!page || !channel) throw new AppError("customer_unreachable", "The page's channel is not connected.");
  if (!isPsidOf(page.channel, psid)) {
    const { title } = channelFacts[page.channel];
    throw invalidFields([{ path: "/psid", message: `must be a customer's id on ${title}` }]);
  }
  if (!recipient && !channel.knowsStrangers) {
    throw new AppError("customer_not_found", "The page has no such customer.");
  }
  if (recipient?.unreachable)
    throw new AppError("customer_unreachable", "The customer cannot be reached on this channel.");
  return { page, channel, recipient };
}

function checkTag({ window }: Channel, messageTag: string | null): void {
  if (messageTag === null || window?.tags.includes(messageTag)) return;
  throw invalidFields([{ path: "/message_tag", message: "must be a tag that the channel knows" }]);
}

const isLate = ({ window }: Channel, recipient: Recipient | undefined) =>
  isOutsideWindow(window, recipient?.silentSeconds ?? null);

const tooLate = () =>
  new AppError("outside_messaging_window", "The customer last wrote too long ago for a message without a tag.");

function flowsIn({ messages, quick_replies = [] }: ContentData["content"]): number[] {
  const buttons = messages.flatMap((message) => [
    ...("buttons" in message ? (message.buttons ?? []) : []),
    ...(message.type === "cards" ? message.elements.flatMap((card) => card.buttons ?? []) : []),
  ]);
  return [...buttons, ...quick_replies].flatMap((item) => ("flow_id" in item ? [item.flow_id] : []));
}
