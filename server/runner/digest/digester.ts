import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { failPoint } from "../../fail-points.ts";
import type { PageLive } from "../../live/page-live.ts";
import { listPagesBehind } from "../../store/conversations/digests.ts";
import { listPagesWithNewWords } from "../../store/conversations/word-digests.ts";
import { connectHot, type Database } from "../../store/db/db.ts";
import { isDatabaseAway } from "../../store/db/errors.ts";
import { splitBatch } from "../../store/db/split-batch.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import { type CommittedTurn, type RecentNews, recentNews } from "./committed.ts";
import { digestPages } from "./digest.ts";
import { indexWords } from "./index-words.ts";
import { createTouches, type Touches } from "./touches.ts";

export type DigesterDeps = {
  /** The node's connections. The digest makes one of its own like them. */
  origin: Pick<Database, "directUrl" | "patience">;
  log: Logger;
  live: PageLive;
  /** True for pages that this node runs. */
  isRun: (pageId: string) => boolean;
  batchKeyOf: (pageId: string) => string;
  isDistributed: boolean;
};

export type Digester = Pick<Touches, "onStates" | "onRow"> & {
  /** The runner has committed these turns under the page's lease: all of them, in the order of their ids. */
  onTurns(lease: Lease, turns: CommittedTurn[]): void;
  /**
   * Drops the page's turns from memory, before stored ones are changed or another node may write. A digest under way may
   * still write them down: one who removes something then waits for the digests' locks (`lockAllDigests`).
   */
  forget(pageId: string): void;
  /** Pages with news that are not in the read models, and how long the oldest news has waited. */
  backlog(): { pages: number; oldestMs: number };
  stop(): Promise<void>;
};

/**
 * Pages with an open stream are digested this soon after a turn. Others wait longer, and still longer while the runner is
 * busy, so that many turns share rows: 18 turns of a page take 61 µs each, 6 take 102.
 */
const watchedMs = 200;
const unwatchedMs = 1000;
const unwatchedWhileBusyMs = 3000;
/** Words are for the search only, which also finds new messages without them. */
const wordsMs = 2000;
/** Finds pages that no node runs, and news that a crash has left. */
const sweepMs = 30_000;
const maxPages = 100;
const pauseAfterFailureMs = 1000;
/** While the runner takes more turns a second than this, the digest works for at most a tenth of the time. */
const busyTurns = 200;
const restWhileBusy = 9;

/**
 * Keeps the read models of pages, behind the commits of their turns. It has one connection of its own and rests after
 * each batch, so that it takes little from the runner.
 */
export function startDigester(deps: DigesterDeps): Digester {
  const { origin, log, live } = deps;
  const onLost = (error: Error) => log.warn({ err: error }, "database connection lost");
  const db = connectHot(origin, onLost, { name: "banter-digest", max: 1, isDistributed: deps.isDistributed });
  const touches = createTouches(live);
  const waits = { news: new Map(), words: new Set<string>(), recent: recentNews(), turns: 0, sweepAt: 0, wordsAt: 0 };
  const state: State = { ...deps, ...waits, db, touches, stopping: new AbortController() };
  const running = keepDigesting(state);
  return {
    ...touches,
    onTurns(lease, turns) {
      state.turns += turns.length;
      state.recent.add(lease, turns);
      if (!state.news.has(lease.pageId)) state.news.set(lease.pageId, performance.now());
    },
    forget: (pageId) => state.recent.drop(pageId),
    backlog() {
      // Pages that the sweep has found have no time.
      const since = [...state.news.values()].filter((time) => time > 0);
      const oldestMs = since.length === 0 ? 0 : performance.now() - since.reduce((one, other) => Math.min(one, other));
      return { pages: state.news.size, oldestMs };
    },
    async stop() {
      state.stopping.abort();
      await running;
      await db.close();
    },
  };
}

type State = DigesterDeps & {
  db: Database;
  touches: Touches;
  /** Pages with news, and since when. */
  news: Map<string, number>;
  /** Pages with messages whose words are not indexed yet. */
  words: Set<string>;
  recent: RecentNews;
  /** Turns that the runner has taken since the last look. */
  turns: number;
  sweepAt: number;
  wordsAt: number;
  stopping: AbortController;
};

