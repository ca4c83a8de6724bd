import { createHash } from "node:crypto";
import type { Attachment } from "@banter/core/flow/event.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import type { InboundEvent, Parsed } from "../channel.ts";
import { Item, type Message, type Referral } from "./item.ts";
import { refOf } from "./link-ref.ts";
import { messageIn } from "./message-metadata.ts";
import { reactionEvent } from "./reaction.ts";

export type MessagingReader = { customerPrefix: string };

type Reading = { reader: MessagingReader; accountId: string; isStandby: boolean };

/** Reads one item of `messaging` or `standby`. The names of kinds that give no event are returned as `unknown`. */
export function readMessaging(raw: JsonObject, reading: Reading): Parsed {
  const { data: item } = Item.safeParse(raw);
  if (!item) return { events: [], unknown: ["an item that cannot be read"] };
  const isEcho = item.message?.is_echo === true;
  const id = isEcho ? item.recipient?.id : item.sender?.id;
  const known = Object.keys(readers).find((kind) => item[kind as Kind] !== undefined) as Kind | undefined;
  const name = isEcho ? "echo" : (known ?? kindOf(raw));
  // A person who came by a plugin has no id to reply to, and the page itself is no customer.
  if (known === undefined || id === undefined || id === reading.accountId) return { events: [], unknown: [name] };

  const parsed = readers[known](item, { ...reading, sender: id, at: item.timestamp ?? 0 });
  const events = parsed.map(({ key, ...rest }) => ({
    psid: `${reading.reader.customerPrefix}${id}`,
    ...rest,
    key: keyOf(key),
  }));
  return { events, unknown: events.length === 0 ? [reading.isStandby ? `standby ${name}` : name] : [] };
}

type ParsedEvent = Omit<InboundEvent, "psid" | "key"> & { key: EventKey };
type Sender = Reading & { sender: string; at: number };
type Kind =
  | "message"
  | "postback"
  | "referral"
  | "reaction"
  | "delivery"
  | "read"
  | "optin"
  | "pass_thread_control"
  | "take_thread_control";

const readers: Record<Kind, (item: Item, from: Sender) => ParsedEvent[]> = {
  message: ({ message }, from) => (message ? readMessage(message, from) : []),

  postback({ postback }, { sender, at, isStandby }) {
    if (!postback || isStandby) return [];
    const { mid, payload = "", title = "", referral } = postback;
    const ownKey = mid === undefined ? {} : { key: mid };
    const key: EventKey = mid === undefined ? ["postback", sender, at, payload] : ["message", mid];
    const came = referral ? referralEvents(referral, [...key, "referral"]) : [];
    if (parsePressPayload(payload)) return [...came, { event: { type: "payload", payload, ...ownKey }, key }];
    // Get Started after a link of ours: the link's flow answers.
    if (referral?.ref) return came;
    // A button that was made elsewhere, by an advertisement or another tool, counts as text.
    return [...came, { event: { type: "message", text: title || payload, ...ownKey }, key }];
  },

  referral({ referral }, { sender, at, isStandby }) {
    if (!referral || isStandby) return [];
    return referralEvents(referral, ["referral", sender, at, referral.ref ?? ""]);
  },

  reaction({ reaction }, { sender, at, isStandby }) {
    const event = reaction && reactionEvent(reaction);
    if (!event || isStandby) return [];
    return [{ event, key: ["reaction", sender, event.platformId ?? "", at, event.emoji] }];
  },

  delivery({ delivery }, { sender }) {
    if (!delivery) return [];
    const { mids = [], watermark = 0 } = delivery;
    if (mids.length === 0 && watermark === 0) return [];
    const about = mids.length > 0 ? { platformIds: mids } : { through: watermark };
    return [{ event: { type: "report", status: "delivered", about }, key: ["delivery", sender, watermark, ...mids] }];
  },

  read({ read }, { sender }) {
    if (!read) return [];
    if (read.mid !== undefined) {
      return [
        {
          event: { type: "report", status: "seen", about: { platformIds: [read.mid] } },
          key: ["read", sender, read.mid],
        },
      ];
    }
    if (read.watermark === undefined) return [];
    const about = { through: read.watermark };
    return [{ event: { type: "report", status: "seen", about }, key: ["read", sender, read.watermark] }];
  },

  optin({ optin }, { sender, at, isStandby }) {
    // Opt-ins to notifications belong to a product that Meta has ended.
    if (!optin?.ref || optin.type !== undefined || isStandby) return [];
    return [{ event: { type: "referral", ref: refOf(optin.ref) }, key: ["optin", sender, at] }];
  },

  pass_thread_control({ pass_thread_control: pass }, { sender, at }) {
    const isInbox = inboxApps.has(pass?.new_owner_app_id ?? "");
    return [
      {
        event: isInbox ? { type: "takeover", pausedSeconds: null } : { type: "resume" },
        key: ["handover", sender, at, "pass"],
      },
    ];
  },

  take_thread_control: (_, { sender, at }) => [
    { event: { type: "takeover", pausedSeconds: null }, key: ["handover", sender, at, "take"] },
  ],
};

