import { createHash } from "node:crypto";

/** What makes an event the same event when it comes again: its kind, then Meta's ids and times. */
export type EventKey = [kind: string, ...marks: (string | number)[]];

export function keyOf(key: EventKey): string {
  const text = key.join(" ");
  // Keys are indexed: a long one is as good by its digest.
  return text.length <= 250 ? text : `${key[0]} ${createHash("sha256").update(text).digest("base64url")}`;
}
