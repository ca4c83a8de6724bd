import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { messagePlaceOf } from "../../domain/sending/payloads.ts";
import type { EchoEvent, MailEvent, PayloadEvent } from "../../mailbox/event.ts";
import { listMessagesOfPages, type StoredMessage } from "../../store/conversations/messages.ts";
import { listOurPlatformIds } from "../../store/conversations/platform-reports.ts";
import type { Db } from "../../store/db/db.ts";
import type { LoadedSetup } from "../setup.ts";
import type { Item } from "./item.ts";
import { collectReport, type Reports } from "./reports.ts";

/** How long the bot stays silent after a person has written from the platform's own inbox. */
export const takeoverSeconds = 30 * 60;

/** Messages that were pressed, and echoes of messages that we have sent ourselves. */
export type Known = { pressed: ReadonlyMap<number, StoredMessage>; ours: ReadonlySet<string> };

/** Looks up everything that interpreting a batch needs, for all pages at once. */
export async function lookUpReferences(db: Db, items: Item[]): Promise<Known> {
  const pressed = items.flatMap(({ page, mail }) => {
    const { type, payload } = mail.event as PayloadEvent;
    const place = type === "payload" ? messagePlaceOf(payload) : undefined;
    return place ? [{ pageId: page.lease.pageId, id: place.messageId }] : [];
  });
  const echoes = items.flatMap(({ page, mail }) => {
    const { type, isPerson, platformId } = mail.event as EchoEvent;
    return type === "echo" && isPerson ? [{ pageId: page.lease.pageId, psid: mail.psid, platformId }] : [];
  });
  const messages = pressed.length > 0 ? await listMessagesOfPages(db, pressed) : [];
  return {
    pressed: new Map(messages.map((message) => [message.id, message])),
    ours: echoes.length > 0 ? await listOurPlatformIds(db, echoes) : new Set(),
  };
}

/** The mail as an event of the conversation; reports on earlier messages are collected instead. */
export function interpret(
  { pageId, loaded, known, reports }: Interpreting,
  mail: { id: number; psid: string },
  event: Exclude<BareEvent, { type: "reach" | "facts" }>,
): ConversationEvent | undefined {
  if (event.type === "echo" && event.isPerson) {
    if (known.ours.has(event.platformId)) return undefined;
    const text = event.text === undefined ? {} : { text: event.text };
    return { type: "takeover", pausedSeconds: takeoverSeconds, ...text, key: event.platformId };
  }
  if (collectReport(reports, pageId, mail.psid, event)) return undefined;
  // The caller of a send was told the id of its mail.
  if (event.type === "send_flow" || event.type === "send_content") return { ...event, sendId: mail.id };
  const payload = event.type === "payload" ? event.payload : findIceBreaker(loaded, event as ConversationEvent);
  if (payload === undefined) return event as ConversationEvent;
  const key = "key" in event && event.key !== undefined ? { key: event.key } : {};
  const ref = loaded.refs.get(payload);
  if (ref !== undefined) return { type: "referral", ref };
  const press = messagePlaceOf(payload)
    ? pressOfMessage({ pageId, known, reports }, mail.psid, payload)
    : pressOfOffer(loaded, payload);
  return press && { ...press, ...key };
}

export type Interpreting = { pageId: string; loaded: LoadedSetup; known: Known; reports: Reports };

type Press = Extract<ConversationEvent, { type: "press" }>;

/** A pressed button or quick reply. It goes on with the variables of the run that sent the message. */
function pressOfMessage(
  { pageId, known, reports }: Pick<Interpreting, "pageId" | "known" | "reports">,
  psid: string,
  payload: string,
): Press | undefined {
  const place = messagePlaceOf(payload);
  const message = place && known.pressed.get(place.messageId);
  const item = message?.psid === psid ? listPressables(message.content)[place?.index ?? 0] : undefined;
  if (!place || item?.type !== "press") return undefined;
  reports.clicks.push({ pageId, ...place });
  const variables = message?.content.variables ? { payload: message.content.variables } : {};
  return { type: "press", source: { type: "message", ...place }, title: item.title, target: item.target, ...variables };
}

/** A pressed menu item or ice breaker. */
function pressOfOffer({ offers }: LoadedSetup, payload: string): Press | undefined {
  const offer = offers.get(payload);
  if (!offer) return undefined;
  const source = {
    type: payload.startsWith("m") ? "menu" : "ice_breaker",
    id: Number(payload.slice(1)),
  } as const;
  const target = offer.flowId === null ? null : ({ type: "flow", flow_id: offer.flowId } as const);
  return { type: "press", source, title: offer.title, target };
}

/** The payload of the ice breaker with this text, on a platform that sends a tapped one as its text alone. */
function findIceBreaker({ channel, offers }: LoadedSetup, event: ConversationEvent): string | undefined {
  if (!channel.iceBreakersAreWords || event.type !== "message" || event.attachments) return undefined;
  const text = event.text.trim();
  for (const [payload, { title }] of offers) if (payload.startsWith("i") && title.trim() === text) return payload;
  return undefined;
}

/** An event without the facts that came with it. */
export type BareEvent = MailEvent extends infer Event
  ? Event extends MailEvent
    ? Omit<Event, "facts">
    : never
  : never;
