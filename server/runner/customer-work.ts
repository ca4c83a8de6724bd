import type { Deps } from "../deps.ts";
import { indexChanges } from "../domain/customers/indexing.ts";
import type { Job, JobSpec } from "../domain/customers/jobs/job.ts";
import { runBatch } from "../domain/customers/jobs/run-job.ts";
import { claimJob, finishJob, releaseJob } from "../store/customers/customer-jobs.ts";
import { isUnavailable } from "../store/db/errors.ts";
import { wakeLoop } from "./wake-loop.ts";

const idleMs = 500;
/** A job that fails so often in a row is given up. */
const maxFailures = 5;

/**
 * Keeps the index of the list of customers, and runs jobs that change many of them. Every node does both; rows are
 * claimed, so that two nodes never do the same. Returns a function that stops it.
 */
export function startCustomerWork(deps: Deps, nodeId: string): () => Promise<void> {
  const { db, log } = deps;
  let isStopped = false;
  const indexing = wakeLoop(
    async () => ((await indexChanges(deps)) ? 0 : idleMs),
    (error) => log.warn({ err: error }, "customers not indexed"),
  );
  const jobs = wakeLoop(
    async () => ((await runNextJob(deps, nodeId, () => !isStopped)) ? 0 : idleMs),
    (error) => log.warn({ err: error }, "customer job failed"),
  );
  indexing.wake();
  jobs.wake();
  return async () => {
    isStopped = true;
    await Promise.all([indexing.stop(), jobs.stop()]);
    await releaseJob(db, nodeId).catch((error) => log.warn({ err: error }, "customer job not released"));
  };
}

/** Runs a job to its end. Returns false if there is none. */
async function runNextJob(deps: Deps, nodeId: string, mayGoOn: () => boolean): Promise<boolean> {
  const claimed = await claimJob<JobSpec>(deps.db, nodeId);
  if (!claimed) return false;
  let job: Job = claimed;
  let failures = 0;
  while (mayGoOn()) {
    try {
      const result = await runBatch(deps, job, nodeId, mayGoOn);
      if (typeof result === "string") return true;
      job = result.job;
      failures = 0;
    } catch (error) {
      if (!mayGoOn()) return true;
      deps.log.warn({ err: error, pageId: job.pageId, jobId: job.id }, "batch of customer job failed");
      // The database is back some time; then another claim goes on where this one was.
      if (isUnavailable(error)) {
        await releaseJob(deps.db, nodeId);
        return false;
      }
      if (++failures < maxFailures) continue;
      const reason = error instanceof Error ? error.message : String(error);
      await finishJob(deps.db, job, nodeId, { state: "failed", error: reason.slice(0, 500) });
      return true;
    }
  }
  return true;
}
