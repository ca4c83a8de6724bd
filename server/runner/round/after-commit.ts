import type { Signal } from "../../live/hub.ts";
import type { CommitAnswer, TurnRows } from "../../store/conversations/commit.ts";
import type { MessageRow } from "../../store/conversations/messages/messages.ts";
import type { RunnerNode } from "../node.ts";
import { newMessage } from "../outgoing/item.ts";
import { type Item, spillItems } from "./item.ts";
import { readAgainIn } from "./read.ts";
import type { PageTurns, TakenTurn, Turned } from "./turns.ts";

/** Everything that may happen only once the turns are stored: callers are answered, messages leave. */
export function afterCommit(node: RunnerNode, turned: Turned, rows: TurnRows, answer: CommitAnswer): void {
  const signals: Signal[] = [];
  for (const turns of turned.pages) {
    const { pageId } = turns.page.lease;
    if (answer.committed.has(pageId)) signals.push(...followUp(node, turns, rows));
    else notCommitted(node, turns, answer);
  }
  if (signals.length > 0) node.signal(signals);
  leaveForNextRound(turned.notHandled);
}

/** Nothing of the page was written: its direct mail goes through the mailbox, its other mail still lies there. */
function notCommitted(node: RunnerNode, { page, items }: PageTurns, { refused }: CommitAnswer): void {
  spillItems(items.filter(({ caller }) => caller));
  readAgainIn(page, 0);
  if (!refused.has(page.lease.pageId)) node.drop(page, "page lost");
}

/** Mail that a round has read and not handled is handled by the next one. */
function leaveForNextRound(items: Item[]): void {
  for (const [page, group] of Map.groupBy(items, ({ page }) => page)) {
    page.inbox.putBack(group.flatMap(({ caller }) => caller ?? []));
    readAgainIn(page, 0);
  }
}

/** Returns the signals for open event streams. */
function followUp(node: RunnerNode, turns: PageTurns, rows: TurnRows): Signal[] {
  const { page, loaded, items } = turns;
  const { lease } = page;
  const ofPage = <Row extends { page_id: string }>(all: Row[]) => all.filter((row) => row.page_id === lease.pageId);
  for (const { caller, mail } of items) caller?.resolve({ mailId: mail.id });
  page.lastWorkAt = performance.now();
  for (const { at } of ofPage(rows.timers)) readAgainIn(page, at - rows.now);
  const requests = ofPage(rows.requests);
  if (requests.length > 0) node.requests.add(lease, requests);
  if (!loaded.channel.deliver) return signalsOf(turns);
  page.outgoing.add(ofPage(rows.messages).filter(isToBeSent).map(newMessage));
  page.outgoing.showTyping(turns.turns.filter(setsTyping).map(({ psid }) => psid));
  node.profileLookups.ask(page, turns.newcomers);
  return [];
}

const isToBeSent = ({ status }: MessageRow) => status === "queued" || status === "sending";

const setsTyping = ({ effects }: TakenTurn) => effects.some((effect) => effect.type === "set_timer" && effect.isTyping);

function signalsOf({ page, turns }: PageTurns): Signal[] {
  const { pageId } = page.lease;
  const typing = new Set(turns.filter(setsTyping).map(({ psid }) => psid));
  const psids = new Set(turns.map(({ psid }) => psid));
  return [...psids].map((psid) => ({ pageId, psid, ...(typing.has(psid) && { typingSeconds: 20 }) }));
}
