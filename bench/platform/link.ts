import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../child.ts";

/** A message: customer, the code at the start of its text, time of arrival (`nowMs`), the platform's id and our id. */
export type Delivery = [to: string, code: string, at: number, mid: string, metadata: string];

/** Counts are totals since the platform's start. */
export type Report = { deliveries: Delivery[]; messages: number; lookups: number; others: number };

export type Platform = {
  origin: string;
  pid: number;
  counts: Omit<Report, "deliveries">;
  /** All calls so far. */
  countCalls(): number;
  /** Calls the listener for each delivery until the returned function is called. */
  listen(listener: (delivery: Delivery) => void): () => void;
  /** How long the platform takes to answer; 0 at the start. */
  answerAfter(ms: number): void;
  /** Resolves when no call has arrived for 0.3 seconds, or after 20 seconds. */
  untilQuiet(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the platform's process (`program.ts`). */
export async function startPlatform(): Promise<Platform> {
  const child = await startChild("./platform/program.ts");
  const listeners = new Set<(delivery: Delivery) => void>();
  const platform: Platform = {
    origin: `http://127.0.0.1:${child.port}`,
    pid: child.pid,
    counts: { messages: 0, lookups: 0, others: 0 },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    answerAfter: (ms) => child.tell({ answerAfterMs: ms }),
    countCalls: () => callsOf(platform.counts),
    untilQuiet: () => untilSame(platform.countCalls),
    stop: child.stop,
  };
  child.onMessage<Report>(({ deliveries, ...counts }) => {
    platform.counts = counts;
    for (const delivery of deliveries) for (const listener of listeners) listener(delivery);
  });
  return platform;
}

const callsOf = ({ messages, lookups, others }: Platform["counts"]) => messages + lookups + others;

async function untilSame(read: () => number): Promise<void> {
  for (let waited = 0, last = -1; waited < 20_000 && read() !== last; waited += 300) {
    last = read();
    await sleep(300);
  }
}
