import { isMessage, type OutgoingContent, type OutgoingMessage, type ReplyToken } from "@banter/core/flow/outgoing.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import type { TurnEvent } from "../../domain/events/turn-events.ts";
import type { IdSource } from "../../mailbox/ids.ts";
import { stateEvent } from "../../store/events/event-deliveries.ts";
import { notifiedLength } from "../../store/notifications/notifications.ts";
import type { DirectMailRow, TurnRows } from "../../store/runtime/commit.ts";
import type { CustomerRow } from "../../store/runtime/customers.ts";
import type { HandOverRow } from "../../store/runtime/hand-overs.ts";
import { withAlbums } from "./albums.ts";
import { type EffectContext, writeEffect } from "./effects.ts";
import type { OpenItem } from "./item.ts";
import type { PageTurns, TakenTurn } from "./turns.ts";

/** Turns the results of a batch into rows and gives them ids. */
export async function buildRows(pages: PageTurns[], source: IdSource): Promise<TurnRows> {
  const ids = await source.take(countIds(pages));
  let taken = 0;
  const nextId = () => ids[taken++] ?? 0;
  const rows: TurnRows = {
    handled: [],
    direct: [],
    customers: [],
    turns: [],
    messages: [],
    timers: [],
    endedTimers: [],
    handOvers: [],
    endedHandOvers: [],
    notifications: [],
    requests: [],
    events: [],
    phones: [],
    customersToReindex: [],
    now: Math.max(...pages.flatMap(({ items }) => items.map(({ found }) => found.now))),
  };
  for (const page of pages) addPage(rows, page, nextId);
  return rows;
}

/** An upper limit: one id for each turn and each effect, and one for a notification of a message to a person. */
function countIds(pages: PageTurns[]): number {
  const idsOf = (turn: TakenTurn) => 1 + turn.effects.length + (isForPerson(turn) ? 1 : 0);
  return pages.reduce((sum, { turns }) => turns.reduce((count, turn) => count + idsOf(turn), sum), 0);
}

function addPage(rows: TurnRows, page: PageTurns, nextId: () => number): void {
  const { pageId } = page.page.lease;
  for (const item of page.items) {
    if (item.caller) rows.direct.push(directRow(pageId, item));
    else for (const id of [item.mail.id, ...(item.mail.parts ?? [])]) rows.handled.push({ page_id: pageId, id });
  }
  for (const { customer, isNew: _, lastInputAt: __, ...others } of page.customers.values()) {
    const row: CustomerRow = { page_id: pageId, ...customer, ...others };
    rows.customers.push(row);
  }
  for (const psid of page.customersToReindex) rows.customersToReindex.push({ page_id: pageId, psid });
  const starting = new Set<string>();
  for (const turn of page.turns) addTurn(rows, page, turn, nextId, starting);
  for (const [psid, before] of page.storedStates) {
    const after = page.customers.get(psid)?.state;
    if (!after) continue;
    rows.endedTimers.push(...endedTimers(before, after).map((wait) => ({ page_id: pageId, psid, ...wait })));
    if (before.handOver && !after.handOver) rows.endedHandOvers.push({ page_id: pageId, psid });
  }
  const isOpen = ({ psid, since }: HandOverRow) => page.customers.get(psid)?.state.handOver?.since === since;
  rows.handOvers = rows.handOvers.filter((row) => row.page_id !== pageId || isOpen(row));
  rows.timers = rows.timers.filter((timer) => timer.page_id !== pageId || isRunning(page, timer));
  for (const { psid, event } of page.returned) rows.timers.push({ page_id: pageId, psid, at: rows.now, event });
}

function directRow(pageId: string, { mail, caller }: OpenItem): DirectMailRow {
  return {
    page_id: pageId,
    id: mail.id,
    key: caller?.key ?? null,
    body_hash: caller?.bodyHash?.toString("hex") ?? null,
    token_hash: caller?.tokenHash?.toString("hex") ?? null,
  };
}

