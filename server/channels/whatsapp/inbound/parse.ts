import type { ReportEvent } from "@banter/core/flow/mail-event.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import type { CustomerProfile, InboundEvent, Parsed } from "../../inbound.ts";
import { type Person, personOf, psidOf } from "../address.ts";
import { readCallbackData } from "../callback-data.ts";
import { refusalOf } from "../errors.ts";
import { readMessage, wordsOf } from "./message.ts";
import { Handover, handoverEvent, overheard } from "./standby.ts";

/** The pages in a body. A page is a phone number, and one app's webhooks hold events of all its numbers. */
export function pagesIn(body: unknown): string[] {
  return [...new Set(changesIn(body).flatMap(({ pageId }) => pageId ?? []))];
}

/** Reads the events of one page. Items that cannot be read are left out and named in `unknown`. */
export function parse(body: unknown, pageId: string): Parsed {
  const found: Found[] = [];
  const unknown: string[] = [];
  for (const { field, value, ...change } of changesIn(body)) {
    if (change.pageId !== pageId) continue;
    const standby = field === "standby" ? Object(value.standby ?? value) : undefined;
    const contacts = listOf((standby ?? value).contacts).flatMap((each) => Contact.safeParse(each).data ?? []);
    const read = (what: string, items: unknown, reader: Reader) => {
      for (const item of listOf(items)) {
        const events = reader(item, contacts);
        if (typeof events === "string") unknown.push(events);
        else if (events) found.push(...events);
        else unknown.push(`malformed ${what}`);
      }
    };
    if (field === "messages") {
      read("message", value.messages, messageEvents);
      read("status", value.statuses, statusEvents);
      read("error", value.errors, (error) => `error ${ErrorCode.safeParse(error).data?.code}`);
    } else if (standby) {
      read("standby message", standby.messages, standbyEvents);
      read("status", standby.statuses, statusEvents);
      read("standby echo", standby.message_echoes, agentEchoEvents);
    } else if (field === "messaging_handovers") read("handover", [value], handoverEvents);
    else if (field === "smb_message_echoes") read("echo", value.message_echoes, echoEvents);
    else if (field === "user_preferences") read("preference", value.user_preferences, preferenceEvents);
    else if (field === "user_id_update") read("user id", value.user_id_update, userIdEvents);
    else unknown.push(field);
  }
  // Sorting is stable: events of the same second keep the platform's order.
  found.sort((one, other) => one.at - other.at);
  return { events: found.map(({ at: sequence, ...event }) => ({ ...event, sequence })), unknown };
}

type Found = InboundEvent & { at: number };

/** Undefined for a malformed item, a name for one that is ignored. */
type Reader = (item: unknown, contacts: Contact[]) => Found[] | string | undefined;

const messageEvents: Reader = (item, contacts) => {
  const { data: message } = Message.safeParse(item);
  if (!message) return undefined;
  if (message.group_id !== undefined) return "group message";
  const contact = contactOf(message, contacts);
  const moved = message.type === "system" ? Moved.safeParse(item).data?.system : undefined;
  const before = moved?.previous_user_id;
  const person = personOf([message.from, before, message.from_user_id, contact?.wa_id, contact?.user_id]);
  const psid = psidOf(person);
  if (psid === undefined) return undefined;
  const to = moved && psidOf(personOf([moved.wa_id, moved.new_wa_id, moved.user_id]));
  if (to !== undefined && to !== psid) {
    return [
      { ...namedBy(person, psid), event: { type: "number_changed", to }, key: message.id, at: message.timestamp },
    ];
  }
  const events = readMessage(item, message);
  if (!Array.isArray(events)) return events;
  return events.map(({ event, part, phone }) => {
    const facts = { ...factsOf(phone ?? person.phone, contact?.profile), ...otherPsidOf(person) };
    return {
      ...namedBy(person, psid),
      event,
      key: part === undefined ? message.id : `${message.id} ${part}`,
      ...(Object.keys(facts).length > 0 && { facts }),
      at: message.timestamp,
    };
  });
};

/**
 * The customer has another number, or another id for this business. One who hides the number is named by their ids alone.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/system
 */
const Moved = z.object({
  system: z.object({
    type: z.enum(["user_changed_number", "customer_changed_number", "user_changed_user_id"]),
    wa_id: z.string().optional().catch(undefined),
    new_wa_id: z.string().optional().catch(undefined),
    user_id: z.string().optional().catch(undefined),
    previous_user_id: z.string().optional().catch(undefined),
  }),
});

const statuses = { sent: "sent", delivered: "delivered", read: "seen", played: "seen", failed: "failed" } as const;

