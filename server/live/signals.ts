import type { Db } from "../store/db/db.ts";
import { maxPayloadBytes, notifyEach } from "../store/db/notify.ts";
import type { Signal } from "./hub.ts";

export const liveChannel = "banter_live";

/** Sends signals to all other nodes, in as few notifications as possible. */
export async function notifySignals(db: Db, nodeId: string, signals: Signal[]): Promise<void> {
  await notifyEach(db, liveChannel, payloadsOf(nodeId, signals));
}

/** The signals of a notification; none if this node has sent it. */
export function signalsIn(payload: string, nodeId: string): Signal[] {
  const received = JSON.parse(payload) as { nodeId: string; signals: Signal[] };
  return received.nodeId === nodeId ? [] : received.signals;
}

/** Splits signals into payloads that fit into a notification of PostgreSQL. */
export function payloadsOf(nodeId: string, signals: Signal[]): string[] {
  const [head, tail] = [`{"nodeId":${JSON.stringify(nodeId)},"signals":[`, "]}"];
  const room = maxPayloadBytes - Buffer.byteLength(head + tail);
  const payloads: string[][] = [];
  let used = room;
  for (const signal of signals) {
    const text = JSON.stringify(signal);
    const bytes = Buffer.byteLength(text) + 1;
    // An id this long is not of a visitor, whose ids we make, so that it has no stream.
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
