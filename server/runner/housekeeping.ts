import type { Deps } from "../deps.ts";
import { renewTokens } from "../domain/connect/token-renewals.ts";
import { deleteOldKeys } from "../store/catalog/idempotency-keys.ts";
import { deleteOldAcceptedKeys } from "../store/conversations/accepted-keys.ts";
import { deleteDeadNodes } from "../store/conversations/nodes.ts";
import { forgetOldTraces } from "../store/conversations/turns.ts";

const everyMs = 10 * 60_000;

/**
 * Throws away what has had its time and renews what would end, every few minutes. Any number of nodes may do it at once.
 * Returns what ends it, after what is under way.
 */
export function keepHouse(deps: Pick<Deps, "db" | "log" | "channels">): () => Promise<void> {
  const { db, log } = deps;
  let isStopped = false;
  let working: Promise<unknown> | undefined;

  async function work(): Promise<void> {
    const works = [deleteOldKeys(db), deleteOldAcceptedKeys(db), deleteDeadNodes(db), forgetOldTraces(db)];
    const all = [...works, renewTokens(deps, () => !isStopped)];
    // Each for itself: stopping waits for every one of them.
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
