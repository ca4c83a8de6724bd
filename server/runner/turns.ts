import type { Customer } from "@banter/core/flow/customer.ts";
import type { Effect } from "@banter/core/flow/effect.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { NeedsDocument } from "@banter/core/flow/page-setup.ts";
import { type ConversationState, newState } from "@banter/core/flow/state.ts";
import { takeTurn } from "@banter/core/flow/turn.ts";
import type { Logger } from "pino";
import { messagePlaceOf } from "../domain/payloads.ts";
import type { ClickEvent, MailEvent, PressEvent, RetryEvent } from "../mailbox/event.ts";
import type { DueMail } from "../store/claim.ts";
import type { Db } from "../store/db.ts";
import { listMessagesById, type Receipt } from "../store/messages.ts";
import type { DocumentCache, LoadedSetup } from "./setup.ts";

/** What a batch of due mail has led to, before ids are given and anything is stored. */
export type TurnResults = {
  handled: number[];
  customers: Map<string, Working>;
  turns: TakenTurn[];
  receipts: Receipt[];
  clicks: Pick<ClickEvent, "messageId" | "index">[];
  retries: RetryEvent["messageIds"][];
};

export type Working = { customer: Customer; state: ConversationState; hasSpoken: boolean };
export type TakenTurn = { psid: string; mailId: number; event: ConversationEvent; effects: Effect[]; trace: unknown };

type Turning = { db: Db; pageId: string; loaded: LoadedSetup; documents: DocumentCache; log: Logger };

/**
 * Takes the turns of due mail in order, each on the state that the one before it left. Stores nothing. `left` is how the
 * batch before this one left its customers, where the mail was read before that was stored.
 */
export async function takeTurns(
  page: Turning,
  due: DueMail[],
  left: ReadonlyMap<string, Working>,
): Promise<TurnResults> {
  const results: TurnResults = { handled: [], customers: new Map(), turns: [], receipts: [], clicks: [], retries: [] };
  const pressed = await findPressed(page, due);
  for (const mail of due) {
    results.handled.push(mail.id);
    const event = meaningOf(page, mail, mail.event as MailEvent, pressed, results);
    if (event) await turn(page, mail, event, results, left);
  }
  return results;
}

async function turn(
  page: Turning,
  mail: DueMail,
  event: ConversationEvent,
  results: TurnResults,
  left: ReadonlyMap<string, Working>,
): Promise<void> {
  const before = results.customers.get(mail.psid) ?? carried(left, mail.psid) ?? workingOf(mail);
  const input = { setup: page.loaded.setup, ...before, event, now: mail.now, random: Math.random };
  for (;;) {
    try {
      const { customer, state, effects, trace } = takeTurn(input);
      const hasSpoken = before.hasSpoken || isInput(event);
      results.customers.set(mail.psid, { customer, state, hasSpoken });
      results.turns.push({ psid: mail.psid, mailId: mail.id, event, effects, trace });
      return;
    } catch (error) {
      if (error instanceof NeedsDocument) {
        await page.documents.load(error.flowId, error.version);
        continue;
      }
      // A fault of ours must not hold up the customer or the page: the event is kept with its reason, and life goes on.
      page.log.error({ err: error, pageId: page.pageId, mailId: mail.id }, "turn failed");
      results.turns.push({ psid: mail.psid, mailId: mail.id, event, effects: [], trace: { outcome: "failed" } });
      return;
    }
  }
}

/** What the mail means to the conversation; reports on earlier messages are set aside. */
function meaningOf(
  { loaded }: Turning,
  { id, psid }: DueMail,
  event: MailEvent,
  pressed: Pressed,
  results: TurnResults,
): ConversationEvent | undefined {
  if (event.type === "receipt") {
    const { deliveredThrough = 0, seenThrough = 0 } = event;
    results.receipts.push({ psid, deliveredThrough, seenThrough });
    return undefined;
  }
  if (event.type === "click") {
    results.clicks.push({ messageId: event.messageId, index: event.index });
    return undefined;
  }
  if (event.type === "retry") {
    results.retries.push(event.messageIds);
    return undefined;
  }
  // A send goes by the id of its mail, which its caller was told.
  if (event.type === "send_flow" || event.type === "send_content") return { ...event, sendId: id };
  if (event.type !== "payload") return event;
  const key = event.key === undefined ? {} : { key: event.key };
  const place = messagePlaceOf(event.payload);
  if (place) {
    const message = pressed.get(place.messageId);
    const item = message?.psid === psid ? listPressables(message.content)[place.index] : undefined;
    if (item?.type !== "press") return undefined;
    results.clicks.push(place);
    // A button goes on with the variables of the run that sent it.
    const payload = message?.content.variables ? { payload: message.content.variables } : {};
    const source = { type: "message", ...place } as const;
    return { type: "press", source, title: item.title, target: item.target, ...payload, ...key };
  }
  const offer = loaded.offers.get(event.payload);
  if (!offer) return undefined;
  const source = {
    type: event.payload.startsWith("m") ? "menu" : "ice_breaker",
    id: Number(event.payload.slice(1)),
  } as const;
  const target = offer.flowId === null ? null : ({ type: "flow", flow_id: offer.flowId } as const);
  return { type: "press", source, title: offer.title, target, ...key };
}

type Pressed = Map<number, { psid: string; content: Parameters<typeof listPressables>[0] }>;

async function findPressed({ db, pageId }: Turning, due: DueMail[]): Promise<Pressed> {
  const ids = due.flatMap(({ event }) => {
    const { type, payload } = event as PressEvent;
    return type === "payload" ? (messagePlaceOf(payload)?.messageId ?? []) : [];
  });
  const messages = ids.length > 0 ? await listMessagesById(db, pageId, ids) : [];
  return new Map(messages.map((message) => [message.id, message]));
}

const isInput = ({ type }: ConversationEvent) => type === "message" || type === "press" || type === "referral";

/** Having spoken was stored with the batch it belongs to. */
function carried(left: ReadonlyMap<string, Working>, psid: string): Working | undefined {
  const working = left.get(psid);
  return working && { ...working, hasSpoken: false };
}

function workingOf(mail: DueMail): Working {
  const { psid, known } = mail;
  const customer: Customer = {
    psid,
    firstName: mail.firstName,
    lastName: mail.lastName,
    gender: known ? mail.gender : "UNKNOWN",
    email: mail.email,
    phone: mail.phone,
    address: mail.address,
    locale: mail.locale,
    timezone: mail.timezone,
    adId: mail.adId,
    tags: mail.tags ?? [],
    fields: mail.fields ?? {},
  };
  return { customer, state: mail.state ?? newState(), hasSpoken: false };
}
