import type { Arrival } from "../stand-in.ts";

/** Keeps account of jobs: which are under way, when each was done, and what arrived that nobody waits for. */
export function openLedger(messagesPerJob: number) {
  const underWay = new Map<string, Job[]>();
  const lastIds = new Map<string, number>();
  const seen = new Set<number>();
  const counts = { begun: 0, done: 0, duplicates: 0, disordered: 0, strays: 0 };

  return {
    counts,
    /** A job for a customer; `done` resolves when its last message has arrived. */
    begin(psid: string): Job {
      const { promise, resolve } = Promise.withResolvers<number>();
      const job = { psid, missing: messagesPerJob, done: promise, finish: resolve };
      const jobs = underWay.get(psid);
      if (jobs) jobs.push(job);
      else underWay.set(psid, [job]);
      counts.begun++;
      return job;
    },
    /** What the server has refused will not arrive. */
    cancel(job: Job): void {
      counts.begun--;
      remove(job);
    },
    arrived({ id, to }: Arrival): void {
      if (seen.has(id)) return void counts.duplicates++;
      seen.add(id);
      if (id < (lastIds.get(to) ?? 0)) counts.disordered++;
      lastIds.set(to, id);
      const job = underWay.get(to)?.[0];
      if (!job) return void counts.strays++;
      if (--job.missing > 0) return;
      counts.done++;
      remove(job);
      job.finish(performance.now());
    },
    countMissing: () => counts.begun - counts.done,
  };

  function remove(job: Job): void {
    const jobs = underWay.get(job.psid);
    if (!jobs || jobs.length === 1) underWay.delete(job.psid);
    else jobs.splice(jobs.indexOf(job), 1);
  }
}

/** `done` resolves to the moment the last message arrived. */
export type Job = { psid: string; missing: number; done: Promise<number>; finish: (at: number) => void };
export type Ledger = ReturnType<typeof openLedger>;