const statusEvents: Reader = (item) => {
  const { data } = Status.safeParse(item);
  if (!data) return undefined;
  const status = statuses[data.status as keyof typeof statuses];
  if (!status) return `status ${data.status}`;
  const ours = readCallbackData(data.biz_opaque_callback_data);
  // A message in several parts has arrived when its last part has, and has failed when any part has.
  if (ours && !ours.isLast && status !== "failed") return [];
  const person = personOf([data.recipient_id, data.recipient_user_id]);
  const psid = ours?.psid ?? psidOf(person);
  if (psid === undefined) return undefined;
  const named = ours ? { psid } : namedBy(person, psid);
  const about = ours ? { messageId: ours.messageId, platformId: data.id } : { platformIds: [data.id] };
  const [error] = data.errors ?? [];
  const event = { type: "report", status, about, ...(status === "failed" && causeOf(error?.code)) } as const;
  const report = { ...named, event, key: `${data.id} ${data.status}`, at: data.timestamp };
  if (status !== "failed" || error === undefined || !refusalOf(error.code).isUnsubscribed) return [report];
  const consent = { type: "consent", isWanted: false, words: `WhatsApp ${error.code}` } as const;
  return [report, { ...report, event: consent, key: `${data.id} unsubscribed` }];
};

function causeOf(code: number | undefined): Pick<ReportEvent, "reason" | "errorCode" | "mayRetryOnce"> {
  if (code === undefined) return { reason: "rejected" };
  const { failure, mayRetryOnce } = refusalOf(code);
  return { reason: failure, errorCode: String(code), ...(mayRetryOnce && { mayRetryOnce }) };
}

/** Messages of staff in the WhatsApp Business app, if the number is used there as well. */
const echoEvents: Reader = (item) => {
  const { data } = Echo.safeParse(item);
  const person = personOf([data?.to, data?.to_user_id]);
  const psid = psidOf(person);
  if (!data || !psid) return undefined;
  const found = { ...namedBy(person, psid), key: `${data.id} echo`, at: data.timestamp };
  // A change of an earlier message is no new one, so that it does not silence the bot.
  if (changes.has(data.type)) {
    const change = readMessage(item, data);
    return Array.isArray(change) ? change.map(({ event }) => ({ ...found, event })) : change;
  }
  const text = wordsOf({ ...Object(item), type: data.type });
  const words = text === "" ? {} : { text };
  return [{ ...found, event: { type: "echo", platformId: data.id, messageId: null, isPerson: true, ...words } }];
};

const changes = new Set(["edit", "revoke"]);

const preferences = ["stop", "resume", "signup"];

/** The customer has stopped, resumed or asked for advertising in WhatsApp's settings. */
const preferenceEvents: Reader = (item) => {
  const { data } = Preference.safeParse(item);
  const person = personOf([data?.wa_id, data?.user_id]);
  const psid = psidOf(person);
  if (!data || !psid) return undefined;
  const { category, value, timestamp } = data;
  if (category !== "marketing_messages" || !preferences.includes(value)) return `preference ${category}`;
  const event = { type: "consent", isWanted: value !== "stop" } as const;
  return [{ ...namedBy(person, psid), event, key: `preference ${psid} ${timestamp} ${value}`, at: timestamp }];
};

/** A person has another id for this business. One who is known by their number stays the same customer. */
const userIdEvents: Reader = (item) => {
  const { data } = UserId.safeParse(item);
  if (!data) return undefined;
  const { previous, current } = data.user_id;
  const [psid, to] = [previous, current].map((id) => psidOf(personOf([data.wa_id, id])));
  if (psid === undefined || to === undefined) return undefined;
  if (psid === to) return "user id of a person with a number";
  const event = { type: "number_changed", to } as const;
  return [{ psid, isOtherPsid: true, event, key: `user id ${previous} ${current}`, at: data.timestamp }];
};

/** Messages of a customer whose conversation another app has. */
const standbyEvents: Reader = (item, contacts) => {
  const found = messageEvents(item, contacts);
  if (!Array.isArray(found)) return found;
  const kept = found.flatMap((each) => {
    const event = overheard(each.event, item);
    return event ? [{ ...each, event }] : [];
  });
  return kept.length > 0 ? kept : `standby ${found[0]?.event.type}`;
};

/** Messages of the app that has the conversation, which is a bot and no person of the page. */
const agentEchoEvents: Reader = (item, contacts) => {
  const { message, ...rest } = Object(item);
  const { to, recipient, type } = Object(message);
  const found = echoEvents({ ...rest, to, to_user_id: recipient, type, [String(type)]: message?.[type] }, contacts);
  if (!Array.isArray(found)) return found;
  return found.map((each) =>
    each.event.type === "echo" ? { ...each, event: { ...each.event, isPerson: false } } : each,
  );
};

