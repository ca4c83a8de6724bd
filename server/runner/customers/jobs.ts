import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../store/db/db.ts";
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

type AnyJob = { pageId: string; id: number };
type Claimed<Job> = { job: Job; workspaceId: number };

/** Work on many customers that is done in batches, each claimed by one node at a time. `name` is for the log. */
export type JobKind<Job extends AnyJob> = {
  name: string;
  claim(
    db: Db,
    nodeId: string,
    others: { workspaceIds: number[]; jobIds: number[] },
  ): Promise<Claimed<Job> | undefined>;
  release(db: Db, nodeId: string, job: Job): Promise<void>;
  releaseAll(db: Db, nodeId: string): Promise<void>;
  /** The job as the batch has left it; or it waits for its page or its time, has ended, or is another node's. */
  runBatch(
    deps: Deps,
    job: Job,
    nodeId: string,
    mayGoOn: () => boolean,
  ): Promise<{ job: Job } | "waits" | "ended" | "lost">;
  fail(deps: Deps, nodeId: string, job: Job, reason: string): Promise<void>;
};

/**
 * Runs jobs of a kind. Workspaces take turns: each has one job at a time on a node, for a slice of time. Returns a
 * function that stops it.
 */
export function startJobs<Job extends AnyJob>(deps: Deps, nodeId: string, kind: JobKind<Job>): () => Promise<void> {
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
    (error) => log.warn({ err: error }, `${kind.name} not claimed`),
  );

  async function claimNext(): Promise<Claimed<Job> | undefined> {
    for (const [id, until] of waiting) if (until < performance.now()) waiting.delete(id);
    const claim = (workspaceIds: number[]) => kind.claim(db, nodeId, { workspaceIds, jobIds: [...waiting.keys()] });
    const claimed = await claim([...atWork.keys(), ...served]);
    if (claimed || served.size === 0) return claimed;
    served.clear();
    return claim([...atWork.keys()]);
  }

  function start({ job, workspaceId }: Claimed<Job>): void {
    const sliceEnd = performance.now() + sliceMs;
    const work = runSlice(deps, nodeId, { kind, job }, () => !isStopped && performance.now() < sliceEnd)
      .then((result) => {
        if (result === "waits") waiting.set(job.id, performance.now() + busyMs);
      })
      .catch((error) => log.warn({ err: error, pageId: job.pageId, jobId: job.id }, `${kind.name} failed`))
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
    await kind.releaseAll(db, nodeId).catch((error) => log.warn({ err: error }, `${kind.name} not released`));
  };
}

/** Runs batches of a job while it may go on, and gives it up then unless it has ended. */
async function runSlice<Job extends AnyJob>(
  deps: Deps,
  nodeId: string,
  { kind, job: claimed }: { kind: JobKind<Job>; job: Job },
  mayGoOn: () => boolean,
): Promise<"ended" | "goes on" | "waits"> {
  let job = claimed;
  let failures = 0;
  while (mayGoOn()) {
    try {
      const result = await kind.runBatch(deps, job, nodeId, mayGoOn);
      if (result === "ended" || result === "lost") return "ended";
      if (result === "waits") {
        await kind.release(deps.db, nodeId, job);
        return "waits";
      }
      job = result.job;
      failures = 0;
    } catch (error) {
      deps.log.warn({ err: error, pageId: job.pageId, jobId: job.id }, `batch of ${kind.name} failed`);
      // The database is back, or quick enough, some time; then another claim goes on where this one was.
      if (isTemporary(error)) {
        await kind.release(deps.db, nodeId, job);
        return "waits";
      }
      if (++failures < maxFailures) await sleep(retryMs);
      else {
        await kind.fail(deps, nodeId, job, (error instanceof Error ? error.message : String(error)).slice(0, 500));
        return "ended";
      }
    }
  }
  await kind.release(deps.db, nodeId, job);
  return "goes on";
}

/** Also the refusal of a read over many customers, which a busy database has not ended in time. */
const isTemporary = (error: unknown) =>
  isUnavailable(error) || (error instanceof AppError && error.code === "unavailable");
