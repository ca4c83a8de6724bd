import { setTimeout as sleep } from "node:timers/promises";
import type { StandIn } from "../stand-in.ts";
import { type Connection, openConnection } from "./connection.ts";
import { type Ledger, openLedger } from "./ledger.ts";

/** Where jobs are begun, and how: the nth request and the customer whose messages it leads to. */
export type Target = {
  port: number;
  messagesPerJob: number;
  requestOf: (number: number) => { psid: string; request: string };
};

export type Load = { seconds: number; jobsUnderWay: number; maxJobs?: number };

export type LoadFigure = {
  jobs: number;
  jobsPerSecond: number;
  p50: number;
  p99: number;
  lost: number;
  refused: number;
  duplicates: number;
  disordered: number;
};

const connectionCount = 32;
const drainMs = 15_000;

/**
 * A closed loop over 32 connections: with so many jobs under way, the next begins when one is done, which is when its
 * last message has arrived. A connection is free again when its request is answered.
 */
export async function saturate(standIn: StandIn, target: Target, load: Load): Promise<LoadFigure> {
  return drive(standIn, target, async ({ connections, begin, latencies }) => {
    const startedAt = performance.now();
    const endAt = startedAt + load.seconds * 1000;
    const { jobsUnderWay, maxJobs = 1_000_000 } = load;
    const free: (() => void)[] = [];
    let underWay = 0;
    let begun = 0;
    const isOver = () => performance.now() >= endAt || begun >= maxJobs;

    async function work(connection: Connection): Promise<void> {
      while (!isOver()) {
        if (underWay >= jobsUnderWay) {
          await new Promise<void>((resolve) => free.push(resolve));
          continue;
        }
        underWay++;
        begun++;
        await begin(connection, () => {
          underWay--;
          free.shift()?.();
        });
      }
    }
    // A job that is never done must not hold up the end.
    const wakeAll = () => {
      for (const wake of free.splice(0)) wake();
    };
    const timer = setTimeout(wakeAll, load.seconds * 1000 + 20);
    await Promise.all(connections.map(work));
    clearTimeout(timer);
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, jobs: latencies.length };
  });
}

/** An open loop: so many jobs a second, whatever becomes of them. */
export async function pace(standIn: StandIn, target: Target, { seconds, perSecond }: Pace): Promise<LoadFigure> {
  return drive(standIn, target, async ({ connections, begin, latencies }) => {
    const startedAt = performance.now();
    for (let number = 0; number < seconds * perSecond; number++) {
      const connection = connections[number % connections.length];
      const wait = startedAt + (number * 1000) / perSecond - performance.now();
      if (wait > 0) await sleep(wait);
      if (connection) void begin(connection, () => {});
    }
    await sleep(1000 / perSecond);
    return { seconds, jobs: latencies.length };
  });
}

export type Pace = { seconds: number; perSecond: number };

type Driving = {
  connections: Connection[];
  /** Begins a job and resolves when its request is answered; `onDone` comes when it is done or refused. */
  begin: (connection: Connection, onDone: () => void) => Promise<void>;
  latencies: number[];
};

async function drive(
  standIn: StandIn,
  { port, messagesPerJob, requestOf }: Target,
  run: (driving: Driving) => Promise<{ seconds: number; jobs: number }>,
): Promise<LoadFigure> {
  const ledger = openLedger(messagesPerJob);
  standIn.onArrival = ledger.arrived;
  const connections = await Promise.all(Array.from({ length: connectionCount }, () => openConnection(port)));
  const latencies: number[] = [];
  let refused = 0;

  async function begin(connection: Connection, onDone: () => void): Promise<void> {
    const { psid, request } = requestOf(nextNumber++);
    const job = ledger.begin(psid);
    const sentAt = performance.now();
    void job.done.then((at) => {
      latencies.push(at - sentAt);
      onDone();
    });
    const status = await connection.send(request);
    if (status === 200) return;
    refused++;
    ledger.cancel(job);
    onDone();
  }

  try {
    const { seconds, jobs } = await run({ connections, begin, latencies });
    await drain(ledger);
    const { duplicates, disordered } = ledger.counts;
    const sorted = latencies.toSorted((one, other) => one - other);
    const quantile = (part: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
    const spread = { p50: quantile(0.5), p99: quantile(0.99) };
    return {
      jobs,
      jobsPerSecond: jobs / seconds,
      ...spread,
      lost: ledger.countMissing(),
      refused,
      duplicates,
      disordered,
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Numbers never come again, so that every request is a new event. */
let nextNumber = 1;

async function drain(ledger: Ledger): Promise<void> {
  const endAt = performance.now() + drainMs;
  while (ledger.countMissing() > 0 && performance.now() < endAt) await sleep(20);
}
