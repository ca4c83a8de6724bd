import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../clock.ts";
import type { Platform } from "../platform/link.ts";
import { openConnectionPool } from "./connection-pool.ts";
import { openLedger } from "./ledger.ts";
import type { Source } from "./source.ts";

export type BurstFigure = {
  accepted: number;
  acceptSeconds: number;
  /** Time until the last one arrived. */
  deliverSeconds: number;
  /** Answers of 429; each request was repeated a second later. */
  throttled: number;
  refused: number;
  lost: number;
  duplicates: number;
  disordered: number;
};

const connectionCount = 32;
const maxDeliverMs = 600_000;

/** Sends requests as fast as the server accepts them, then waits until all are delivered. */
export async function burst(
  platform: Platform,
  { port, source }: { port: number; source: Source },
  count: number,
): Promise<BurstFigure> {
  const ledger = openLedger();
  const stopListening = platform.listen(ledger.arrived);
  const connections = openConnectionPool(port, connectionCount);
  const counts = { throttled: 0, refused: 0 };
  const startedAt = nowMs();
  let begun = 0;

  async function work(): Promise<void> {
    while (begun < count) {
      begun++;
      const { psid, codes, request } = source.next();
      const job = ledger.begin(psid, codes, () => {});
      let status = await connections.send(request);
      for (; status === 429; status = await connections.send(request)) {
        counts.throttled++;
        await sleep(1000);
      }
      if (status === 200) continue;
      counts.refused++;
      ledger.cancel(job);
    }
  }

  await Promise.all(Array.from({ length: connectionCount }, work));
  const acceptSeconds = (nowMs() - startedAt) / 1000;
  while (ledger.countMissing() > 0 && nowMs() - startedAt < maxDeliverMs) await sleep(50);
  stopListening();
  connections.close();
  const { begun: accepted, duplicates, disordered } = ledger.counts;
  const deliverSeconds = (nowMs() - startedAt) / 1000;
  return { accepted, acceptSeconds, deliverSeconds, ...counts, lost: ledger.countMissing(), duplicates, disordered };
}
