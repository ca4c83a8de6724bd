import type { Deps } from "../deps.ts";
import { indexBatch, indexChanges } from "../domain/customers/indexing.ts";
import { broadcasts, customerJobs } from "./customers/job-kinds.ts";
import { startJobs } from "./customers/jobs.ts";
import { wakeLoop } from "./wake-loop.ts";

/** Changes of a customer that come one after the other, such as a first message and a name, share an entry. */
const gatherMs = 1000;
const idleMs = 2000;

/**
 * Keeps the index of the list of customers, and runs jobs and broadcasts on many of them. Every node does all; rows are
 * claimed, so that two nodes never do the same. Returns a function that stops it.
 */
export function startCustomerWork(deps: Deps, nodeId: string): () => Promise<void> {
  const indexing = wakeLoop(
    async () => pauseAfter(await indexChanges(deps)),
    (error) => deps.log.warn({ err: error }, "customers not indexed"),
  );
  indexing.wake();
  const stopJobs = startJobs(deps, nodeId, customerJobs);
  const stopBroadcasts = startJobs(deps, nodeId, broadcasts);
  return async () => {
    await Promise.all([indexing.stop(), stopJobs(), stopBroadcasts()]);
  };
}

function pauseAfter(indexed: number): number {
  if (indexed >= indexBatch) return 0;
  return indexed > 0 ? gatherMs : idleMs;
}
