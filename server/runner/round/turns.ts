import { channelFacts } from "@banter/core/channels/index.ts";
import type { Effect } from "@banter/core/flow/effect.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { eventTraits } from "@banter/core/flow/event-traits.ts";
import type { CustomerProfile } from "@banter/core/flow/mail-event.ts";
import type { ReplyToken } from "@banter/core/flow/outgoing.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { NeedsDocument } from "@banter/core/flow/turn/page-setup.ts";
import { takeTurn } from "@banter/core/flow/turn/turn.ts";
import type { Logger } from "pino";
import { eventsOfTurn, type ToldTurn, type TurnEvent } from "../../domain/events/turn-events.ts";
import type { FoundCustomer } from "../../store/runtime/due-mail.ts";
import {
  afterInput,
  type CustomerState,
  contactReach,
  mustReindex,
  storedCustomer,
  withProfile,
  withReach,
} from "../customers/customer-state.ts";
import type { OwnedPage } from "../pages/page.ts";
import type { LoadedSetup } from "../pages/setup.ts";
import { changeTaken } from "./changed-messages.ts";
import { interpret, type References } from "./interpret.ts";
import type { OpenItem } from "./item.ts";
import { mayMakeCustomer } from "./new-customers.ts";
import { noReports, type Reports } from "./reports.ts";

/** The results of one page's turns, before anything has an id or is stored. */
export type PageTurns = {
  page: OwnedPage;
  loaded: LoadedSetup;
  /** The mail that was handled. */
  items: OpenItem[];
  /** Customers by psid as the last turn left them, and the stored states before the batch. */
  customers: Map<string, CustomerState>;
  storedStates: Map<string, ConversationState>;
  turns: TakenTurn[];
  /** Customers who have written for the first time. */
  newCustomers: string[];
  /** Customers whom the list shows or finds in another way than before. */
  customersToReindex: Set<string>;
  /** Mail that goes back to its sender, because its customer is gone. */
  returned: { psid: string; event: ConversationEvent }[];
};

export type TakenTurn = {
  psid: string;
  event: ConversationEvent;
  effects: Effect[];
  trace: Trace;
  /** The place in a trace of OpenTelemetry that the turn follows from. */
  traceparent?: string;
  /** The token for the first message that answers the event. */
  reply?: ReplyToken;
  /** Told to programs of the page, if there are any. */
  told?: TurnEvent[];
};

export type TurnResults = { pages: PageTurns[]; reports: Reports; notHandled: OpenItem[] };

/** A round that has made this many messages leaves the rest of its mail to the next round. */
const maxMessages = 1000;

/** Takes the turns of a batch in order, each on the state that the one before has left. Stores nothing. */
export async function takeTurns(
  items: OpenItem[],
  setups: ReadonlyMap<OwnedPage, LoadedSetup>,
  references: References,
  log: Logger,
): Promise<TurnResults> {
  const pages = new Map<OwnedPage, PageTurns>();
  const reports = noReports();
  let messages = 0;
  for (const [index, item] of items.entries()) {
    if (messages >= maxMessages) return { pages: [...pages.values()], reports, notHandled: items.slice(index) };
    const loaded = setups.get(item.page);
    if (!loaded) throw new Error("The page of a piece of mail is not loaded.");
    const turns = pages.get(item.page) ?? noTurns(item.page, loaded);
    pages.set(item.page, turns);
    turns.items.push(item);
    messages += await handleItem(turns, item, references, reports, log);
  }
  return { pages: [...pages.values()], reports, notHandled: [] };
}

const noTurns = (page: OwnedPage, loaded: LoadedSetup): PageTurns => ({
  page,
  loaded,
  items: [],
  customers: new Map(),
  storedStates: new Map(),
  turns: [],
  newCustomers: [],
  customersToReindex: new Set(),
  returned: [],
});

