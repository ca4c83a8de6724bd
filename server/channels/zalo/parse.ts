import { zalo as facts } from "@banter/core/channels/zalo/facts.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { InboundEvent, Parsed } from "../inbound.ts";
import { attachmentsOf } from "./attachments.ts";
import { Body, type Message } from "./body.ts";
import { phoneOf } from "./customer.ts";
import { payloadOf } from "./payload.ts";

/** The page of a body. Either side of the event may be the account; the other side's id belongs to no page. */
export function pagesIn(body: unknown): string[] {
  const { data } = Body.safeParse(body);
  const ids = [data?.oa_id, data?.sender?.id, data?.recipient?.id].filter((id) => id !== undefined);
  return [...new Set(ids.map((id) => `${facts.pagePrefix}${id}`))];
}

/** Reads a webhook body, which is one event. Throws if it is none. */
export function parse(given: unknown, pageId: string): Parsed {
  const body = Body.parse(given);
  const customer = customerOf(body, pageId.slice(facts.pagePrefix.length));
  if (customer === undefined) return { events: [], unknown: [`${body.event_name}: from no person of this account`] };
  const read = Object.hasOwn(kinds, body.event_name) ? kinds[body.event_name] : undefined;
  const found = read?.(body);
  if (!found) return { events: [], unknown: [body.event_name] };
  const psid = `${facts.customerPrefix}${customer}`;
  return { events: found.map((each) => ({ psid, sequence: body.timestamp, ...each })), unknown: [] };
}

type Found = Omit<InboundEvent, "psid" | "sequence">;

/** Undefined for an event that cannot be read. */
type Reader = (body: Body) => Found[] | undefined;

const messages = ["text", "image", "gif", "link", "audio", "video", "sticker", "location", "business_card", "file"];
const echoes = ["text", "image", "gif", "file", "sticker", "list", "template", "link"];

/** Groups, calls and people who are not logged in are left out: nothing that a page sends would reach them here. */
const kinds: Record<string, Reader> = {
  ...Object.fromEntries(messages.map((kind) => [`user_send_${kind}`, messageEvents])),
  ...Object.fromEntries(echoes.map((kind) => [`oa_send_${kind}`, echoEvents])),
  user_submit_info: infoEvents,
  user_received_message: reporter("delivered"),
  user_seen_message: reporter("seen"),
  follow: (body) => [
    { event: { type: "reach", isReachable: true }, key: keyOf(body, "reach") },
    { event: { type: "follow" }, key: keyOf(body) },
  ],
  unfollow: (body) => [{ event: { type: "reach", isReachable: false }, key: keyOf(body) }],
};

/** The id of the person in an event of this account. */
function customerOf({ oa_id, sender, recipient, follower }: Body, oaId: string): string | undefined {
  if (follower && (oa_id ?? recipient?.id ?? oaId) === oaId) return follower.id;
  if (recipient?.id === oaId) return sender?.id;
  if (sender?.id === oaId) return recipient?.id;
  return oa_id === oaId ? (sender ?? recipient)?.id : undefined;
}

function messageEvents({ event_name, message, attachments: beside }: Body): Found[] | undefined {
  if (message?.msg_id === undefined) return undefined;
  const attachments = message.attachments ?? beside;
  const event = eventOf(event_name.replace("user_send_", ""), { ...message, attachments });
  return event && [{ event, key: message.msg_id }];
}

/** A message that is more than a text counts as one of its kind, although nothing in it can be read. */
function eventOf(kind: string, { text = "", attachments, quote_msg_id }: Message): MailEvent | undefined {
  const payload = payloadOf(text);
  if (payload !== undefined) return { type: "payload", payload };
  const read = attachmentsOf(attachments, text);
  const files = read.length === 0 && text === "" && kind !== "text" ? attachmentsOf([{ type: kind }], "") : read;
  if (text === "" && files.length === 0) return undefined;
  return {
    type: "message",
    text: files.some(({ type }) => type === "location") ? "" : text,
    ...(files.length > 0 && { attachments: files }),
    ...(quote_msg_id !== undefined && { quoted: { platformId: quote_msg_id } }),
  };
}

/**
 * Messages of staff in Zalo's own inbox name their author. Others were sent by us or another app; whether their ids are
 * those of our answers is not confirmed, so that they must not count as a person's.
 */
function echoEvents({ sender, message }: Body): Found[] | undefined {
  if (message?.msg_id === undefined) return undefined;
  if (sender?.admin_id === undefined) return [];
  const { msg_id: platformId, text } = message;
  const event = { type: "echo", platformId, messageId: null, isPerson: true, ...(text && { text }) } as const;
  return [{ event, key: `${platformId} echo` }];
}

function reporter(status: "delivered" | "seen"): Reader {
  return (body) => {
    const { msg_id, msg_ids = [] } = body.message ?? {};
    const platformIds = msg_id === undefined ? msg_ids : [msg_id, ...msg_ids];
    if (platformIds.length === 0) return undefined;
    return [{ event: { type: "report", status, about: { platformIds } }, key: `${platformIds[0]} ${status}` }];
  };
}

/** The customer has shared who they are: the phone number answers the question for it. */
function infoEvents(body: Body): Found[] | undefined {
  const answers = Object.fromEntries(
    Object.entries(body.info ?? {}).flatMap(([name, value]) =>
      value === "" || value === null ? [] : [[name, typeof value === "object" ? JSON.stringify(value) : String(value)]],
    ),
  );
  if (Object.keys(answers).length === 0) return undefined;
  const phone = phoneOf(answers.phone);
  const attachments = [{ type: "form" as const, form: { answers } }];
  const facts = { ...(answers.name && { firstName: answers.name }), ...(phone && { phone }) };
  return [{ event: { type: "message", text: phone ?? "", attachments }, key: keyOf(body), facts }];
}

/** For events without an id of their own. */
function keyOf({ event_name, timestamp, sender, follower }: Body, part = ""): string {
  return [event_name, (follower ?? sender)?.id, timestamp, part].filter((each) => each !== "").join(" ");
}
