import { setImmediate as immediate } from "node:timers/promises";
import type { Deps } from "../deps.ts";
import type { Signal } from "../live/hub.ts";
import type { MailEvent } from "../mailbox/event.ts";
import type { IdSource } from "../mailbox/ids.ts";
import { type DueMail, listDueMail } from "../store/claim.ts";
import { commitTurns, type SavedMessage, type TurnCommit } from "../store/commit.ts";
import { isDuplicate } from "../store/db.ts";
import type { Lease } from "../store/leases.ts";
import { requeueMessages } from "../store/message-reports.ts";
import { saveClicks, saveReceipts } from "../store/messages.ts";
import { type PlatformReport, redactTurns, saveReports } from "../store/platform-reports.ts";
import type { Waiting } from "./attempt.ts";
import type { DeliveryQueue } from "./delivery.ts";
import { settleEchoes } from "./doubtful-echoes.ts";
import { type Inbox, markOf, openStraight, type Straight } from "./inbox.ts";
import { layOut } from "./lay-out.ts";
import type { newcomers } from "./newcomers.ts";
import type { RequestRunner } from "./requests.ts";
import type { LoadedSetup, SetupHolder } from "./setup.ts";
import { type TakenTurn, type TurnResults, takeTurns } from "./turns.ts";
import type { Working } from "./working.ts";

/** Rows handled in one commit. Large enough that a commit is shared by many, small enough that pages take turns. */
const batchSize = 200;

export type Batching = {
  deps: Deps;
  lease: Lease;
  ids: IdSource;
  setup: SetupHolder;
  straight: Inbox;
  delivery: DeliveryQueue;
  requests: RequestRunner;
  newcomers: ReturnType<typeof newcomers>;
  signal: (signals: Signal[]) => void;
  /** A timer was set, due in so many milliseconds. */
  onTimer: (waitMs: number) => void;
};

