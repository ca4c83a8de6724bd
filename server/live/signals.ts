import type { Db } from "../store/db/db.ts";
import { maxPayloadBytes, notifyEach } from "../store/db/notify.ts";
import type { Signal } from "./hub.ts";

export const liveChannel = "banter_live";

/** Tells all other nodes, in as many notifications as it takes. */
export async function notifySignals(db: Db, nodeId: string, signals: Signal[]): Promise<void> {
  await notifyEach(db, liveChannel, payloadsOf(nodeId, signals));
}

/** The signals in a notification; none in one of this node's own. */
export function signalsIn(payload: string, nodeId: string): Signal[] {
  const said = JSON.parse(payload) as { nodeId: string; signals: Signal[] };
  return said.nodeId === nodeId ? [] : said.signals;
}

/** Cuts signals into payloads that PostgreSQL takes. */
export function payloadsOf(nodeId: string, signals: Signal[]): string[] {
  const [head, tail] = [`{"nodeId":${JSON.stringify(nodeId)},"signals":[`, "]}"];
  const room = maxPayloadBytes - Buffer.byteLength(head + tail);
  const payloads: string[][] = [];
  let used = room;
  for (const signal of signals) {
    const text = JSON.stringify(signal);
    const bytes = Buffer.byteLength(text) + 1;
    // A customer with an id this long is no visitor and has no stream: visitors' ids are our own.
    if (bytes > room) continue;
    if (used + bytes > room) {
      payloads.push([]);
      used = 0;
    }
    payloads.at(-1)?.push(text);
    used += bytes;
  }
  return payloads.map((texts) => head + texts.join(",") + tail);
}
