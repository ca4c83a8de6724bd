import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookRequest } from "../channel.ts";

/** Whether Meta has signed these very bytes with the app's secret. https://developers.facebook.com/docs/messenger-platform/webhooks */
export function isSigned({ headers, body }: WebhookRequest, appSecret: string): boolean {
  const given = headers["x-hub-signature-256"];
  // A doubled header comes as a list or with a comma: neither is a signature.
  if (appSecret === "" || typeof given !== "string" || !/^sha256=[0-9a-f]{64}$/.test(given)) return false;
  return timingSafeEqual(Buffer.from(given.slice(7), "hex"), createHmac("sha256", appSecret).update(body).digest());
}

/** The challenge, as it came, for whoever knows the token that the owner has chosen. */
export function answerChallenge(query: Record<string, string | undefined>, verifyToken: string): string | undefined {
  const { "hub.mode": mode, "hub.verify_token": token = "", "hub.challenge": challenge = "" } = query;
  if (mode !== "subscribe" || verifyToken === "" || !isSame(token, verifyToken)) return undefined;
  // It goes back to whoever asked: nothing that a browser could take for a page.
  return /^[\w.~-]{1,256}$/.test(challenge) ? challenge : undefined;
}

/** Digests are of one length, so that neither the length nor the first wrong character shows in the time taken. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
