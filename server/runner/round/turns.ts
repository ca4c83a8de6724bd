import type { Effect } from "@banter/core/flow/effect.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { NeedsDocument } from "@banter/core/flow/turn/page-setup.ts";
import { takeTurn } from "@banter/core/flow/turn/turn.ts";
import type { Logger } from "pino";
import type { DeletionEvent, MailEvent } from "../../mailbox/event.ts";
import { afterInput, type CustomerState, storedCustomer, withProfile, withReach } from "../customer-state.ts";
import type { OwnedPage } from "../page.ts";
import type { LoadedSetup } from "../setup.ts";
import { interpret, type Known } from "./interpret.ts";
import type { OpenItem } from "./item.ts";
import { isDeleted, noReports, type Reports } from "./reports.ts";

/** The results of the turns of one page, before ids are given and anything is stored. */
export type PageTurns = {
  page: OwnedPage;
  loaded: LoadedSetup;
  /** The mail that was handled. */
  items: OpenItem[];
  /** Customers by psid as the last turn left them, and the state that is stored. */
  customers: Map<string, CustomerState>;
  storedStates: Map<string, ConversationState>;
  turns: TakenTurn[];
  /** Customers who have written for the first time. */
  newcomers: string[];
};

export type TakenTurn = { psid: string; event: ConversationEvent; effects: Effect[]; trace: Trace };

export type Turned = { pages: PageTurns[]; reports: Reports; notHandled: OpenItem[] };

/** A round that has made so many messages handles no more mail: the rest waits for the next round. */
const maxMessages = 1000;

/** Takes the turns of a batch in order, each on the state that the one before it left. Stores nothing. */
export async function takeTurns(
  items: OpenItem[],
  setups: ReadonlyMap<OwnedPage, LoadedSetup>,
  known: Known,
  log: Logger,
): Promise<Turned> {
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
    messages += await handleItem(turns, item, known, reports, log);
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
  newcomers: [],
});

/** Returns how many messages the turn has made. */
async function handleItem(
  turns: PageTurns,
  { mail, found }: OpenItem,
  known: Known,
  reports: Reports,
  log: Logger,
): Promise<number> {
  const { psid } = mail;
  const { facts, ...event } = mail.event as MailEvent;
  const before = turns.customers.get(psid) ?? storedCustomer(psid, found);
  if (event.type === "reach" || event.type === "facts") {
    // A report about somebody does not make them a customer.
    if (!found.known && !turns.customers.has(psid)) return 0;
    turns.customers.set(psid, event.type === "facts" ? withProfile(before, facts) : withReach(before, event));
    return 0;
  }
  if (event.type === "deletion") redact(turns, psid, event);
  const interpreting = { pageId: turns.page.lease.pageId, loaded: turns.loaded, known, reports };
  const meant = interpret(interpreting, mail, event);
  if (!meant) return 0;
  if (!turns.storedStates.has(psid)) turns.storedStates.set(psid, before.state);
  const taken = await turnOf(turns, meant, withProfile(before, facts), found.now, log);
  return taken.effects.filter(({ type }) => type === "say").length;
}

async function turnOf(
  turns: PageTurns,
  event: ConversationEvent,
  before: CustomerState,
  now: number,
  log: Logger,
): Promise<TakenTurn> {
  const { psid } = before.customer;
  const input = { setup: turns.loaded.setup, customer: before.customer, state: before.state, event, now };
  for (;;) {
    try {
      const { customer, state, effects, trace } = takeTurn({ ...input, random: Math.random });
      turns.customers.set(psid, { ...before, customer, state, ...(isInput(event) && afterInput(before, now)) });
      if (isInput(event) && before.lastInputAt === null) turns.newcomers.push(psid);
      return keep(turns, { psid, event, effects, trace });
    } catch (error) {
      if (error instanceof NeedsDocument) {
        await turns.page.setup.documents.load(error.flowId, error.version);
        continue;
      }
      // A fault of ours must not hold up the customer: the event is kept with its reason, and the next one is handled.
      log.error({ err: error, pageId: turns.page.lease.pageId }, "turn failed");
      return keep(turns, { psid, event, effects: [], trace: { outcome: "failed" } });
    }
  }
}

function keep({ turns }: PageTurns, turn: TakenTurn): TakenTurn {
  turns.push(turn);
  return turn;
}

const isInput = ({ type }: ConversationEvent) => type === "message" || type === "press" || type === "referral";

/** Erases a message that was taken back before its turn is stored. */
function redact({ turns }: PageTurns, psid: string, deletion: DeletionEvent): void {
  for (const turn of turns) {
    if (turn.psid !== psid || !isDeleted(turn.event, deletion)) continue;
    turn.event = { type: "message", text: "", key: deletion.platformId, isDeleted: true };
    turn.trace = { outcome: turn.trace.outcome };
  }
}