function readMessage(message: Message, { sender, at, isStandby }: Sender): ParsedEvent[] {
  const { mid, text = "", quick_reply: reply, referral } = message;
  if (message.is_self || (mid === undefined && (message.is_echo || message.is_deleted))) return [];
  if (mid !== undefined && message.is_echo) return message.is_deleted ? [] : [echoOf(message, mid)];
  if (mid !== undefined && message.is_deleted) {
    return [{ event: { type: "deletion", platformId: mid }, key: ["deleted", mid] }];
  }
  // Another app is in control of this conversation.
  if (isStandby) return [];

  const key: EventKey = mid === undefined ? ["message", sender, at, text] : ["message", mid];
  const ownKey = mid === undefined ? {} : { key: mid };
  const came = referral ? referralEvents(referral, [...key, "referral"]) : [];
  if (reply && parsePressPayload(reply.payload)) {
    return [...came, { event: { type: "payload", payload: reply.payload, ...ownKey }, key }];
  }
  const sent = attachmentsOf(message);
  const attachments = sent.length > 0 ? { attachments: sent } : {};
  const answered = message.reply_to?.mid;
  const quoted = answered === undefined ? {} : { quoted: { platformId: answered } };
  return [...came, { event: { type: "message", text, ...attachments, ...ownKey, ...quoted }, key }];
}

function echoOf({ metadata, app_id: appId, text }: Message, mid: string): ParsedEvent {
  const messageId = messageIn(metadata);
  // An echo from the platform's inbox, or without an app, is of a person. Other apps are bots.
  const isPerson = messageId === null && (appId === undefined || inboxApps.has(appId));
  return {
    event: { type: "echo", platformId: mid, messageId, isPerson, ...(text !== undefined && { text }) },
    key: ["echo", mid],
  };
}

/** The app id of the page's inbox, as documented and as seen in use. */
const inboxApps = new Set(["26390203743090", "263902037430900"]);

function referralEvents({ ref, ad_id: adId }: Referral, key: EventKey): ParsedEvent[] {
  if (ref === undefined && adId === undefined) return [];
  return [{ event: { type: "referral", ref: refOf(ref ?? ""), ...(adId !== undefined && { adId }) }, key }];
}

/** Addresses only: Meta forbids storing the media of stories. */
function attachmentsOf({ attachments = [], reply_to, is_unsupported }: Message): Attachment[] {
  const sent = attachments.map(({ type, payload }): Attachment => {
    const { url, coordinates } = payload ?? {};
    const place = coordinates && { latitude: coordinates.lat, longitude: coordinates.long };
    return { type: attachmentTypes[type] ?? "other", ...(url !== undefined && { url }), ...place };
  });
  const story = reply_to?.story?.url;
  if (story !== undefined) sent.push({ type: "other", url: story });
  if (is_unsupported && sent.length === 0) sent.push({ type: "other" });
  return sent;
}

const attachmentTypes: Record<string, Attachment["type"]> = {
  image: "image",
  sticker: "image",
  video: "video",
  audio: "audio",
  file: "file",
  location: "location",
};

/** The name of an unknown kind of event: its first key that not all events have. */
function kindOf(raw: JsonObject): string {
  return (
    Object.keys(raw)
      .find((key) => !["sender", "recipient", "timestamp"].includes(key))
      ?.slice(0, 60) ?? "nothing"
  );
}

/** Tells repetitions of an event: its kind, then Meta's ids and times. */
type EventKey = [kind: string, ...ids: (string | number)[]];

function keyOf(key: EventKey): string {
  const text = key.join(" ");
  // Keys are indexed, so a long one is replaced by its digest.
  return text.length <= 250 ? text : `${key[0]} ${createHash("sha256").update(text).digest("base64url")}`;
}
