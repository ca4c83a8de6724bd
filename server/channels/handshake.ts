import { createHash, timingSafeEqual } from "node:crypto";
import type { Handshake } from "./channel.ts";

/** The answer to a platform that asks whether a page's address is ours; undefined refuses it. */
export function answerHandshake<Settings>(
  handshake: Handshake<Settings> | null,
  query: Record<string, string | undefined>,
  settings: Settings,
): string | undefined {
  const asked = handshake?.read(query);
  return handshake && asked && isSame(asked.word, handshake.wordOf(settings)) ? asked.answer : undefined;
}

/** Digests are of one length, so that neither the length nor the first wrong character shows in the time taken. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
