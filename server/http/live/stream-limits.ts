import { AppError } from "@banter/core/model/error.ts";

/** Counts open streams by a key. */
export function countStreams(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const left = (counts.get(key) ?? 0) + change;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

export const tooManyStreams = () =>
  new AppError("unavailable", "Too many event streams are open.", { headers: { "retry-after": "10" } });

/** A replaced stream comes back after this time, so that the tabs of a client with too many take turns. */
export const replacedRetryMs = 60_000;

/** Heartbeats are spread over the interval in slots. Streams of one slot share their reads. */
export const slotCount = 15;
