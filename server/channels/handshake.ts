import { createHash, timingSafeEqual } from "node:crypto";
import type { Handshake } from "./inbound.ts";

/** The answer to a platform that checks a page's webhook address; undefined if the verify token is wrong. */
export function answerHandshake<Settings>(
  handshake: Handshake<Settings> | null,
  query: Record<string, string | undefined>,
  settings: Settings,
): string | undefined {
  const asked = handshake?.read(query);
  return handshake && asked && isSame(asked.verifyToken, handshake.verifyTokenOf(settings)) ? asked.answer : undefined;
}

/** Compares digests, which have one length, so that the time taken reveals neither length nor first wrong character. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