/** Takes a page's mail a batch at a time: turns, one commit, and what follows from it. */
export function batches(batching: Batching) {
  const { deps, lease, ids, setup, straight, delivery, requests, signal } = batching;
  const { db, log } = deps;
  const { pageId } = lease;
  let mustLook = true;
  /** What the last commit found due, and how it left the customers that it stored. */
  let next: Found | undefined;

  const isPaused = () => setup.current()?.setup.isPaused ?? false;

  /** Handles what is due, and then what has come straight. "lost": the page is not ours any more, or is gone. */
  async function run(): Promise<"handled" | "nothing" | "lost"> {
    // Whoever comes at the same time comes along.
    if (!next && !straight.isEmpty()) await immediate();
    const { due, left } = next ?? (await look());
    next = undefined;
    // Whoever lies in the mailbox came first.
    if (due.length >= batchSize) straight.spill();
    const mails = straight.take(batchSize - due.length);
    try {
      return await handle(due, left, mails);
    } catch (error) {
      // It may have been stored all the same: the callers must know that we do not know.
      for (const { reject } of mails) reject(error);
      throw error;
    } finally {
      straight.settle();
    }
  }

  async function look(): Promise<Found> {
    // While the page is paused, nothing that is due tells of a change.
    if (mustLook && isPaused()) await setup.load();
    const due = mustLook ? await listDueMail(db, pageId, batchSize, isPaused()) : [];
    mustLook = false;
    return { due, left: new Map() };
  }

  async function handle(found: DueMail[], left: Found["left"], mails: Straight[]) {
    const came = await openStraight({ db, pageId, ids }, mails);
    const newest = came.at(-1) ?? found.at(-1);
    if (!newest) return "nothing";
    const loaded = await setup.at(newest.revision);
    if (!loaded) {
      straight.spill(mails);
      return "lost";
    }
    const due = loaded.setup.isPaused ? found.filter(({ event }) => !isTimer(event)) : found;
    const turning = { db, pageId, loaded, documents: setup.documents, log };
    const heard = await settleEchoes({ delivery, accept: deps.accept, pageId }, [...due, ...came]);
    const results = await takeTurns(turning, heard, left);
    const commit = await layOutAll(results, loaded, { due, came, mails, now: newest.now });
    await report(results);
    const following = { limit: batchSize, isPaused: isPaused() };
    const stored = await commitTurns(db, lease, commit, following).catch((error) => {
      if (came.length > 0 && isDuplicate(error)) return "refused" as const;
      throw error;
    });
    if (stored === "lost" || stored === "refused") {
      straight.spill(mails);
      mustLook = true;
      return stored === "lost" ? "lost" : "handled";
    }
    next = stored.length > 0 ? { due: stored, left: results.customers } : undefined;
    await follow(results, commit, loaded);
    for (const [index, { resolve }] of mails.entries()) resolve({ mailId: came[index]?.id ?? 0 });
    return "handled";
  }

  async function layOutAll(results: TurnResults, { channel }: LoadedSetup, batch: Batch): Promise<TurnCommit> {
    const { due, came, mails, now } = batch;
    const starting = new Map<string, "sending" | "queued">();
    /** A customer's messages of one batch start together: they go one after the other without a word to the database. */
    const statusOf = (psid: string) => {
      if (!channel.deliver) return "sent";
      const status = starting.get(psid) ?? (delivery.canStart(psid, starting.size) ? "sending" : "queued");
      starting.set(psid, status);
      return status;
    };
    return {
      ...(await layOut(results, { ids, now, statusOf, window: channel.window })),
      handled: due.map(({ id }) => id),
      straight: came.map((mail, index) => markOf(mail, mails[index])),
    };
  }

  /** All of them can be done twice without harm, so they need no part in the commit. */
  async function report({ receipts, clicks, retries, told, deletions }: TurnResults): Promise<void> {
    if (receipts.length > 0) await saveReceipts(db, lease, receipts);
    if (clicks.length > 0) await saveClicks(db, lease, clicks);
    if (told.length > 0) await settle(told);
    if (deletions.length > 0) await redactTurns(db, lease, deletions);
    for (const ids of retries) await requeueMessages(db, lease, ids);
  }

  /** A message that waits for another attempt, though its platform has it, is not to be sent again. */
  async function settle(told: PlatformReport[]): Promise<void> {
    const others: PlatformReport[] = [];
    for (const report of told) if (!hear(report)) others.push(report);
    if (others.length === 0) return;
    await delivery.flush();
    const { settled, unknown } = await saveReports(db, lease, others);
    delivery.drop(settled);
    // A platform may report on a message before it has answered the call that sent it.
    for (const { psid, status, platformIds = [], reason } of others) {
      const ids = platformIds.filter((id) => unknown.includes(id));
      const event = { type: "report" as const, status, about: { platformIds: ids }, ...(reason && { reason }) };
      if (ids.length > 0)
        delivery.afterCall(psid, () => void deps.accept({ pageId, psid, event }).catch(() => undefined));
    }
  }

  /** Tells whoever sends the message. Returns whether that is all: of one sent call others may follow, and only they know. */
  function hear({ psid, messageId, status, platformIds }: PlatformReport): boolean {
    if (messageId === undefined || status === "failed") return false;
    return delivery.hear(psid, messageId, platformIds?.[0] ?? `message ${messageId}`) && status === "sent";
  }

  /** What may happen only after the commit. */
  async function follow(results: TurnResults, commit: TurnCommit, loaded: LoadedSetup): Promise<void> {
    const { channel } = loaded;
    for (const { at } of commit.timers) batching.onTimer(at - commit.now);
    requests.add(lease, commit.requests);
    if (!channel.deliver) {
      const psids = new Set(results.turns.map(({ psid }) => psid));
      signal([...psids].map((psid) => ({ pageId, psid, ...typingOf(results, psid) })));
      return;
    }
    delivery.add(commit.messages.filter(({ status }) => status !== "failed").map(waitingOf));
    delivery.showTyping(results.turns.filter(setsTyping).map(({ psid }) => psid));
    batching.newcomers.ask(results.newcomers, loaded);
    if (results.retries.length > 0) await delivery.resume();
  }

  return {
    run,
    /** Something may be due that no commit has found. */
    mustLook: () => {
      mustLook = true;
    },
    hasMore: () => next !== undefined,
  };
}

const isTimer = (event: unknown) => (event as MailEvent).type === "timer";

type Found = { due: DueMail[]; left: ReadonlyMap<string, Working> };
type Batch = { due: DueMail[]; came: DueMail[]; mails: Straight[]; now: number };

function waitingOf(message: SavedMessage): Waiting {
  return {
    id: message.id,
    psid: message.psid,
    flowId: message.flow_id,
    lane: message.lane,
    messageTag: message.message_tag,
    content: message.content as Waiting["content"],
    attempts: 0,
    possibleDuplicate: false,
    ageMs: 0,
    isMarked: message.status === "sending",
    isRepeat: false,
    isTroubled: false,
    waitMs: 0,
  };
}

function typingOf({ turns }: TurnResults, psid: string): { typingSeconds?: number } {
  return turns.some((turn) => turn.psid === psid && setsTyping(turn)) ? { typingSeconds: 20 } : {};
}

const setsTyping = ({ effects }: TakenTurn) => effects.some((effect) => effect.type === "set_timer" && effect.isTyping);
