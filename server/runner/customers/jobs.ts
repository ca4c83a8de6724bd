import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import type { Job, JobSpec } from "../../domain/customers/jobs/job.ts";
import { runBatch } from "../../domain/customers/jobs/run-job.ts";
import { type ClaimedJob, claimJob, finishJob, releaseJob, releaseJobs } from "../../store/customers/customer-jobs.ts";
import { isUnavailable } from "../../store/db/errors.ts";
import { wakeLoop } from "../wake-loop.ts";

const idleMs = 1000;
/** Jobs that a node runs side by side, each of another workspace. */
const maxJobs = 4;
/** After this time a job makes way for those of other workspaces. */
const sliceMs = 5000;
/** A job whose page has too much to do is left alone for this time. */
const busyMs = 1000;
/** A job that fails so often in a row is given up. */
const maxFailures = 5;
const retryMs = 200;

/**
 * Runs jobs that change many customers. Workspaces take turns: each has one job at a time on a node, for a slice of
 * time. Returns a function that stops it.
 */
export function startJobs(deps: Deps, nodeId: string): () => Promise<void> {
  const { db, log } = deps;
  const atWork = new Map<number, Promise<void>>();
  /** Workspaces that have had their slice since others came to theirs. */
  const served = new Set<number>();
  /** Jobs that wait for their page, until a time. */
  const waiting = new Map<number, number>();
  let isStopped = false;
  const loop = wakeLoop(
    async () => {
      while (!isStopped && atWork.size < maxJobs) {
        const claimed = await claimNext();
        if (!claimed) break;
        start(claimed);
      }
      return idleMs;
    },
    (error) => log.warn({ err: error }, "customer job not claimed"),
  );

  async function claimNext(): Promise<ClaimedJob<JobSpec> | undefined> {
    for (const [id, until] of waiting) if (until < performance.now()) waiting.delete(id);
    const claim = (workspaceIds: number[]) =>
      claimJob<JobSpec>(db, nodeId, { workspaceIds, jobIds: [...waiting.keys()] });
    const claimed = await claim([...atWork.keys(), ...served]);
    if (claimed || served.size === 0) return claimed;
    served.clear();
    return claim([...atWork.keys()]);
  }

  function start({ job, workspaceId }: ClaimedJob<JobSpec>): void {
    const sliceEnd = performance.now() + sliceMs;
    const work = runSlice(deps, nodeId, job, () => !isStopped && performance.now() < sliceEnd)
      .then((result) => {
        if (result === "waits") waiting.set(job.id, performance.now() + busyMs);
      })
      .catch((error) => log.warn({ err: error, pageId: job.pageId, jobId: job.id }, "customer job failed"))
      .finally(() => {
        atWork.delete(workspaceId);
        served.add(workspaceId);
        loop.wake();
      });
    atWork.set(workspaceId, work);
  }

  loop.wake();
  return async () => {
    isStopped = true;
    await loop.stop();
    await Promise.all(atWork.values());
    await releaseJobs(db, nodeId).catch((error) => log.warn({ err: error }, "customer jobs not released"));
  };
}

/** Runs batches of a job while it may go on, and gives it up then unless it has ended. */
async function runSlice(
  deps: Deps,
  nodeId: string,
  claimed: Job,
  mayGoOn: () => boolean,
): Promise<"ended" | "goes on" | "waits"> {
  let job = claimed;
  let failures = 0;
  while (mayGoOn()) {
    try {
      const result = await runBatch(deps, job, nodeId, mayGoOn);
      if (result === "ended" || result === "lost") return "ended";
      if (result === "waits") {
        await releaseJob(deps.db, nodeId, job);
        return "waits";
      }
      job = result.job;
      failures = 0;
    } catch (error) {
      deps.log.warn({ err: error, pageId: job.pageId, jobId: job.id }, "batch of customer job failed");
      // The database is back some time; then another claim goes on where this one was.
      if (isUnavailable(error)) {
        await releaseJob(deps.db, nodeId, job);
        return "waits";
      }
      if (++failures < maxFailures) await sleep(retryMs);
      else return giveUp(deps, nodeId, job, error);
    }
  }
  await releaseJob(deps.db, nodeId, job);
  return "goes on";
}

async function giveUp({ db, live }: Deps, nodeId: string, job: Job, error: unknown): Promise<"ended"> {
  const reason = error instanceof Error ? error.message : String(error);
  await finishJob(db, job, nodeId, { state: "failed", error: reason.slice(0, 500) });
  live.publish(job.pageId, { type: "job_changed", id: job.id });
  return "ended";
}