/** Returns how many messages the turn has made. */
async function handleItem(
  turns: PageTurns,
  { mail, found }: OpenItem,
  references: References,
  reports: Reports,
  log: Logger,
): Promise<number> {
  const { psid } = mail;
  const { facts: profile, traceparent, reply, ...event } = mail.event;
  const before = turns.customers.get(psid) ?? storedCustomer(psid, found, mail.id);
  const isKnown = found.known || turns.customers.has(psid);
  if (event.type === "reach" || event.type === "facts") {
    // A report about an unknown person does not make them a customer.
    if (!isKnown) return 0;
    const after = event.type === "facts" ? withProfile(before, profile, factsOf(turns)) : withReach(before, event);
    if (mustReindex(before, after)) turns.customersToReindex.add(psid);
    turns.customers.set(psid, after);
    return 0;
  }
  // Done before the turns, by `clearCustomers`.
  if (event.type === "clear") return 0;
  if (event.type === "erase") {
    // Contacts first: while there is a customer, it can be done again.
    for (const erased of [...Object.keys(before.state.joined ?? {}), psid])
      reports.erasures.push({ pageId: turns.page.lease.pageId, psid: erased, mailId: mail.id });
    return 0;
  }
  if (!isKnown && !mayMakeCustomer(event, { ...found, psid }, turns.loaded)) {
    // The customer was erased since: the contact is shown again.
    if (event.type === "joined") turns.returned.push({ psid: event.from, event: { type: "parted", from: psid } });
    return 0;
  }
  if (event.type === "deletion" || event.type === "edit") changeTaken(turns.turns, psid, event);
  const context = { pageId: turns.page.lease.pageId, loaded: turns.loaded, references, reports };
  const conversationEvent = interpret(context, mail, event);
  if (!conversationEvent) return 0;
  if (conversationEvent.type === "block")
    reports.drops.push({ pageId: turns.page.lease.pageId, psid, reason: "customer_blocked" });
  if (!turns.storedStates.has(psid)) turns.storedStates.set(psid, before.state);
  const taken = await turnOf(turns, conversationEvent, { stored: before, profile }, found, log);
  if (!taken) return 0;
  if (traceparent !== undefined) taken.traceparent = traceparent;
  if (reply !== undefined) taken.reply = reply;
  return taken.effects.filter(({ type }) => type === "say").length;
}

async function turnOf(
  turns: PageTurns,
  event: ConversationEvent,
  { stored, profile }: { stored: CustomerState; profile: CustomerProfile | undefined },
  { now, unreachable: wasUnreachable, firstSeenAt }: Pick<FoundCustomer, "now" | "unreachable" | "firstSeenAt">,
  log: Logger,
): Promise<TakenTurn | undefined> {
  const before = withProfile(stored, profile, factsOf(turns));
  const { psid } = before.customer;
  // The engine counts whole milliseconds; the estimate of the database's clock has fractions.
  const input = {
    ...{ setup: turns.loaded.setup, customer: before.customer, state: before.state },
    ...{ event, now: Math.floor(now), firstSeenAt: firstSeenAt ?? undefined },
    reach: {
      unreachable: before.unreachable === undefined ? wasUnreachable : before.unreachable,
      lastInputAt: before.lastInputAt,
      windowSeconds: turns.loaded.channel.outbound?.window?.seconds ?? null,
    },
  };
  for (;;) {
    try {
      const { customer, state, effects, trace } = takeTurn({ ...input, random: Math.random });
      if (isUnclaimedComment(event, trace)) return undefined;
      const reach = eventTraits[event.type].isInput ? afterInput(before, now) : contactReach(customer, state);
      const after = { ...before, customer, state, ...reach };
      if (mustReindex(stored, after)) turns.customersToReindex.add(psid);
      turns.customers.set(psid, after);
      if (eventTraits[event.type].isInput && before.lastInputAt === null) turns.newCustomers.push(psid);
      const told = toldBy(turns, { before: stored, after, event, trace });
      return keep(turns, { psid, event, effects, trace, ...told });
    } catch (error) {
      if (error instanceof NeedsDocument) {
        await turns.page.setup.documents.load(error.flowId, error.version);
        continue;
      }
      // A bug of ours must not block the customer: the event is stored as failed, and the next one is handled.
      log.error({ err: error, pageId: turns.page.lease.pageId }, "turn failed");
      return keep(turns, { psid, event, effects: [], trace: { outcome: "failed" } });
    }
  }
}

function toldBy({ loaded: { setup, eventTypes } }: PageTurns, turn: Omit<ToldTurn, "setup">): { told?: TurnEvent[] } {
  return eventTypes.size === 0 ? {} : { told: eventsOfTurn({ ...turn, setup }, eventTypes) };
}

const factsOf = ({ loaded }: PageTurns): { confirmsPhones?: true } => channelFacts[loaded.channel.type];

/** A comment that no tool is for. It is left alone: most comments are not meant for the page's team. */
const isUnclaimedComment = ({ type }: ConversationEvent, { triggers }: Trace) =>
  type === "comment" && triggers?.at(-1)?.on === "comment" && triggers.at(-1)?.verdict === "none";

function keep({ turns }: PageTurns, turn: TakenTurn): TakenTurn {
  turns.push(turn);
  return turn;
}
