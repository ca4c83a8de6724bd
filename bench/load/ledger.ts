import type { Delivery } from "../platform/link.ts";

/** A running job. `codes` are the messages that are still missing, in order; `onDone` gets the time of the last one. */
type OpenJob = { psid: string; codes: string[]; onDone: (at: number) => void };

export type Ledger = {
  counts: Counts;
  begin(psid: string, codes: readonly string[], onDone: (at: number) => void): OpenJob;
  /** Removes a job that the server has refused. */
  cancel(job: OpenJob): void;
  arrived(delivery: Delivery): void;
  countMissing(): number;
};

type Counts = { begun: number; done: number; duplicates: number; disordered: number };

/**
 * Checks that each customer gets every message of every job once, in the order in which the customer wrote. Ignores
 * messages to customers of other loads.
 */
export function openLedger(): Ledger {
  const customers = new Map<string, OpenJob[]>();
  const counts = { begun: 0, done: 0, duplicates: 0, disordered: 0 };

  function remove(jobs: OpenJob[], job: OpenJob): void {
    jobs.splice(jobs.indexOf(job), 1);
  }

  return {
    counts,
    begin(psid, codes, onDone) {
      const job = { psid, codes: [...codes], onDone };
      const jobs = customers.get(psid);
      if (jobs) jobs.push(job);
      else customers.set(psid, [job]);
      counts.begun++;
      return job;
    },
    cancel(job) {
      counts.begun--;
      remove(customers.get(job.psid) ?? [], job);
    },
    arrived([to, code, at]) {
      const jobs = customers.get(to);
      if (!jobs) return;
      const job = jobs.find(({ codes }) => codes.includes(code));
      if (!job) return void counts.duplicates++;
      if (job !== jobs[0] || job.codes[0] !== code) counts.disordered++;
      job.codes.splice(job.codes.indexOf(code), 1);
      if (job.codes.length > 0) return;
      counts.done++;
      remove(jobs, job);
      job.onDone(at);
    },
    countMissing: () => counts.begun - counts.done,
  };
}
