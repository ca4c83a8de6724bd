import type { Waiting } from "./attempt.ts";

/** Messages that wait: a line for each customer, in order, and whose first one may go. `onReady` tells that one may. */
export function customerLines(onReady: () => void) {
  const lines = new Map<string, Waiting[]>();
  const ready = { reply: new Set<string>(), bulk: new Set<string>() };
  /** Of customers whose next message waits for its time. */
  const timers = new Map<string, NodeJS.Timeout>();
  let length = 0;

  /** Lets the customer's first message go, when its time has come. */
  function makeReady({ psid, lane, waitMs }: Waiting): void {
    clearTimeout(timers.get(psid));
    timers.delete(psid);
    if (waitMs <= 0) return void ready[lane].add(psid);
    const timer = setTimeout(
      () => {
        timers.delete(psid);
        ready[lane].add(psid);
        onReady();
      },
      Math.min(waitMs, 2 ** 30),
    );
    timers.set(psid, timer);
  }

  return {
    makeReady,
    get length() {
      return length;
    },
    has: (psid: string) => lines.has(psid),
    first: (psid: string) => lines.get(psid)?.[0],
    find: (psid: string, id: number) => lines.get(psid)?.find((message) => message.id === id),
    all: () => [...lines.values()].flat(),
    add(message: Waiting): void {
      const line = lines.get(message.psid) ?? [];
      lines.set(message.psid, line);
      length++;
      if (line.push(message) === 1) makeReady(message);
    },
    remove(message: Waiting): void {
      const line = lines.get(message.psid) ?? [];
      line.splice(line.indexOf(message), 1);
      length--;
      const [next] = line;
      if (!next) lines.delete(message.psid);
      else if (!next.isUnderWay) makeReady(next);
    },
    /** The first messages that may go: one a customer, replies before bulk. */
    *firsts(): Generator<Waiting> {
      for (const lane of [ready.reply, ready.bulk]) {
        for (const psid of lane) {
          const message = lines.get(psid)?.[0];
          if (message && !message.isUnderWay) yield message;
          else lane.delete(psid);
        }
      }
    },
    /** The customer's first message goes, or has to wait after all. */
    take({ psid }: Waiting): void {
      ready.reply.delete(psid);
      ready.bulk.delete(psid);
    },
    /** The oldest message of which the table knows no failed attempt. */
    oldestUntried(): number | undefined {
      let oldest: number | undefined;
      for (const line of lines.values()) {
        const waiting = line.find(({ isTroubled }) => !isTroubled);
        if (waiting && (oldest === undefined || waiting.id < oldest)) oldest = waiting.id;
      }
      return oldest;
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
