import type { Deps } from "../deps.ts";
import { renewTokens } from "../domain/connect/token-renewals.ts";
import { removeOldJobs } from "../domain/customers/jobs/jobs.ts";
import { cleanMedia } from "../domain/media/cleaning.ts";
import { deleteOldKeys } from "../store/catalog/idempotency-keys.ts";
import { deleteOldAcceptedKeys } from "../store/conversations/accepted-keys.ts";
import { deleteDeadNodes } from "../store/conversations/nodes.ts";
import { forgetOldTraces } from "../store/conversations/turns.ts";
import { deleteOldNotifications } from "../store/notifications/notifications.ts";

const everyMs = 10 * 60_000;

/**
 * Deletes expired rows and files and renews expiring tokens every ten minutes. Any number of nodes may do so at the same time.
 * Returns a function that stops it and waits for the current run.
 */
export function startHousekeeping(deps: Pick<Deps, "db" | "log" | "channels" | "storage">): () => Promise<void> {
  const { db, log } = deps;
  let isStopped = false;
  let working: Promise<unknown> | undefined;

  async function work(): Promise<void> {
    const works = [deleteOldKeys, deleteOldAcceptedKeys, deleteDeadNodes, forgetOldTraces, deleteOldNotifications];
    const goesOn = () => !isStopped;
    const all = [
      ...works.map((work) => work(db)),
      removeOldJobs(deps),
      renewTokens(deps, goesOn),
      cleanMedia(deps, goesOn),
    ];
    // One failure must not end the others: stopping waits for all of them.
    await Promise.all(all.map((each) => each.catch((error) => log.warn({ err: error }, "housekeeping failed"))));
  }

  const timer = setInterval(() => {
    working ??= work().finally(() => {
      working = undefined;
    });
  }, everyMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await working;
  };
}
