import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";

const mediaPerSecond = 10;

/** Sound and film are taken more slowly than all else: each counts for several calls. */
export function weighMedia(perSecond: number): (message: OutgoingMessage) => number {
  return ({ type }) => (type === "audio" || type === "video" ? Math.max(1, perSecond / mediaPerSecond) : 1);
}