function addTurn(rows: TurnRows, page: PageTurns, turn: TakenTurn, nextId: () => number, starting: Set<string>): void {
  const { psid, event, effects, trace } = turn;
  const pageId = page.page.lease.pageId;
  const turnId = nextId();
  const sendId = "sendId" in event ? event.sendId : null;
  rows.turns.push({ page_id: pageId, id: turnId, psid, send_id: sendId, event, trace: countedLater(trace) });
  const context: EffectContext = {
    pageId,
    turnId,
    psid,
    nextId,
    now: rows.now,
    window: page.loaded.channel.outbound?.window ?? null,
    lastInputAt: page.customers.get(psid)?.lastInputAt ?? null,
    firstStatus: () => firstStatus(page, psid, starting),
  };
  const before = rows.messages.length;
  const written = page.loaded.channel.outbound?.renderAlbum ? withAlbums(effects) : effects;
  for (const effect of written) writeEffect(rows, effect, context);
  if (turn.reply) addReplyToken(rows.messages.slice(before), turn.reply);
  addEvents(rows, page, { psid, turnId, told: turn.told ?? [] }, rows.messages.slice(before));
  if (isForPerson(turn) && event.type === "message" && !page.loaded.setup.isPaused)
    rows.notifications.push({
      ...{ page_id: pageId, id: nextId(), psid, flow_id: null },
      ...{ kind: "message", text: event.text.slice(0, notifiedLength) },
    });
}

/** The events of a turn, and of those of its messages that have come to a state at once. */
function addEvents(
  rows: TurnRows,
  { page, loaded: { eventTypes } }: PageTurns,
  { psid, turnId, told }: { psid: string; turnId: number; told: TurnEvent[] },
  messages: TurnRows["messages"],
): void {
  if (eventTypes.size === 0) return;
  const common = { page_id: page.lease.pageId, psid };
  for (const [index, { type, data, isAboutTurn }] of told.entries())
    rows.events.push({ ...common, event: `evt_${turnId}-${index}`, type, about: isAboutTurn ? turnId : null, data });
  for (const { id, status, content } of messages) {
    const type = status === "sent" ? "message.sent" : status === "failed" ? "message.failed" : undefined;
    if (type && eventTypes.has(type) && isMessage(content as OutgoingContent))
      rows.events.push({ ...common, event: stateEvent(id, status), type, about: id, data: {} });
  }
}

/** A turn without steps has none to count. */
const countedLater = (trace: Trace): Trace => (trace.visits ? { ...trace, isCountedLater: true } : trace);

/** The token is for one message: the first that will be sent. */
function addReplyToken(messages: TurnRows["messages"], reply: ReplyToken): void {
  const first = messages.find(({ status, lane }) => status !== "failed" && lane === "reply");
  if (first) first.content = { ...(first.content as OutgoingMessage), reply };
}

/** The customer wrote while a person has the conversation. */
const isForPerson = ({ event, trace }: TakenTurn) => event.type === "message" && trace?.outcome === "paused";

/**
 * The first status of a message. If a customer's first message of the batch can be sent at once, all their messages of
 * the batch start as `sending`, so that no further statement is needed before they are sent.
 */
function firstStatus({ page, loaded }: PageTurns, psid: string, starting: Set<string>): "queued" | "sending" | "sent" {
  if (!loaded.channel.outbound) return "sent";
  if (!starting.has(psid) && !page.outgoing.canStart(psid, starting.size)) return "queued";
  starting.add(psid);
  return "sending";
}

/** Waits that this batch has ended: their timers are deleted. */
function endedTimers(before: ConversationState, after: ConversationState): { run_id: number; turn: number }[] {
  const running = new Set(waitsOf(after).map(({ run_id, turn }) => `${run_id} ${turn}`));
  return waitsOf(before).filter(({ run_id, turn }) => !running.has(`${run_id} ${turn}`));
}

/** False if a later turn of the same batch has ended the wait or the hand-over that the timer is for. */
function isRunning({ customers }: PageTurns, { psid, event }: TurnRows["timers"][number]): boolean {
  const state = customers.get(psid)?.state;
  if (event.type === "hand_over_timeout") return state?.handOver?.since === event.since;
  if (event.type !== "timer") return true;
  const { runId, turn } = event;
  return state !== undefined && waitsOf(state).some((wait) => wait.run_id === runId && wait.turn === turn);
}

function waitsOf({ main, sequences }: ConversationState): { run_id: number; turn: number }[] {
  return [main, ...sequences].flatMap((run) => (run ? { run_id: run.id, turn: run.wait.turn } : []));
}
