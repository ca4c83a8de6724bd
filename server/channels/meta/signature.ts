import { createHmac, timingSafeEqual } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Handshake, WebhookRequest } from "../inbound.ts";

/** A repeated header comes joined with a comma, which does not have this form. */
export const signature = { header: "x-hub-signature-256", form: /^sha256=[0-9a-f]{64}$/, isSecret: false };

/** Takes some hundred microseconds to hash. */
const sliceBytes = 256 * 1024;

/**
 * True if Meta has signed exactly these bytes with the app's secret. Anybody may send megabytes to be checked, so other
 * requests are served between two slices. https://developers.facebook.com/docs/messenger-platform/webhooks
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

/** Returns the challenge if the request holds the verify token that the owner has chosen. */
export const handshake: Handshake<{ verifyToken: string }> = {
  read({ "hub.mode": mode, "hub.verify_token": verifyToken = "", "hub.challenge": answer = "" }) {
    // The challenge is echoed, so it must hold nothing that a browser could take for HTML.
    return mode === "subscribe" && verifyToken !== "" && /^[\w.~-]{1,256}$/.test(answer)
      ? { verifyToken, answer }
      : undefined;
  },
  verifyTokenOf: ({ verifyToken }) => verifyToken,
};
