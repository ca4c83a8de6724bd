import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { messagePlaceOf } from "../domain/payloads.ts";
import type { EchoEvent, MailEvent, PressEvent } from "../mailbox/event.ts";
import type { DueMail } from "../store/claim.ts";
import type { Db } from "../store/db.ts";
import { listMessagesById } from "../store/messages.ts";
import { listOurPlatformIds } from "../store/platform-reports.ts";
import { type Reports, setAside } from "./reports.ts";
import type { LoadedSetup } from "./setup.ts";

/** How long the bot keeps silent after a person has written from the platform's own inbox. */
export const takeoverSeconds = 30 * 60;

/** What the mail means to the conversation; reports on earlier messages are set aside. */
export function meaningOf(
  { loaded }: Pick<Turning, "loaded">,
  { id, psid }: DueMail,
  event: Exclude<Untold, { type: "reach" | "facts" }>,
  { pressed, ours }: Known,
  reports: Reports,
): ConversationEvent | undefined {
  if (event.type === "echo" && event.isPerson) {
    if (ours.has(event.platformId)) return undefined;
    const text = event.text === undefined ? {} : { text: event.text };
    return { type: "takeover", pausedSeconds: takeoverSeconds, ...text, key: event.platformId };
  }
  if (setAside(reports, psid, event)) return undefined;
  // A send goes by the id of its mail, which its caller was told.
  if (event.type === "send_flow" || event.type === "send_content") return { ...event, sendId: id };
  const offered = event.type === "payload" ? event.payload : findSpoken(loaded, event as ConversationEvent);
  if (offered === undefined) return event as ConversationEvent;
  const key = "key" in event && event.key !== undefined ? { key: event.key } : {};
  const ref = loaded.refs.get(offered);
  if (ref !== undefined) return { type: "referral", ref };
  const place = messagePlaceOf(offered);
  if (place) {
    const message = pressed.get(place.messageId);
    const item = message?.psid === psid ? listPressables(message.content)[place.index] : undefined;
    if (item?.type !== "press") return undefined;
    reports.clicks.push(place);
    // A button goes on with the variables of the run that sent it.
    const payload = message?.content.variables ? { payload: message.content.variables } : {};
    const source = { type: "message", ...place } as const;
    return { type: "press", source, title: item.title, target: item.target, ...payload, ...key };
  }
  const offer = loaded.offers.get(offered);
  if (!offer) return undefined;
  const source = {
    type: offered.startsWith("m") ? "menu" : "ice_breaker",
    id: Number(offered.slice(1)),
  } as const;
  const target = offer.flowId === null ? null : ({ type: "flow", flow_id: offer.flowId } as const);
  return { type: "press", source, title: offer.title, target, ...key };
}

/** The payload of the ice breaker whose words these are, on a platform that sends them back as words. */
function findSpoken({ channel, offers }: LoadedSetup, event: ConversationEvent): string | undefined {
  if (!channel.iceBreakersAreWords || event.type !== "message" || event.attachments) return undefined;
  const text = event.text.trim();
  for (const [payload, { title }] of offers) if (payload.startsWith("i") && title.trim() === text) return payload;
  return undefined;
}

/** What has to be looked up before mail can be understood. */
export type Known = { pressed: Pressed; ours: ReadonlySet<string> };

export async function lookUp(page: Turning, due: DueMail[]): Promise<Known> {
  return { pressed: await findPressed(page, due), ours: await findOurEchoes(page, due) };
}

type Turning = { db: Db; pageId: string; loaded: LoadedSetup };

type Pressed = Map<number, { psid: string; content: Parameters<typeof listPressables>[0] }>;

async function findPressed({ db, pageId }: Turning, due: DueMail[]): Promise<Pressed> {
  const ids = due.flatMap(({ event }) => {
    const { type, payload } = event as PressEvent;
    return type === "payload" ? (messagePlaceOf(payload)?.messageId ?? []) : [];
  });
  const messages = ids.length > 0 ? await listMessagesById(db, pageId, ids) : [];
  return new Map(messages.map((message) => [message.id, message]));
}

/** A person's echo may be of what we have sent ourselves: a platform does not always tell. */
async function findOurEchoes({ db, pageId }: Turning, due: DueMail[]): Promise<ReadonlySet<string>> {
  const asked = due.flatMap(({ psid, event }) => {
    const { type, isPerson, platformId } = event as EchoEvent;
    return type === "echo" && isPerson ? [{ psid, platformId }] : [];
  });
  return asked.length > 0 ? listOurPlatformIds(db, pageId, asked) : new Set();
}

type Untold = MailEvent extends infer Event ? (Event extends MailEvent ? Omit<Event, "facts"> : never) : never;
