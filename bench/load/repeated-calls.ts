import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../clock.ts";
import type { Platform } from "../platform/link.ts";
import type { Target } from "./drive.ts";
import { openLedger } from "./ledger.ts";

export type RepeatedCallsFigure = {
  calls: number;
  /** Calls without an answer, because their connection broke or nothing came for ten seconds. */
  failed: number;
  /** Calls that were answered, but not with 200: a server that is overloaded answers 503. */
  refused: number;
  p50: number;
  /** The longest time from a call to its last message. */
  slowest: number;
  lost: number;
  duplicates: number;
  disordered: number;
};

const perSecond = 100;
const repeatMs = 50;
const maxDrainMs = 60_000;

/** Calls of a steady rate, half of them on connections that are kept open, while `work` does something to the server. */
export async function callWhile(
  platform: Platform,
  { port, source }: Target,
  work: () => Promise<void>,
): Promise<RepeatedCallsFigure> {
  const ledger = openLedger();
  const stopListening = platform.listen(ledger.arrived);
  const agents = [new Agent({ keepAlive: true, maxSockets: 16 }), new Agent({ keepAlive: false })];
  const latencies: number[] = [];
  let failed = 0;
  let refused = 0;
  let isOver = false;

  async function call(number: number): Promise<void> {
    const { psid, codes, request: text } = source.next();
    const startedAt = nowMs();
    ledger.begin(psid, codes, (at) => void latencies.push(at - startedAt));
    // A call that fails is made again until it is accepted, as platforms do.
    for (;;) {
      const status = await callOnce(port, text, agents[number % 2]);
      if (status === 200) return;
      if (status === undefined) failed++;
      else refused++;
      await sleep(repeatMs);
    }
  }
  async function pace(): Promise<void> {
    const startedAt = nowMs();
    for (let number = 0; !isOver; number++) {
      await sleep(Math.max(0, startedAt + (number * 1000) / perSecond - nowMs()));
      void call(number);
    }
  }

  const pacing = pace();
  await work().finally(() => {
    isOver = true;
  });
  await pacing;
  const endAt = nowMs() + maxDrainMs;
  while (ledger.countMissing() > 0 && nowMs() < endAt) await sleep(20);
  stopListening();
  for (const agent of agents) agent.destroy();
  const sorted = latencies.toSorted((one, other) => one - other);
  const { begun: calls, duplicates, disordered } = ledger.counts;
  return {
    ...{ calls, failed, refused, duplicates, disordered, lost: ledger.countMissing() },
    p50: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    slowest: sorted.at(-1) ?? Number.NaN,
  };
}

/** The status of the answer. `text` are the bytes of the request. */
function callOnce(port: number, text: string, agent: Agent | undefined): Promise<number | undefined> {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = line.split(" ");
  const headers = Object.fromEntries(lines.map((each) => each.split(": ", 2) as [string, string]));
  return new Promise((resolve) => {
    const call = request({ host: "127.0.0.1", port, method, path, headers, agent, timeout: 10_000 });
    call.on("response", (answer) => void answer.resume().on("end", () => resolve(answer.statusCode)));
    call.on("timeout", () => call.destroy());
    call.on("error", () => resolve(undefined));
    call.end(body);
  });
}