const handoverEvents: Reader = (item) => {
  const { data } = Handover.safeParse(item);
  const { phone_number, wa_id, user_id } = data?.sender ?? {};
  const person = personOf([phone_number, wa_id, user_id]);
  const psid = psidOf(person);
  if (!data || !psid) return undefined;
  const { type, timestamp: at } = data;
  const event = handoverEvent(data);
  return event ? [{ ...namedBy(person, psid), event, key: `handover ${psid} ${at} ${type}`, at }] : `handover ${type}`;
};

/** Seconds, as text. An invalid time counts as 0, so that the item comes first. */
const Timestamp = z.coerce.number().catch(0);

/** Ids become database keys. WhatsApp's own are not longer than this. */
const MessageId = z.string().min(1).max(512);

const Message = z.object({
  id: MessageId,
  timestamp: Timestamp,
  type: z.string(),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  group_id: z.string().optional(),
});

const ErrorCode = z.object({ code: z.coerce.number() });

const Status = z.object({
  id: MessageId,
  status: z.string(),
  timestamp: Timestamp,
  recipient_id: z.string().optional(),
  recipient_user_id: z.string().optional(),
  biz_opaque_callback_data: z.string().optional().catch(undefined),
  errors: z.array(ErrorCode).optional().catch(undefined),
});

const Echo = z.object({
  id: MessageId,
  timestamp: Timestamp,
  to: z.string().optional(),
  to_user_id: z.string().optional(),
  type: z.string().catch("text"),
});

const Preference = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  category: z.string(),
  value: z.string(),
  timestamp: Timestamp,
});

/** `{ "wa_id": "84901234567", "user_id": { "previous": "VN.1", "current": "VN.2" }, "timestamp": "1794700800" }` */
const UserId = z.object({
  wa_id: z.string().optional().catch(undefined),
  user_id: z.object({ previous: z.string(), current: z.string() }),
  timestamp: Timestamp,
});

const Contact = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z
    .object({ name: z.string().optional().catch(undefined), username: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
type Contact = z.infer<typeof Contact>;

function contactOf({ from, from_user_id }: z.infer<typeof Message>, contacts: Contact[]): Contact | undefined {
  const ids = [from, from_user_id].filter((id) => id !== undefined);
  const named = contacts.find(({ wa_id, user_id }) => ids.includes(wa_id ?? "-") || ids.includes(user_id ?? "-"));
  return named ?? (contacts.length === 1 ? contacts[0] : undefined);
}

/** A person who hides their number may be a customer who is known by it. */
const namedBy = ({ phone }: Person, psid: string) => ({
  psid,
  ...(phone === undefined && { isOtherPsid: true as const }),
});

/** The psid under which a person with a number comes who hides it later. */
function otherPsidOf({ phone, userId }: Person): { otherPsid?: string } {
  const otherPsid = phone !== undefined && userId !== undefined ? psidOf({ userId }) : undefined;
  return otherPsid === undefined ? {} : { otherPsid };
}

/** WhatsApp has one name; its first word is taken as the first name. */
function factsOf(phone: string | undefined, profile: Contact["profile"]): CustomerProfile {
  const { name = "", username } = profile ?? {};
  const [firstName, ...others] = name.split(/\s+/).filter((word) => word !== "");
  const facts: CustomerProfile = {};
  if (firstName) facts.firstName = firstName;
  if (others.length > 0) facts.lastName = others.join(" ");
  const digits = phone?.replaceAll(/\D/g, "");
  if (digits) facts.phone = `+${digits}`;
  if (username) facts.userName = username;
  return facts;
}

type Change = { pageId: string | undefined; field: string; value: JsonObject };

/** Without a schema, which would be slow: a body may hold thousands of changes, and each page searches all of them. */
function changesIn(body: unknown): Change[] {
  if (!isObject(body) || body.object !== "whatsapp_business_account") return [];
  return objectsIn(body.entry)
    .flatMap(({ changes }) => objectsIn(changes))
    .flatMap(({ field, value }) =>
      typeof field === "string" && isObject(value) ? [{ pageId: pageOf(field, value), field, value }] : [],
    );
}

function pageOf(field: string, value: JsonObject): string | undefined {
  const named = field === "messaging_handovers" ? (value.recipient ?? value.metadata) : value.metadata;
  const number = isObject(named) ? named.phone_number_id : undefined;
  return typeof number === "string" && /^[0-9]{1,32}$/.test(number) ? `waba_${number}` : undefined;
}

const objectsIn = (value: unknown): JsonObject[] => listOf(value).filter(isObject);

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
