import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../clock.ts";
import type { Platform } from "../platform/link.ts";
import { type ConnectionPool, openConnectionPool } from "./connection-pool.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import type { Source } from "./source.ts";

/** The server's port and the jobs for it. */
export type Target = { port: number; source: Source };

/** `jobsUnderWay`: closed loops, in which the next job starts when one is done. `perSecond`: an open loop. */
export type Load = { seconds: number; jobsUnderWay: number } | Pace;
/** Ends earlier if `isOver` returns true. */
type Pace = { seconds: number; perSecond: number; isOver?: () => boolean };

export type LoadFigure = {
  /** All jobs that were done, including those after the end of the load. */
  jobs: number;
  /** Jobs that were done while the load ran. */
  jobsPerSecond: number;
  p50: number;
  p99: number;
  lost: number;
  refused: number;
  duplicates: number;
  disordered: number;
};

const connectionCount = 64;
const drainMs = 30_000;
const maxLongerMs = 20_000;
/** More than any machine has reached: decides how many jobs are prepared for a closed loop. */
const maxJobsPerSecond = 6000;

/** Runs a load, then waits at most 30 seconds for the last jobs. A job is done when its last message arrives. */
export async function drive(
  platform: Pick<Platform, "listen">,
  { port, source }: Target,
  load: Load,
): Promise<LoadFigure> {
  prepare(source, load);
  const ledger = openLedger();
  const stopListening = platform.listen(ledger.arrived);
  const connections = openConnectionPool(port, connectionCount);
  const run: Run = { ledger, connections, source, latencies: [], refused: 0, sending: new Map() };
  try {
    const seconds = await ("perSecond" in load ? pace(run, load) : saturate(run, load));
    const jobsPerSecond = run.latencies.length / seconds;
    await drain(ledger);
    const { done: jobs, duplicates, disordered } = ledger.counts;
    const counts = { jobs, lost: ledger.countMissing(), refused: run.refused, duplicates, disordered };
    return { jobsPerSecond, ...quantilesOf(run.latencies), ...counts };
  } finally {
    stopListening();
    connections.close();
  }
}

/** Makes the requests of a load in advance, as far as they fit in memory. */
export function prepare(source: Source, load: Load): void {
  const perSecond = "perSecond" in load ? load.perSecond : maxJobsPerSecond;
  source.prepare(Math.min(Math.ceil(load.seconds * perSecond), 50_000));
}

type Run = {
  ledger: Ledger;
  connections: ConnectionPool;
  source: Source;
  latencies: number[];
  refused: number;
  /** The last unanswered request of each customer. */
  sending: Map<string, Promise<number>>;
};

/** Sends a customer's requests one after the other, because two concurrent ones may arrive in any order. */
function sendInOrder({ connections, sending }: Run, psid: string, request: string): Promise<number> {
  const before = sending.get(psid);
  const sent = before ? before.then(() => connections.send(request)) : connections.send(request);
  sending.set(psid, sent);
  const forget = () => {
    if (sending.get(psid) === sent) sending.delete(psid);
  };
  sent.then(forget, forget);
  return sent;
}

/** Starts a job; resolves when it is done or refused. Its latency counts from `since`. */
function begin(run: Run, since: number): Promise<void> {
  const { psid, codes, request } = run.source.next();
  return new Promise((resolve, reject) => {
    const job = run.ledger.begin(psid, codes, (at) => {
      run.latencies.push(at - since);
      resolve();
    });
    sendInOrder(run, psid, request).then((status) => {
      if (status === 200) return;
      run.refused++;
      run.ledger.cancel(job);
      resolve();
    }, reject);
  });
}

/** Returns the seconds it took: on a busy machine more than planned, until jobs enough are done for a rate. */
async function saturate(run: Run, { seconds, jobsUnderWay }: { seconds: number; jobsUnderWay: number }) {
  const startedAt = nowMs();
  const endAt = startedAt + seconds * 1000;
  const hasEnough = () => run.latencies.length >= jobsUnderWay * 2 || nowMs() >= endAt + maxLongerMs;
  const isOver = () => nowMs() >= endAt && hasEnough();
  const work = async () => {
    while (!isOver()) await begin(run, nowMs());
  };
  const untilOver = async () => {
    await sleep(seconds * 1000);
    while (!isOver()) await sleep(10);
  };
  // A job that never ends must not delay the end.
  const works = Promise.all(Array.from({ length: jobsUnderWay }, work));
  await Promise.race([works, untilOver()]);
  works.catch(() => {});
  return (nowMs() - startedAt) / 1000;
}

/** The latency of a job that starts late, because the load was busy, counts from its planned start. */
async function pace(run: Run, { seconds, perSecond, isOver = () => false }: Pace): Promise<number> {
  const startedAt = nowMs();
  let failure: unknown;
  for (let number = 0; number < seconds * perSecond && !isOver(); number++) {
    const at = startedAt + (number * 1000) / perSecond;
    const wait = at - nowMs();
    if (wait > 1) await sleep(wait);
    if (failure) throw failure;
    begin(run, at).catch((error) => {
      failure = error;
    });
  }
  await sleep(1000 / perSecond);
  return (nowMs() - startedAt) / 1000;
}

async function drain(ledger: Ledger): Promise<void> {
  const endAt = nowMs() + drainMs;
  while (ledger.countMissing() > 0 && nowMs() < endAt) await sleep(20);
}

function quantilesOf(values: number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((one, other) => one - other);
  const quantile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99) };
}
