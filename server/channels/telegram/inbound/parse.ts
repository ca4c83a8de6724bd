import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import type { z } from "zod";
import type { CustomerProfile, InboundEvent, Parsed } from "../../inbound.ts";
import { payloadOfCommand } from "../commands.ts";
import { refOf } from "../start-parameter.ts";
import { attachmentOf, readMiniApp, readOther, readPayment, readRefund } from "./content.ts";
import { MessageReaction, reactionEvent } from "./reaction.ts";
import { CallbackQuery, ChatMemberUpdated, Message, Update, type User } from "./update.ts";

/** Reads a webhook body, which is one update. Its id identifies repetitions and gives the order. */
export function parse(body: unknown): Parsed {
  const { update_id, ...members } = Update.parse(body);
  const events: InboundEvent[] = [];
  const unknown: string[] = [];
  for (const [kind, value] of Object.entries(members)) {
    // Answered at once; the payment itself follows as a message.
    if (kind === "pre_checkout_query") continue;
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

const kinds: Record<string, (value: unknown) => ParsedUpdate> = {
  message: reader(Message, (message) => {
    if (message.chat.type !== "private") return { leftOut: "not in a private chat" };
    if (!message.from || message.from.is_bot) return { leftOut: "from no person" };
    const event = eventOf(message);
    if (!event) return { leftOut: contentOf(message) };
    return { psid: psidOf(message.from), event, facts: { ...factsOf(message.from), ...phoneOf(message) } };
  }),

  /** Its first version was answered. */
  edited_message: reader(Message, ({ message_id, chat, from, text, caption }) => {
    if (chat.type !== "private") return { leftOut: "not in a private chat" };
    if (!from || from.is_bot) return { leftOut: "from no person" };
    const words = text ?? caption;
    // A live location moves, and its message is edited with every step.
    if (words === undefined) return { leftOut: "without text" };
    return { psid: psidOf(from), event: { type: "edit", platformId: String(message_id), text: words } };
  }),

  callback_query: reader(CallbackQuery, ({ from, message, data }) => {
    if (message?.chat.type !== "private") return { leftOut: "not in a private chat" };
    if (data === undefined) return { leftOut: "without data" };
    const isOurs = parsePressPayload(data) !== undefined;
    const event: MailEvent = isOurs
      ? { type: "payload", payload: data }
      : { type: "message", text: titleOf(message, data) };
    return { psid: psidOf(from), event, facts: factsOf(from) };
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

/** A button that another tool has made counts as the words on it. */
function titleOf(message: z.output<typeof CallbackQuery>["message"], data: string): string {
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? [];
  return buttons.find(({ callback_data }) => callback_data === data)?.text || data;
}

/** Undefined for messages of the chat itself, in which the customer says nothing: a pinned message. */
function eventOf(message: Message): MailEvent | undefined {
  const key = String(message.message_id);
  const event = contentEvent(message);
  return event && withQuoted(withAlbum("key" in event ? event : { ...event, key }, key, message), message);
}

/** The pictures of an album are messages of their own. */
function withAlbum(event: Content, key: string, { media_group_id: album }: Message): Content {
  if (event.type !== "message" || !event.attachments || album === undefined) return event;
  return { ...event, attachments: event.attachments.map((each) => ({ ...each, key })), album };
}

function contentEvent(message: Message): Content | undefined {
  const { text, caption = "", web_app_data: sent, successful_payment: paid, refunded_payment: refunded } = message;
  if (text !== undefined) return textEvent(text);
  if (sent) return { type: "message", ...readMiniApp(sent) };
  if (paid) return { type: "message", text: "", attachments: [readPayment(paid)] };
  if (refunded) return { type: "message", text: "", attachments: [readRefund(refunded)] };
  const { phone } = phoneOf(message);
  if (phone !== undefined) return { type: "message", text: phone };
  const attachment = attachmentOf(message);
  if (attachment) return { type: "message", text: caption, attachments: [attachment] };
  const other = readOther(message);
  return other && { type: "message", ...other };
}

type Content = Extract<MailEvent, { type: "message" | "referral" | "payload" }>;

const maxQuotedLength = 200;

/** Messages of the platform's other bots and devices are not known here, so that the text of the quoted one comes along. */
function withQuoted(event: Content, { reply_to_message: answered }: Message): MailEvent {
  if (event.type !== "message" || !answered) return event;
  const words = (answered.text ?? answered.caption)?.slice(0, maxQuotedLength).toWellFormed();
  return { ...event, quoted: { platformId: String(answered.message_id), ...(words && { text: words }) } };
}

/** `/start` with a parameter comes from a link, a menu command stands for its item, everything else is text. */
function textEvent(text: string): Content {
  const [, parameter] = /^\/start(?:@\w+)?\s+([A-Za-z0-9_-]{1,64})$/.exec(text.trim()) ?? [];
  if (parameter !== undefined) return { type: "referral", ref: refOf(parameter), said: "/start" };
  const payload = payloadOfCommand(text);
  return payload === undefined ? { type: "message", text } : { type: "payload", payload };
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
