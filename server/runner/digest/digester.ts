import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { failPoint } from "../../fail-points.ts";
import type { PageLive } from "../../live/page-live.ts";
import { connectHot, type Database } from "../../store/db/db.ts";
import { isDatabaseAway } from "../../store/db/errors.ts";
import { splitBatch } from "../../store/db/split-batch.ts";
import { listPagesBehind } from "../../store/inbox/digests.ts";
import { digestPages } from "./digest.ts";

export type DigesterDeps = {
  url: string;
  log: Logger;
  live: PageLive;
  /** True for pages that this node runs. */
  isRun: (pageId: string) => boolean;
  batchKeyOf: (pageId: string) => string;
};

export type Digester = {
  /** The runner has committed turns of this page. */
  onTurns(pageId: string, turns: number): void;
  stop(): Promise<void>;
};

/** Pages with an open stream are digested this soon after a turn; others wait longer, so that many turns share rows. */
const watchedMs = 200;
const unwatchedMs = 1000;
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
  const { url, log } = deps;
  const db = connectHot(url, (error) => log.warn({ err: error }, "database connection lost"), {
    name: "banter-digest",
    max: 1,
  });
  const state: State = { ...deps, db, waiting: new Map(), turns: 0, sweepAt: 0, stopping: new AbortController() };
  const running = keepDigesting(state);
  return {
    onTurns(pageId, turns) {
      state.turns += turns;
      if (!state.waiting.has(pageId)) state.waiting.set(pageId, performance.now());
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
  /** Pages with news, and since when. */
  waiting: Map<string, number>;
  /** Turns that the runner has taken since the last look. */
  turns: number;
  sweepAt: number;
  stopping: AbortController;
};

async function keepDigesting(state: State): Promise<void> {
  const { signal } = state.stopping;
  let lookedAt = performance.now();
  while (!signal.aborted) {
    const startedAt = performance.now();
    const isBusy = (state.turns / Math.max(startedAt - lookedAt, 1)) * 1000 > busyTurns;
    [state.turns, lookedAt] = [0, startedAt];
    const isDone = await digestDue(state).catch((error) => {
      state.log.warn({ err: error }, "digest failed");
      return sleep(pauseAfterFailureMs, true, { signal }).catch(() => true);
    });
    const tookMs = performance.now() - startedAt;
    const restMs = isBusy ? tookMs * restWhileBusy : tookMs;
    await sleep(Math.max(restMs, isDone ? watchedMs : 0), undefined, { signal }).catch(() => undefined);
  }
}

/** Returns false if there is more to do at once. */
async function digestDue(state: State): Promise<boolean> {
  await sweep(state);
  const now = performance.now();
  const { waiting, live } = state;
  const due = [...waiting].filter(([pageId, since]) => live.isWatched(pageId) || now - since >= unwatchedMs);
  if (due.length === 0) return true;
  // Somebody looks at the watched pages. Of the others, the ones that have waited longest come first.
  const chosen = due
    .map(([pageId]) => pageId)
    .sort((one, other) => Number(live.isWatched(other)) - Number(live.isWatched(one)))
    .slice(0, maxPages);
  for (const pageId of chosen) waiting.delete(pageId);
  try {
    for (const group of Map.groupBy(chosen, state.batchKeyOf).values()) await digestInParts(state, group);
  } catch (error) {
    for (const pageId of chosen) waiting.set(pageId, now);
    throw error;
  }
  return due.length <= maxPages && chosen.every((pageId) => !waiting.has(pageId));
}

/** One page that cannot be digested must not keep the others back. It is tried again with its next news. */
async function digestInParts(state: State, pageIds: string[]): Promise<void> {
  const { db, log, live, waiting, isRun } = state;
  try {
    const { changed, unfinished, skipped } = await digestPages(db, pageIds);
    failPoint("digest.after-commit");
    for (const pageId of unfinished) waiting.set(pageId, 0);
    for (const pageId of skipped.filter(isRun)) waiting.set(pageId, performance.now());
    live.conversationsChanged(changed);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const parts = splitBatch(pageIds, (pageId) => pageId);
    if (parts.length === 0) log.error({ err: error, pageId: pageIds[0] }, "page not digested");
    for (const part of parts) await digestInParts(state, part);
  }
}

async function sweep(state: State): Promise<void> {
  const { db, waiting } = state;
  if (performance.now() < state.sweepAt) return;
  const behind = await listPagesBehind(db, maxPages);
  for (const pageId of behind) if (!waiting.has(pageId)) waiting.set(pageId, 0);
  // A full list has more behind it.
  state.sweepAt = performance.now() + (behind.length < maxPages ? sweepMs : unwatchedMs);
}
