import { createHash } from "node:crypto";
import type { Referral as FlowReferral } from "@banter/core/flow/customer.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import type { InboundEvent, Parsed } from "../../inbound.ts";
import { cut } from "../../text/cut.ts";
import { refOf } from "../link-ref.ts";
import { messageIn } from "../outbound/message-metadata.ts";
import { inboxApps } from "../thread-control.ts";
import { attachmentsOf, storyOf } from "./attachments.ts";
import { Item, type Message, type Referral } from "./item.ts";
import { reactionEvent } from "./reaction.ts";

export type MessagingReader = { customerPrefix: string };

type Reading = { reader: MessagingReader; accountId: string; isStandby: boolean };

/** Reads one item of `messaging` or `standby`. The names of kinds that give no event are returned as `unknown`. */
export function readMessaging(raw: JsonObject, reading: Reading): Parsed {
  const { data: item } = Item.safeParse(raw);
  if (!item) return { events: [], unknown: ["an item that cannot be read"] };
  const isEcho = item.message?.is_echo === true || (item.message_edit && item.sender?.id === reading.accountId);
  const id = isEcho ? item.recipient?.id : item.sender?.id;
  const known = Object.keys(readers).find((kind) => item[kind as Kind] !== undefined) as Kind | undefined;
  const name = isEcho ? "echo" : (known ?? kindOf(raw));
  // Read by `policyNotices`; it is about no customer. Nor are the roles of apps, which `app_roles` tells.
  if (known === undefined && aboutPage.has(name)) return { events: [], unknown: [] };
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

const aboutPage: ReadonlySet<string> = new Set([
  ...["policy_enforcement", "app_roles"],
  ...["status", "violations", "restrictions"],
]);

type ParsedEvent = Omit<InboundEvent, "psid" | "key"> & { key: EventKey };
type Sender = Reading & { sender: string; at: number };
type Kind =
  | "message"
  | "postback"
  | "message_edit"
  | "referral"
  | "reaction"
  | "delivery"
  | "read"
  | "optin"
  | "pass_thread_control"
  | "take_thread_control"
  | "request_thread_control";

const readers: Record<Kind, (item: Item, from: Sender) => ParsedEvent[]> = {
  message: ({ message }, from) => (message ? readMessage(message, from) : []),

  postback({ postback }, { sender, at, isStandby }) {
    if (!postback) return [];
    const { mid, payload = "", title = "" } = postback;
    const ownKey = mid === undefined ? {} : { key: mid };
    const key: EventKey = mid === undefined ? ["postback", sender, at, payload] : ["message", mid];
    if (isStandby) return title === "" ? [] : [{ event: { type: "message", text: title, ...ownKey, isStandby }, key }];
    const referral = postback.referral && referralOf(postback.referral);
    if (parsePressPayload(payload)) {
      return [...came(referral, key), { event: { type: "payload", payload, ...ownKey }, key }];
    }
    // A button that was made elsewhere, by an advertisement or another tool, counts as text.
    const text = title || payload;
    // Get Started after a link of ours: the link's flow answers.
    if (referral && referral.ref !== "")
      return [{ event: { type: "referral", ...referral, said: text, ...ownKey }, key }];
    return [{ event: { type: "message", text, ...ownKey, ...(referral && { referral }) }, key }];
  },

  message_edit({ message_edit: edit }, { at }) {
    // Instagram announces new messages as edits too, without their words.
    if (edit?.text === undefined) return [];
    const { mid, text, num_edit = at } = edit;
    return [{ event: { type: "edit", platformId: mid, text }, key: ["edit", mid, num_edit] }];
  },

  referral({ referral: given }, { sender, at, isStandby }) {
    const referral = given && referralOf(given);
    if (!referral || isStandby) return [];
    return [{ event: { type: "referral", ...referral }, key: ["referral", sender, at, given?.ref ?? ""] }];
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
          event: { type: "report", status: "seen", about: { throughId: read.mid } },
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
    // The customer has pressed a button without words.
    return [{ event: { type: "referral", ref: refOf(optin.ref), said: "" }, key: ["optin", sender, at] }];
  },

  pass_thread_control({ pass_thread_control: pass }, { sender, at }) {
    const isInbox = inboxApps.has(pass?.new_owner_app_id ?? "");
    return [
      {
        event: isInbox ? { type: "control_lost" } : { type: "resume" },
        key: ["handover", sender, at, "pass"],
      },
    ];
  },

  take_thread_control: (_, { sender, at }) => [
    { event: { type: "control_lost" }, key: ["handover", sender, at, "take"] },
  ],

  request_thread_control({ request_thread_control: request }, { sender, at }) {
    if (!inboxApps.has(request?.requested_owner_app_id ?? "")) return [];
    return [{ event: { type: "control_asked" }, key: ["handover", sender, at, "request"] }];
  },
};

function readMessage(message: Message, { sender, at, isStandby }: Sender): ParsedEvent[] {
  const { mid, quick_reply: reply } = message;
  const text = wordsOf(message);
  if (message.is_self || (mid === undefined && (message.is_echo || message.is_deleted))) return [];
  if (mid !== undefined && message.is_deleted) {
    return [{ event: { type: "deletion", platformId: mid }, key: ["deleted", mid] }];
  }
  if (mid !== undefined && message.is_echo) return [echoOf(message, mid)];
  const key: EventKey = mid === undefined ? ["message", sender, at, text] : ["message", mid];
  const ownKey = mid === undefined ? {} : { key: mid };
  const referral = message.referral && referralOf(message.referral);
  // Another app has this conversation: the message is kept, and nothing is answered.
  if (!isStandby && reply && parsePressPayload(reply.payload)) {
    return [...came(referral, key), { event: { type: "payload", payload: reply.payload, ...ownKey }, key }];
  }
  const attachments = attachmentsOf(message);
  const story = storyOf(message);
  const answered = message.reply_to?.mid;
  const event = {
    ...{ type: "message" as const, text },
    ...(attachments.length > 0 && { attachments }),
    ...ownKey,
    ...(answered !== undefined && { quoted: { platformId: answered } }),
    ...(story && { story }),
    ...(referral && { referral }),
    ...(isStandby && { isStandby }),
  };
  return [{ event, key }];
}

/** Instagram has a heart that one tap sends, and sends some quick replies without the words on them. */
function wordsOf({ text = "", attachments = [], quick_reply: reply }: Message): string {
  if (text !== "") return text;
  if (attachments.some(({ type }) => type === "like_heart")) return "❤";
  return reply === undefined || parsePressPayload(reply.payload) ? "" : reply.payload;
}

/** A press of ours decides what happens, also if the customer came by a link. */
const came = (referral: FlowReferral | undefined, key: EventKey): ParsedEvent[] =>
  referral ? [{ event: { type: "referral", ...referral }, key: [...key, "referral"] }] : [];

function echoOf({ metadata, app_id: appId, text }: Message, mid: string): ParsedEvent {
  const messageId = messageIn(metadata);
  // An echo from the platform's inbox, or without an app, is of a person. Other apps are bots.
  const isPerson = messageId === null && (appId === undefined || inboxApps.has(appId));
  return {
    event: { type: "echo", platformId: mid, messageId, isPerson, ...(text !== undefined && { text }) },
    key: ["echo", mid],
  };
}

/** Undefined if it says nothing about where the customer came from. */
function referralOf({ ref, ad_id: adId, ads_context_data: about }: Referral): FlowReferral | undefined {
  if (ref === undefined && adId === undefined) return undefined;
  const title = cut(about?.ad_title, 300);
  return { ref: refOf(ref ?? ""), ...(adId !== undefined && { adId }), ...(title && { ad: { title } }) };
}

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
