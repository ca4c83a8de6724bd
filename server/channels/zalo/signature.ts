import { createHash, timingSafeEqual } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { WebhookRequest } from "../inbound.ts";
import type { Settings } from "./settings.ts";

/** Zalo documents the prefix; some of its webhooks were seen without. */
export const signature = { header: "x-zevent-signature", form: /^(mac=)?[0-9a-fA-F]{64}$/, isSecret: false };

const timeHeader = "x-zevent-timestamp";
/** Takes some hundred microseconds to hash. */
const sliceBytes = 256 * 1024;

/** The app's id and the key that signs its webhooks: the signature covers both. */
export function webhookSecretOf({ appId, oaSecret }: Pick<Settings, "appId" | "oaSecret">): string {
  return `${appId} ${oaSecret}`;
}

/**
 * True if Zalo has signed exactly these bytes: `sha256(app id + body + time + key)`. The time is the body's, or that of
 * a header: sources differ. Other requests are served between two slices of a large body.
 * https://developers.zalo.me/docs/official-account/webhook/tong-quan
 */
export async function isSigned({ headers, body }: WebhookRequest, secret: string): Promise<boolean> {
  const given = headers[signature.header];
  if (typeof given !== "string" || !signature.form.test(given)) return false;
  const [appId = "", key = ""] = secret.split(" ");
  if (key === "") return false;
  const hash = createHash("sha256").update(appId);
  for (let start = 0; start < body.length; start += sliceBytes) {
    if (start > 0) await setImmediate();
    hash.update(body.subarray(start, start + sliceBytes));
  }
  const wanted = Buffer.from(given.slice(-64), "hex");
  return timesIn(headers[timeHeader], body).some((time) =>
    timingSafeEqual(wanted, hash.copy().update(time).update(key).digest()),
  );
}

/** The times that may be signed. The body is not parsed yet: its own time is at one of its ends. */
function timesIn(header: string | string[] | undefined, body: Buffer): string[] {
  const name = '"timestamp"';
  const ends = [body.lastIndexOf(name), body.indexOf(name)].filter((at) => at >= 0);
  const ofBody = ends.flatMap((at) => {
    const after = body.subarray(at + name.length, at + name.length + 40).toString("latin1");
    return /^\s*:\s*"?([0-9]{1,20})/.exec(after)?.[1] ?? [];
  });
  return [...new Set([...ofBody, ...(typeof header === "string" ? [header] : [])])];
}
