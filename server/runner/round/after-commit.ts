import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { type Signal, thinkingSeconds } from "../../live/hub.ts";
import type { CommitAnswer, TurnRows } from "../../store/runtime/commit.ts";
import type { MessageRow } from "../../store/runtime/messages/messages.ts";
import { type CommittedTurn, turnsByPage } from "../digest/committed.ts";
import type { RunnerNode } from "../node.ts";
import type { CallSpans } from "../outgoing/call-spans.ts";
import { newMessage } from "../outgoing/item-from-row.ts";
import type { ThinkingSigns } from "../requests/thinking.ts";
import { type Item, spillItems } from "./item.ts";
import { readAgainIn } from "./read.ts";
import type { PageTurns, TakenTurn, TurnResults } from "./turns.ts";

/** Does everything that must wait for the commit: answers callers, sends messages, starts requests. */
export function afterCommit(node: RunnerNode, results: TurnResults, rows: TurnRows, answer: CommitAnswer): void {
  // Before anything is sent to the table: this mail goes there behind earlier mail of its customers.
  leaveForNextRound(results.notHandled);
  const signals: Signal[] = [];
  const stored = turnsByPage(rows);
  for (const turns of results.pages) {
    const { pageId } = turns.page.lease;
    if (answer.committed.has(pageId)) {
      tellDigester(node, turns, stored.get(pageId) ?? []);
      signals.push(...followUp(node, turns, rows));
    } else notCommitted(node, turns, answer);
  }
  if (signals.length > 0) node.signal(signals);
  if (!node.thinking.isEmpty()) tellThinking(node.thinking, results, answer);
  for (const { pageId, psid } of results.reports.erasures)
    if (answer.committed.has(pageId)) node.deps.live.publish(pageId, { type: "conversation_erased", psid });
}

/** A model's unfinished answer is shown no more if its customer has gone on. */
function tellThinking(thinking: ThinkingSigns, { pages, reports }: TurnResults, { committed }: CommitAnswer): void {
  for (const { page, customers } of pages)
    if (committed.has(page.lease.pageId)) thinking.wentOn(page.lease.pageId, customers);
  for (const erased of reports.erasures) if (committed.has(erased.pageId)) thinking.forget(erased);
}

/** Nothing of the page was written: its direct mail goes to the mailbox table, where its other mail still is. */
function notCommitted(node: RunnerNode, { page, items }: PageTurns, { refused }: CommitAnswer): void {
  spillItems(items.filter(({ caller }) => caller));
  readAgainIn(page, 0);
  if (!refused.has(page.lease.pageId)) node.drop(page, "lease lost");
}

/** Leaves mail that this round has read but not handled to the next round. */
export function leaveForNextRound(items: Item[]): void {
  for (const [page, group] of Map.groupBy(items, ({ page }) => page)) {
    page.inbox.requeue(group.flatMap(({ caller }) => caller ?? []));
    readAgainIn(page, 0);
  }
}

/** Returns the signals for open event streams. */
function followUp(node: RunnerNode, turns: PageTurns, rows: TurnRows): Signal[] {
  const { page, loaded, items } = turns;
  const { lease } = page;
  const ofPage = <Row extends { page_id: string }>(all: Row[]) => all.filter((row) => row.page_id === lease.pageId);
  for (const { caller, mail } of items) caller?.resolve({ mailId: mail.id });
  countTurns(node, turns, ofPage(rows.messages).length);
  page.lastWorkAt = performance.now();
  for (const { at } of ofPage(rows.timers)) readAgainIn(page, at - rows.now);
  const requests = ofPage(rows.requests);
  if (requests.length > 0) node.requests.add(lease, requests);
  if (!loaded.channel.outbound) return signalsOf(turns);
  const messages = ofPage(rows.messages).filter(isToBeSent);
  if (node.callSpans) keepPlaces(node.callSpans, messages, ofPage(rows.turns));
  page.outgoing.add(messages.map(newMessage));
  page.outgoing.showTyping(turns.turns.filter(setsTyping).map(({ psid }) => psid));
  node.profileLookups.ask(page, turns.newCustomers);
  return awaitedSignals(turns);
}

/** A member who has answered waits for the commit. One whose mail is from the mailbox may wait on another node. */
function awaitedSignals({ page: { lease }, items }: PageTurns): Signal[] {
  const awaited = items.filter(({ mail, caller }) => !caller && isAnswer(mail.event));
  return awaited.map(({ mail }) => ({ pageId: lease.pageId, psid: mail.psid }));
}

const isAnswer = ({ type }: MailEvent) => type === "person_message" || type === "person_reaction";

function keepPlaces(spans: CallSpans, messages: MessageRow[], turns: TurnRows["turns"]): void {
  const places = new Map(turns.map(({ id, trace }) => [id, (trace as Trace).traceparent]));
  for (const { id, turn_id } of messages) {
    const place = places.get(turn_id);
    if (place !== undefined) spans.made(id, place);
  }
}

function countTurns({ deps: { metrics } }: RunnerNode, { loaded, items, turns }: PageTurns, messages: number): void {
  const channel = loaded.channel.type;
  const direct = items.reduce((count, { caller }) => (caller ? count + 1 : count), 0);
  metrics.mailAccepted.inc({ channel, path: "direct" }, direct);
  metrics.turns.inc({ channel }, turns.length);
  metrics.messages.inc({ channel }, messages);
}

/** A customer may change without a turn: the platform has told their name, or that they can be reached. */
function tellDigester({ digester }: RunnerNode, { page, customers }: PageTurns, stored: CommittedTurn[]): void {
  const { pageId } = page.lease;
  if (stored.length > 0) digester.onTurns(page.lease, stored);
  const turned = new Set(stored.map(({ turn }) => turn.psid));
  for (const psid of customers.keys()) if (!turned.has(psid)) digester.onRow(pageId, psid);
}

const isToBeSent = ({ status }: MessageRow) => status === "queued" || status === "sending";

const setsTyping = ({ effects }: TakenTurn) =>
  effects.some((effect) => (effect.type === "set_timer" && effect.isTyping) || effect.type === "model");

function signalsOf({ page, turns }: PageTurns): Signal[] {
  const { pageId } = page.lease;
  const typing = new Set(turns.filter(setsTyping).map(({ psid }) => psid));
  const psids = new Set(turns.map(({ psid }) => psid));
  return [...psids].map((psid) => ({ pageId, psid, ...(typing.has(psid) && { typingSeconds: thinkingSeconds }) }));
}
