import type { Attachment } from "@banter/core/flow/event.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { z } from "zod";
import type { CustomerProfile, InboundEvent, Parsed } from "../channel.ts";
import { payloadOfCommand } from "./commands.ts";
import { mediaOf } from "./inbound-media.ts";
import { MessageReaction, reactionEvent } from "./reaction.ts";
import { refOf } from "./start-parameter.ts";
import { CallbackQuery, ChatMemberUpdated, Message, Update, type User } from "./update.ts";

/** Reads a webhook body, which is one update. Its id identifies repetitions and gives the order. */
export function parse(body: unknown): Parsed {
  const { update_id, ...members } = Update.parse(body);
  const events: InboundEvent[] = [];
  const unknown: string[] = [];
  for (const [kind, value] of Object.entries(members)) {
    const parsed = kinds[kind]?.(value);
    if (parsed && "event" in parsed) events.push({ key: `update ${update_id}`, sequence: update_id, ...parsed });
    else unknown.push(parsed ? `${kind}: ${parsed.leftOut}` : kind);
  }
  return { events, unknown };
}

/** Updates of a bot are numbered consecutively, across all kinds. https://core.telegram.org/bots/api#update */
export function numberIn(body: unknown): number | undefined {
  return Update.safeParse(body).data?.update_id;
}

/** The id of a press to acknowledge: the button shows a progress bar until then. */
export function pressOf(body: unknown): string | undefined {
  return CallbackQuery.safeParse(Update.safeParse(body).data?.callback_query).data?.id;
}

type ParsedUpdate = Omit<InboundEvent, "key"> | { leftOut: string };

/** Edited messages are left out: their first version was answered. */
const kinds: Record<string, (value: unknown) => ParsedUpdate> = {
  message: reader(Message, (message) => {
    if (message.chat.type !== "private") return { leftOut: "not in a private chat" };
    if (!message.from || message.from.is_bot) return { leftOut: "from no person" };
    const event = eventOf(message);
    if (!event) return { leftOut: contentOf(message) };
    return { psid: psidOf(message.from), event, facts: { ...factsOf(message.from), ...phoneOf(message) } };
  }),

  callback_query: reader(CallbackQuery, ({ from, message, data }) => {
    if (message?.chat.type !== "private") return { leftOut: "not in a private chat" };
    if (data === undefined) return { leftOut: "without data" };
    return { psid: psidOf(from), event: { type: "payload", payload: data }, facts: factsOf(from) };
  }),

  message_reaction: reader(MessageReaction, (reaction) => {
    if (reaction.chat.type !== "private") return { leftOut: "not in a private chat" };
    if (!reaction.user || reaction.user.is_bot) return { leftOut: "from no person" };
    const event = reactionEvent(reaction);
    return event ? { psid: psidOf(reaction.user), event, facts: factsOf(reaction.user) } : { leftOut: "no new emoji" };
  }),

  my_chat_member: reader(ChatMemberUpdated, ({ chat, from, new_chat_member: { status } }) => {
    if (chat.type !== "private") return { leftOut: "not in a private chat" };
    if (status !== "kicked" && status !== "member") return { leftOut: status };
    return { psid: psidOf(from), event: { type: "reach", isReachable: status === "member" }, facts: factsOf(from) };
  }),
};

/** A malformed member is left out, because Telegram would repeat a refused update for days. */
function reader<Schema extends z.ZodType>(schema: Schema, read: (value: z.output<Schema>) => ParsedUpdate) {
  return (value: unknown): ParsedUpdate => {
    const parsed = schema.safeParse(value);
    return parsed.success ? read(parsed.data) : { leftOut: "unreadable" };
  };
}

/** Undefined for content that no flow can answer: a pinned message, a poll. */
function eventOf(message: Message): MailEvent | undefined {
  const { text, caption = "" } = message;
  if (text !== undefined) return withQuoted(textEvent(text), message);
  const { phone } = phoneOf(message);
  if (phone !== undefined) return { type: "message", text: phone };
  const attachment = attachmentOf(message);
  return attachment && withQuoted({ type: "message", text: caption, attachments: [attachment] }, message);
}

const maxQuotedLength = 200;

/** The numbers of the customer's own messages are not kept, so that the text of the quoted one comes along. */
function withQuoted(event: MailEvent, { reply_to_message: answered }: Message): MailEvent {
  if (event.type !== "message" || !answered) return event;
  const words = (answered.text ?? answered.caption)?.slice(0, maxQuotedLength).toWellFormed();
  return { ...event, quoted: { platformId: String(answered.message_id), ...(words && { text: words }) } };
}

/** `/start` with a parameter comes from a link, a menu command stands for its item, everything else is text. */
function textEvent(text: string): MailEvent {
  const [, parameter] = /^\/start(?:@\w+)?\s+([A-Za-z0-9_-]{1,64})$/.exec(text.trim()) ?? [];
  if (parameter !== undefined) return { type: "referral", ref: refOf(parameter) };
  const payload = payloadOfCommand(text);
  return payload === undefined ? { type: "message", text } : { type: "payload", payload };
}

/** A message has one attachment. Animations are repeated as documents and venues as locations, so the order matters. */
const attachments: [string, Attachment["type"]][] = [
  ["photo", "image"],
  ["sticker", "image"],
  ["animation", "video"],
  ["video", "video"],
  ["video_note", "video"],
  ["audio", "audio"],
  ["voice", "audio"],
  ["document", "file"],
  ["location", "location"],
  ["contact", "other"],
];

/** Files are kept by their ids, because Telegram's addresses of them hold the bot's token. */
function attachmentOf(message: Message): Attachment | undefined {
  const [name, type] = attachments.find(([name]) => message[name] !== undefined) ?? [];
  if (name === undefined || type === undefined) return undefined;
  if (message.location && type === "location") {
    const { latitude, longitude } = message.location;
    return { type, url: `https://www.google.com/maps?q=${latitude},${longitude}`, latitude, longitude };
  }
  const media = mediaOf(name, message[name]);
  return { type, ...(media && { media }) };
}

const common = [
  "message_id",
  "from",
  "chat",
  "date",
  "message_thread_id",
  "business_connection_id",
  "reply_to_message",
];

/** The name of the first field that is not common to all messages. */
function contentOf(message: Message): string {
  return Object.keys(message).find((name) => message[name] !== undefined && !common.includes(name)) ?? "nothing";
}

/** The customer's own number only: a contact may be of another person. */
function phoneOf({ contact, from }: Message): { phone?: string } {
  if (!contact || contact.user_id === undefined || contact.user_id !== from?.id) return {};
  const digits = contact.phone_number.replaceAll(/\D/g, "");
  return digits === "" ? {} : { phone: `+${digits}` };
}

function factsOf({ first_name, last_name, language_code }: User): CustomerProfile {
  return {
    ...(first_name && { firstName: first_name }),
    ...(last_name && { lastName: last_name }),
    ...(language_code && { locale: language_code }),
  };
}

const psidOf = ({ id }: User) => `tg_${id}`;
