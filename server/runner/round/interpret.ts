import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { BareEvent } from "@banter/core/flow/mail-event.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { messagePayload, type PressPayload, parsePressPayload } from "@banter/core/model/press-payload.ts";
import { notAssignedYet } from "../../domain/sending/sends.ts";
import type { Db } from "../../store/db/db.ts";
import {
  listLastFlows,
  listMessagesOfPages,
  listNewestMessages,
  type StoredMessage,
} from "../../store/runtime/messages/messages.ts";
import { listOurPlatformIds } from "../../store/runtime/messages/platform-reports.ts";
import type { OwnedPage } from "../pages/page.ts";
import type { LoadedSetup } from "../pages/setup.ts";
import type { Item } from "./item.ts";
import { collectReport, type Reports } from "./reports.ts";

/** Stored messages whose buttons were pressed, and the echoes' platform ids that belong to messages of ours. */
export type References = {
  pressed: ReadonlyMap<number, StoredMessage>;
  ours: ReadonlySet<string>;
  /** The newest messages to customers who may have answered with a key of it, by page and customer. */
  newest: ReadonlyMap<string, StoredMessage>;
  /** The flows that customers who have reached a goal have got something from last, by page and customer. */
  lastFlows: ReadonlyMap<string, number>;
};

/** Looks up everything that interpreting a batch needs, for all pages in one query each. */
export async function lookUpReferences(
  db: Db,
  items: Item[],
  setups: ReadonlyMap<OwnedPage, LoadedSetup>,
): Promise<References> {
  const pressed = items.flatMap(({ page, mail: { event } }) => {
    const pressed = event.type === "payload" ? parsePressPayload(event.payload) : undefined;
    return pressed?.type === "message" ? [{ pageId: page.lease.pageId, id: pressed.messageId }] : [];
  });
  const echoes = items.flatMap(({ page, mail: { psid, event } }) =>
    event.type === "echo" && event.isPerson ? [{ pageId: page.lease.pageId, psid, platformId: event.platformId }] : [],
  );
  const answers = items.flatMap(({ page, mail: { psid, event } }) =>
    isTypedReply(setups.get(page), event) ? [{ pageId: page.lease.pageId, psid }] : [],
  );
  const reached = items.flatMap(({ page, mail: { psid, event } }) =>
    needsFlow(event) ? [{ pageId: page.lease.pageId, psid }] : [],
  );
  const lastFlows = reached.length > 0 ? await listLastFlows(db, reached) : [];
  const messages = pressed.length > 0 ? await listMessagesOfPages(db, pressed) : [];
  const newest = answers.length > 0 ? await listNewestMessages(db, answers) : [];
  return {
    pressed: new Map(messages.map((message) => [message.id, message])),
    newest: new Map(newest.map((message) => [keyOf(message.pageId, message.psid), message])),
    lastFlows: new Map(lastFlows.map(({ pageId, psid, flowId }) => [keyOf(pageId, psid), flowId])),
    ours: echoes.length > 0 ? await listOurPlatformIds(db, echoes) : new Set(),
  };
}

/** True of a goal that no flow is named for: it is counted for the last one that has sent the customer something. */
const needsFlow = (event: BareEvent): event is Extract<ConversationEvent, { type: "goal" | "hook" }> =>
  (event.type === "goal" || event.type === "hook") && event.goal !== null && event.goal.flow === undefined;

const keyOf = (pageId: string, psid: string) => `${pageId} ${psid}`;

/** True for words that may be a quick reply, on a page whose quick replies come back as words. */
function isTypedReply(loaded: LoadedSetup | undefined, event: BareEvent): boolean {
  if (!loaded?.channel.inbound?.repliesAreText(loaded.channelSettings)) return false;
  return event.type === "message" && event.attachments === undefined && event.text !== "";
}

/** Turns mail into an event of the conversation. Returns undefined for a report, which it adds to `reports`. */
export function interpret(
  context: InterpretContext,
  mail: { id: number; psid: string },
  event: Exclude<BareEvent, { type: "reach" | "facts" | "erase" | "clear" }>,
): ConversationEvent | undefined {
  const { pageId, loaded, references, reports } = context;
  if (event.type === "echo" && event.isPerson) {
    if (references.ours.has(event.platformId)) return undefined;
    const text = event.text === undefined ? {} : { text: event.text };
    const { pauseMinutes } = loaded.setup.inbox;
    const pausedSeconds = pauseMinutes === null ? null : pauseMinutes * 60;
    return { type: "takeover", pausedSeconds, ...text, key: event.platformId };
  }
  if (collectReport(reports, pageId, mail.psid, event)) return undefined;
  // The send's caller got the mail id as its send id. All mail of a broadcast is one send, whose id it has already.
  if ("sendId" in event) return event.sendId === notAssignedYet ? { ...event, sendId: mail.id } : event;
  if (event.type === "payload") return ofPayload(context, mail.psid, event.payload, event.key);
  if (needsFlow(event)) return withFlow(context, mail.psid, event);
  if (event.type !== "message") return event;
  const payload = findOffer(loaded, event) ?? findTypedReply(context, mail.psid, event);
  return payload === undefined ? event : ofPayload(context, mail.psid, payload, event.key);
}

