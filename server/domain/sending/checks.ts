import { needsWindow } from "@banter/core/audience/send-plan.ts";
import { isContact } from "@banter/core/channels/contact.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import { isPsidOf } from "@banter/core/channels/psid.ts";
import type { Content } from "@banter/core/model/content/content.ts";
import { AppError, customerNotFound, flowNotFound, invalidFields } from "@banter/core/model/error.ts";
import type { Payload } from "@banter/core/model/payload.ts";
import type { Channel } from "../../channels/channel.ts";
import { isOutsideWindow } from "../../channels/messaging-window.ts";
import type { Deps } from "../../deps.ts";
import { findFlowStatus, hasTemplate, listMissingFlows } from "../../store/catalog/flows.ts";
import type { Page } from "../../store/catalog/pages.ts";
import type { Recipient } from "../../store/runtime/customers.ts";
import { checkContent } from "./content.ts";

export type Addressee = { page: Page; channel: Channel; psid: string; recipient: Recipient | undefined };

/**
 * The customer to be written to, with their page. `recipient` is undefined for an unknown customer, on channels whose
 * platform decides about strangers.
 */
export async function getAddressee({ lookups, channels }: Deps, pageId: string, psid: string): Promise<Addressee> {
  const [page, recipient] = await Promise.all([lookups.page(pageId), lookups.recipient(pageId, psid)]);
  const channel = page && channels[page.channel];
  if (!page || !channel) throw unreachable("The page's channel is not connected.");
  if (recipient && isContact(psid))
    throw unreachable("This is a contact without a chat: nothing can be sent before they write.");
  if (!isPsidOf(page.channel, psid)) {
    const { title } = channelFacts[page.channel];
    throw invalidFields([{ path: "/psid", message: `must be a customer's id on ${title}` }]);
  }
  if (!recipient && !channel.outbound) throw customerNotFound();
  if (recipient?.isBlocked) throw unreachable("The customer is blocked: unblock them first.");
  if (recipient?.unreachable) throw unreachable("The customer cannot be reached on this channel.");
  return { page, channel, psid, recipient };
}

/** Throws unless the flow can be started for the customer now. */
export async function checkFlow(
  { db }: Pick<Deps, "db">,
  { page, channel, recipient }: Addressee,
  flowId: number,
): Promise<void> {
  const flow = await findFlowStatus(db, page.id, flowId);
  if (!flow) throw flowNotFound();
  if (!flow.isPublished) throw new AppError("flow_not_published", "The flow is a draft: publish it first.");
  if (!flow.isOn) throw new AppError("flow_not_published", "The flow is switched off: switch it on first.");
  if (isLate(channel, recipient) && !(await hasTemplate(db, page.id, flowId))) throw tooLate();
}

export type Draft = { content: Content; messageTag: string | null; payload: Payload; path: string };

/** Throws unless the content can be sent to the customer now. `path` is the place of the content in the caller's body. */
export async function checkDraft(
  deps: Pick<Deps, "db" | "baseUrl">,
  addressee: Addressee,
  draft: Draft,
): Promise<void> {
  const { page, channel, psid, recipient } = addressee;
  const { content, messageTag } = draft;
  const missing = await listMissingFlows(deps.db, page.id, flowsIn(content));
  if (missing.length > 0) throw flowNotFound();
  checkTag(channel, messageTag);
  await checkContent(deps, page, channel, { ...draft, psid, recipient });
  const needsOpenWindow = content.messages.some((message) => needsWindow(message, messageTag));
  if (needsOpenWindow) checkWindow({ channel, recipient });
}

/** Throws if a message without a tag is too late. */
export function checkWindow({ channel, recipient }: Pick<Addressee, "channel" | "recipient">): void {
  if (isLate(channel, recipient)) throw tooLate();
}

const unreachable = (message: string) => new AppError("customer_unreachable", message);

function checkTag({ outbound }: Channel, messageTag: string | null): void {
  if (messageTag === null || outbound?.window?.tags.includes(messageTag)) return;
  throw invalidFields([{ path: "/message_tag", message: "must be a tag that the channel knows" }]);
}

const isLate = ({ outbound }: Channel, recipient: Recipient | undefined) =>
  isOutsideWindow(outbound?.window ?? null, recipient?.silentSeconds ?? null);

const tooLate = () =>
  new AppError("outside_messaging_window", "The customer last wrote too long ago for a message without a tag.");

function flowsIn({ messages, quick_replies = [] }: Content): number[] {
  const buttons = messages.flatMap((message) => [
    ...("buttons" in message ? (message.buttons ?? []) : []),
    ...(message.type === "cards" ? message.elements.flatMap((card) => card.buttons ?? []) : []),
  ]);
  return [...buttons, ...quick_replies].flatMap((item) => ("flow_id" in item ? [item.flow_id] : []));
}
