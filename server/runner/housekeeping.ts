import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../deps.ts";
import { renewTokens } from "../domain/connect/token-renewals.ts";
import { removeOldJobs } from "../domain/customers/jobs/jobs.ts";
import { cleanMedia } from "../domain/media/cleaning.ts";
import { cleanPages } from "../domain/retention/clean-page.ts";
import { inBites, type WorkPace } from "../domain/retention/pace.ts";
import { deleteOldKeys } from "../store/catalog/idempotency-keys.ts";
import { removeNextBite } from "../store/catalog/page-removal.ts";
import { deleteOldErasedCustomers } from "../store/customers/erased-customers.ts";
import { deleteExpiredPlatformFiles } from "../store/media/platform-files.ts";
import { deleteOldAcceptedKeys } from "../store/runtime/accepted-keys.ts";
import { deleteDeadNodes } from "../store/runtime/nodes.ts";
import { wakeLoop } from "./wake-loop.ts";

const everyMs = 10 * 60_000;
/** How often pages are looked for whose data is to be removed. */
const lookMs = 30_000;
const keysAtOnce = 5000;
/** Removing old data works for a third of the time, so that it takes little from the runner. */
const restShare = 2;

/**
 * Deletes expired rows and files and renews expiring tokens every ten minutes, and removes the data that pages no longer
 * keep, bite by bite. Any number of nodes may do so at the same time. Returns a function that stops it and waits for
 * the current work.
 */
export function startHousekeeping(deps: Deps, { firstLookMs = lookMs } = {}): () => Promise<void> {
  const stopping = new AbortController();
  const pace = restingPace(stopping.signal);
  let working: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    working ??= deleteExpired(deps, pace).finally(() => {
      working = undefined;
    });
  }, everyMs);
  const cleaning = wakeLoop(
    () => removeOldData(deps, pace),
    (error) => deps.log.warn({ err: error }, "old data not removed"),
  );
  const first = setTimeout(cleaning.wake, firstLookMs);
  return async () => {
    stopping.abort();
    clearInterval(timer);
    clearTimeout(first);
    await Promise.all([working, cleaning.stop()]);
  };
}

function restingPace(signal: AbortSignal): WorkPace {
  return {
    goesOn: () => !signal.aborted,
    rest: (workedMs) => sleep(workedMs * restShare, undefined, { signal }).catch(() => undefined),
  };
}

async function deleteExpired(deps: Deps, pace: WorkPace): Promise<void> {
  const { db, log } = deps;
  const all = [
    inBites(pace, async () => (await deleteOldKeys(db, keysAtOnce)) === keysAtOnce),
    inBites(pace, () => deleteOldAcceptedKeys(db, keysAtOnce)),
    inBites(pace, async () => (await deleteOldErasedCustomers(db, keysAtOnce)) === keysAtOnce),
    inBites(pace, async () => (await deleteExpiredPlatformFiles(db, keysAtOnce)) === keysAtOnce),
    deleteDeadNodes(db),
    removeOldJobs(deps),
    renewTokens(deps, pace.goesOn),
    cleanMedia(deps, pace.goesOn),
  ];
  // One failure must not end the others: stopping waits for all of them.
  await Promise.all(all.map((each) => each.catch((error) => log.warn({ err: error }, "housekeeping failed"))));
}

/** Returns the milliseconds until there may be more to do. */
async function removeOldData(deps: Deps, pace: WorkPace): Promise<number> {
  await inBites(pace, () => removeNextBite(deps.db));
  return (await cleanPages(deps, pace)) ? 0 : lookMs;
}