function withFlow(
  { pageId, references }: InterpretContext,
  psid: string,
  event: Extract<ConversationEvent, { type: "goal" | "hook" }>,
): ConversationEvent {
  const flow = references.lastFlows.get(keyOf(pageId, psid));
  return flow === undefined || event.goal === null
    ? event
    : ({ ...event, goal: { ...event.goal, flow } } as ConversationEvent);
}

function ofPayload(
  context: InterpretContext,
  psid: string,
  payload: string,
  key: string | undefined,
): ConversationEvent | undefined {
  const { loaded } = context;
  const ref = loaded.refs.get(payload);
  if (ref !== undefined) return { type: "referral", ref };
  const pressed = parsePressPayload(payload);
  const press =
    pressed?.type === "message" ? pressOfMessage(context, psid, pressed) : pressOfOffer(loaded, payload, pressed);
  return press && { ...press, ...(key !== undefined && { key }) };
}

export type InterpretContext = { pageId: string; loaded: LoadedSetup; references: References; reports: Reports };

type Press = Extract<ConversationEvent, { type: "press" }>;
type Message = Extract<ConversationEvent, { type: "message" }>;

/** A pressed button or quick reply, with the variables of the run that sent the message. */
function pressOfMessage(
  { pageId, references, reports }: InterpretContext,
  psid: string,
  source: Extract<PressPayload, { type: "message" }>,
): Press | undefined {
  const { messageId, index } = source;
  const newest = references.newest.get(keyOf(pageId, psid));
  const message = references.pressed.get(messageId) ?? (newest?.id === messageId ? newest : undefined);
  const item = message?.psid === psid ? listPressables(message.content)[index] : undefined;
  if (item?.type !== "press") return undefined;
  // To end a subscription is no success of its message.
  if (item.target?.type !== "consent") reports.clicks.push({ pageId, messageId, index });
  const { content } = message ?? {};
  const variables = content && "variables" in content ? { payload: content.variables ?? {} } : {};
  return { type: "press", source, title: item.title, target: item.target, ...variables };
}

/** A pressed menu item or ice breaker. */
function pressOfOffer({ offers }: LoadedSetup, payload: string, source: PressPayload | undefined): Press | undefined {
  const offer = offers.get(payload);
  if (!offer || (source?.type !== "menu" && source?.type !== "ice_breaker")) return undefined;
  const target = offer.flowId === null ? null : ({ type: "flow", flow_id: offer.flowId } as const);
  return { type: "press", source, title: offer.title, target };
}

/**
 * The payload of the menu item whose command this text is or, on a platform that sends a tapped ice breaker as its text
 * alone, of the ice breaker.
 */
function findOffer(
  { channel, profile, commands }: LoadedSetup,
  { attachments, text: given }: Message,
): string | undefined {
  if (attachments) return undefined;
  const text = given.trim();
  const [, command = ""] = /^\/([a-z0-9_]{1,32})(?:@\w+)?$/i.exec(text) ?? [];
  const chosen = commands.get(command.toLowerCase());
  if (chosen !== undefined || !channel.profile?.iceBreakersAreText) return chosen;
  return profile.iceBreakers.find(({ title }) => title.trim() === text)?.payload;
}

/** The payload of the quick reply with exactly this text, of the newest message that the customer has got. */
function findTypedReply(
  { pageId, loaded, references }: InterpretContext,
  psid: string,
  event: Message,
): string | undefined {
  const message = references.newest.get(keyOf(pageId, psid));
  if (!message || !isTypedReply(loaded, event)) return undefined;
  const replies = "quick_replies" in message.content ? message.content.quick_replies : undefined;
  const reply = replies?.find((reply) => reply.type === "press" && reply.title === event.text);
  if (!reply) return undefined;
  return messagePayload(message.id, listPressables(message.content).indexOf(reply));
}
