import type { Deps } from "../deps.ts";
import { indexChanges } from "../domain/customers/indexing.ts";
import { startJobs } from "./customers/jobs.ts";
import { wakeLoop } from "./wake-loop.ts";

/** Changes of a customer that come one after the other, such as a first message and a name, share an entry. */
const indexMs = 1000;

/**
 * Keeps the index of the list of customers, and runs jobs that change many of them. Every node does both; rows are
 * claimed, so that two nodes never do the same. Returns a function that stops it.
 */
export function startCustomerWork(deps: Deps, nodeId: string): () => Promise<void> {
  const indexing = wakeLoop(
    async () => ((await indexChanges(deps)) ? 0 : indexMs),
    (error) => deps.log.warn({ err: error }, "customers not indexed"),
  );
  indexing.wake();
  const stopJobs = startJobs(deps, nodeId);
  return async () => {
    await Promise.all([indexing.stop(), stopJobs()]);
  };
}
