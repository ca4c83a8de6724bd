import { createHmac, timingSafeEqual } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Handshake, WebhookRequest } from "../channel.ts";

/** A doubled header comes with a comma, which is no signature. */
export const signature = { header: "x-hub-signature-256", form: /^sha256=[0-9a-f]{64}$/ };

/** Some hundred microseconds of hashing. */
const sliceBytes = 256 * 1024;

/**
 * True if Meta has signed these very bytes with the app's secret. Anybody may send megabytes to be checked, so others are
 * served between two slices. https://developers.facebook.com/docs/messenger-platform/webhooks
 */
export async function isSigned({ headers, body }: WebhookRequest, appSecret: string): Promise<boolean> {
  const given = headers[signature.header];
  if (appSecret === "" || typeof given !== "string" || !signature.form.test(given)) return false;
  const hmac = createHmac("sha256", appSecret);
  for (let start = 0; start < body.length; start += sliceBytes) {
    if (start > 0) await setImmediate();
    hmac.update(body.subarray(start, start + sliceBytes));
  }
  return timingSafeEqual(Buffer.from(given.slice(7), "hex"), hmac.digest());
}

/** The challenge goes back, as it came, to whoever knows the token that the owner has chosen. */
export const handshake: Handshake<{ verifyToken: string }> = {
  read({ "hub.mode": mode, "hub.verify_token": word = "", "hub.challenge": answer = "" }) {
    // The answer goes to whoever asked: nothing that a browser could take for a page.
    return mode === "subscribe" && word !== "" && /^[\w.~-]{1,256}$/.test(answer) ? { word, answer } : undefined;
  },
  wordOf: ({ verifyToken }) => verifyToken,
};
