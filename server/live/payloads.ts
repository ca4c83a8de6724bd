import { maxPayloadBytes } from "../store/db/notify.ts";

/** Splits items into payloads that fit into a notification of PostgreSQL, in order and as few as possible. */
export function payloadsOf(nodeId: string, items: unknown[]): string[] {
  const [head, tail] = [`{"nodeId":${JSON.stringify(nodeId)},"signals":[`, "]}"];
  const room = maxPayloadBytes - Buffer.byteLength(head + tail);
  const payloads: string[][] = [];
  let used = room;
  for (const item of items) {
    const text = JSON.stringify(item);
    const bytes = Buffer.byteLength(text) + 1;
    // Larger than any id of ours allows: nobody waits for it.
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

/** The items of a payload; none if this node has sent it. */
export function itemsIn<Item>(payload: string, nodeId: string): Item[] {
  const received = JSON.parse(payload) as { nodeId: string; signals: Item[] };
  return received.nodeId === nodeId ? [] : received.signals;
}
