import type { Deps } from "../deps.ts";
import { deleteOldKeys } from "../store/idempotency-keys.ts";
import { deleteDeadNodes } from "../store/leases.ts";
import { deleteOldAcceptedKeys } from "../store/mailbox.ts";
import { forgetOldTraces } from "../store/turns.ts";

const everyMs = 10 * 60_000;

/** Throws away what has had its time, every few minutes. Any number of nodes may do it at once. Returns what ends it. */
export function keepHouse({ db, log }: Pick<Deps, "db" | "log">): () => void {
  const timer = setInterval(() => {
    const works = [deleteOldKeys(db), deleteOldAcceptedKeys(db), deleteDeadNodes(db), forgetOldTraces(db)];
    Promise.all(works).catch((error) => log.warn({ err: error }, "housekeeping failed"));
  }, everyMs);
  return () => clearInterval(timer);
}