async function keepDigesting(state: State): Promise<void> {
  const { signal } = state.stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  let lookedAt = performance.now();
  while (!signal.aborted) {
    const startedAt = performance.now();
    const isBusy = (state.turns / Math.max(startedAt - lookedAt, 1)) * 1000 > busyTurns;
    [state.turns, lookedAt] = [0, startedAt];
    try {
      const isDone = await look(state, isBusy);
      const tookMs = performance.now() - startedAt;
      await rest(Math.max(isBusy ? tookMs * restWhileBusy : tookMs, isDone ? watchedMs : 0));
    } catch (error) {
      state.log.warn({ err: error }, "digest failed");
      await rest(pauseAfterFailureMs);
    }
  }
}

/** Returns false if there is more to do at once. */
async function look(state: State, isBusy: boolean): Promise<boolean> {
  await sweep(state);
  await state.touches.flush(state.db, state.batchKeyOf);
  const isDone = await digestDue(state, isBusy ? unwatchedWhileBusyMs : unwatchedMs);
  if (performance.now() < state.wordsAt || state.words.size === 0) return isDone;
  const areWordsDone = await indexDue(state);
  state.wordsAt = performance.now() + (isBusy || areWordsDone ? wordsMs : 0);
  return isDone && (areWordsDone || isBusy);
}

async function digestDue(state: State, waitMs: number): Promise<boolean> {
  const now = performance.now();
  const { news, words, live } = state;
  const due = [...news].filter(([pageId, since]) => live.isWatched(pageId) || now - since >= waitMs);
  // Somebody looks at the watched pages. Of the others, the ones that have waited longest come first.
  const chosen = due
    .map(([pageId]) => pageId)
    .sort((one, other) => Number(live.isWatched(other)) - Number(live.isWatched(one)))
    .slice(0, maxPages);
  for (const pageId of chosen) {
    news.delete(pageId);
    words.add(pageId);
  }
  try {
    for (const group of Map.groupBy(chosen, state.batchKeyOf).values())
      await inParts(state, group, (pageIds) => digest(state, pageIds));
  } catch (error) {
    for (const pageId of chosen) news.set(pageId, now);
    throw error;
  }
  return due.length <= maxPages && chosen.every((pageId) => !news.has(pageId));
}

async function digest({ db, live, news, recent, isRun }: State, pageIds: string[]): Promise<void> {
  const { changed, unfinished, skipped } = await digestPages(db, pageIds, recent.turns);
  failPoint("digest.after-commit");
  for (const pageId of unfinished) news.set(pageId, 0);
  for (const pageId of skipped.filter(isRun)) news.set(pageId, performance.now());
  live.conversationsChanged(changed);
}

async function indexDue(state: State): Promise<boolean> {
  const { words, db, recent } = state;
  const chosen = [...words].slice(0, maxPages);
  for (const pageId of chosen) words.delete(pageId);
  for (const group of Map.groupBy(chosen, state.batchKeyOf).values())
    await inParts(state, group, async (pageIds) => {
      for (const pageId of await indexWords(db, pageIds, recent.texts)) words.add(pageId);
    });
  return words.size === 0;
}

/** One page that cannot be digested must not keep the others back. It is tried again with its next news. */
async function inParts(state: State, pageIds: string[], work: (pageIds: string[]) => Promise<void>): Promise<void> {
  try {
    await work(pageIds);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const parts = splitBatch(pageIds, (pageId) => pageId);
    if (parts.length === 0) state.log.error({ err: error, pageId: pageIds[0] }, "page not digested");
    for (const part of parts) await inParts(state, part, work);
  }
}

async function sweep(state: State): Promise<void> {
  if (performance.now() < state.sweepAt) return;
  const { db, news, words, recent } = state;
  const behind = await listPagesBehind(db, maxPages);
  const unindexed = await listPagesWithNewWords(db, maxPages);
  // Nobody has told of their news: the tables are read.
  for (const pageId of behind.filter((pageId) => !news.has(pageId))) {
    recent.turns.drop(pageId);
    news.set(pageId, 0);
  }
  for (const pageId of unindexed.filter((pageId) => !news.has(pageId) && !words.has(pageId))) {
    recent.texts.drop(pageId);
    words.add(pageId);
  }
  // A full list has more behind it.
  const isFull = behind.length === maxPages || unindexed.length === maxPages;
  state.sweepAt = performance.now() + (isFull ? unwatchedMs : sweepMs);
}
