import type { Attachment } from "@banter/core/flow/event.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import { formAnswers } from "../form-answers.ts";
import type { InboundEvent, Parsed } from "../inbound.ts";
import { readStartWords } from "../start-words.ts";
import { isNotice } from "./notices.ts";
import { Body, Content, Event, MessageEvent, Postback, Unsend } from "./webhook-event.ts";

/** LINE promises a minute; less leaves time for the call, and for clocks that differ. */
const replySeconds = 30;

/** Reads a webhook body. The id of an event identifies repetitions, its time gives the order. */
export function parse(body: unknown): Parsed {
  const events: InboundEvent[] = [];
  const unknown: string[] = [];
  for (const item of Body.parse(body).events) {
    const { data: event } = Event.safeParse(item);
    if (event && isNotice(event.type)) continue;
    const read = event ? eventOf(event, item) : "unreadable";
    if (typeof read === "string") unknown.push(event ? `${event.type}: ${read}` : read);
    else if (event) events.push(inboundOf(event, read));
  }
  return { events, unknown };
}

function inboundOf(event: Event, given: MailEvent): InboundEvent {
  const { source, webhookEventId, timestamp, replyToken, deliveryContext } = event;
  // A repeated webhook may be old, and its token used up. Edits are not answered.
  const isFresh = replyToken !== undefined && !deliveryContext?.isRedelivery && given.type !== "edit";
  return {
    psid: `ln_${source?.userId}`,
    event: given,
    key: webhookEventId,
    ...(timestamp !== undefined && { sequence: timestamp }),
    ...(isFresh && { reply: { token: replyToken, seconds: replySeconds } }),
  };
}

/** The event for the customer's mailbox, or the reason why there is none. */
function eventOf(event: Event, item: unknown): MailEvent | string {
  const { type, mode, source } = event;
  if (source?.type !== "user") return "not in a chat with one person";
  if (!/^U[0-9a-f]{32}$/.test(source.userId ?? "")) return "from no known person";
  // Another program of the account has the conversation.
  if (mode === "standby") return "standby";
  return readers[type]?.(item) ?? "unknown";
}

const readers: Record<string, (item: unknown) => MailEvent | string | undefined> = {
  message(item) {
    const { data } = MessageEvent.safeParse(item);
    return data && messageEvent(data.message);
  },
  postback(item) {
    const { data } = Postback.safeParse(item);
    return data && pressEvent(data.postback);
  },
  follow: () => ({ type: "follow" }),
  unfollow: () => ({ type: "reach", isReachable: false }),
  messageEdited(item) {
    const { data } = MessageEvent.safeParse(item);
    const { text } = Content.safeParse(data?.message).data ?? {};
    return data && text !== undefined ? { type: "edit", platformId: data.message.id, text } : undefined;
  },
  unsend(item) {
    const { data } = Unsend.safeParse(item);
    return data && { type: "deletion", platformId: data.unsend.messageId };
  },
};

/** A press of a rich menu or a date picker that another tool has made counts as the words in its data. */
function pressEvent({ data, params = {} }: Postback["postback"]): MailEvent | string {
  if (parsePressPayload(data)) return { type: "payload", payload: data };
  // The customer has opened another page of the menu, and has said nothing.
  if (params.newRichMenuAliasId !== undefined) return "another rich menu";
  const answers = formAnswers(params);
  const hasPicked = Object.keys(answers).length > 0;
  return { type: "message", text: data, ...(hasPicked && { attachments: [{ type: "form", form: { answers } }] }) };
}

type Message = { id: string; type: string };

/** The event has the message's id as its key, by which the customer can take the message back. */
function messageEvent(message: Message): MailEvent | undefined {
  const content = Content.parse(message);
  const { id, type } = message;
  if (type === "text") return content.text === undefined ? undefined : textEvent(id, content.text, content);
  const album = content.imageSet?.id;
  const attachments = [{ ...attachmentOf(message, content), ...(album !== undefined && { key: id }) }];
  const event = { type: "message", text: content.text ?? "", attachments, key: id } as const;
  return withQuoted({ ...event, ...(album !== undefined && { album }) }, content);
}

function textEvent(key: string, text: string, content: Content): MailEvent {
  const start = readStartWords(text);
  if (!start) return withQuoted({ type: "message", text, key }, content);
  const { ref, rest } = start;
  if (rest === "") return { type: "referral", ref, said: "/start", key };
  return withQuoted({ type: "message", text: rest, key, referral: { ref } }, content);
}

/** The message that is answered, and the token by which this one can be answered. The token has no end. */
function withQuoted(
  event: Extract<MailEvent, { type: "message" }>,
  { quotedMessageId, quoteToken }: Content,
): MailEvent {
  return {
    ...event,
    ...(quotedMessageId !== undefined && { quoted: { platformId: quotedMessageId } }),
    ...(quoteToken !== undefined && { quoteToken }),
  };
}

const media = ["image", "video", "audio", "file"] as const;

/** LINE keeps files by the id of their message, unless an address elsewhere is given. */
function attachmentOf({ id, type }: Message, content: Content): Attachment {
  const kind = media.find((each) => each === type);
  if (kind) {
    const { contentProvider, fileName } = content;
    const url = contentProvider?.type === "external" ? contentProvider.originalContentUrl : undefined;
    if (url !== undefined) return { type: kind, url };
    return { type: kind, media: { id, ...(fileName && { name: fileName }) } };
  }
  if (type === "location") return placeOf(content);
  if (type === "sticker" && content.stickerId) return { type: "image", url: stickerUrl(content.stickerId) };
  return { type: "other" };
}

function placeOf({ latitude, longitude, title, address }: Content): Attachment {
  if (latitude === undefined || longitude === undefined) return { type: "location" };
  const url = `https://www.google.com/maps?q=${latitude},${longitude}`;
  return { type: "location", url, latitude, longitude, ...(title && { title }), ...(address && { address }) };
}

/** Not documented: third parties show stickers by this address. */
const stickerUrl = (id: string) =>
  `https://stickershop.line-scdn.net/stickershop/v1/sticker/${encodeURIComponent(id)}/android/sticker.png`;
