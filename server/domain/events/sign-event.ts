import { createHmac } from "node:crypto";

/**
 * The headers of an event, as Standard Webhooks describes them. While a secret is being replaced there is a signature
 * of each. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { event, body, seconds }: { event: string; body: string; seconds: number },
  secrets: string[],
): [string, string][] {
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, `${event}.${seconds}.${body}`)}`);
  return [
    ["webhook-id", event],
    ["webhook-timestamp", String(seconds)],
    ["webhook-signature", signatures.join(" ")],
  ];
}

const signatureOf = (secret: string, signed: string): string =>
  createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(signed)
    .digest("base64");
