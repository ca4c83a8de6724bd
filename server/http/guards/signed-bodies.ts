import type { ChannelType } from "@banter/core/channels/index.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { FastifyRequest } from "fastify";
import type { Webhook } from "../../channels/inbound.ts";
import type { WebhookMetrics } from "../metrics.ts";
import { unsignedBodies } from "./unsigned-bodies.ts";

/** Limits for bodies whose sender is not verified yet. */
const maxBytes = 5 * 1024 * 1024;
const maxBytesOfAll = 32 * 1024 * 1024;

/**
 * A body on an app's address is hashed once for each distinct secret of the channel, so the limit counts size times
 * secrets. 16 MiB take 10 to 50 ms to hash, in slices between which other requests are served. WhatsApp sends up to 3
 * MB: five apps can share the address with bodies of any size, and a hundred with bodies of 160 kB, far above the few
 * kB of one event. More apps than that use the addresses of their pages, where only one secret is tried.
 */
const maxHashedBytes = 16 * 1024 * 1024;

/** Reads the bodies of webhooks and verifies their signatures. Nothing is parsed before that. */
export function signedBodies({ unsignedWebhooks, unsignedBytes }: WebhookMetrics) {
  const bodies = unsignedBodies(maxBytesOfAll, (bytes) => unsignedBytes.set(bytes));

  /** `secrets` are distinct. Returns the bytes, and the secret that they were signed with. */
  return async function readSigned(
    { raw, headers }: Pick<FastifyRequest, "raw" | "headers">,
    channel: ChannelType,
    webhook: Webhook<unknown>,
    secrets: readonly string[],
  ): Promise<{ bytes: Buffer; secret: string }> {
    const { header, form, isSecret } = webhook.signature;
    const given = headers[header];
    const hasForm = typeof given === "string" && form.test(given) && secrets.length > 0;
    const mayBeSigned =
      hasForm && (!isSecret || (await findSecret(webhook, { headers, body: Buffer.alloc(0) }, secrets)) !== undefined);
    const maxSize = Math.min(maxBytes, Math.floor(maxHashedBytes / secrets.length));
    const signed =
      mayBeSigned &&
      (await bodies.read(raw, maxSize, async (bytes) => {
        const secret = await findSecret(webhook, { headers, body: bytes }, secrets);
        return secret === undefined ? undefined : { bytes, secret };
      }));
    if (signed) return signed;
    unsignedWebhooks.inc({ channel });
    throw notSigned();
  };
}

export const notSigned = () => new AppError("unauthorized", "The webhook is not signed by the platform.");

async function findSecret(
  webhook: Webhook<unknown>,
  request: Parameters<Webhook<unknown>["verify"]>[0],
  secrets: readonly string[],
): Promise<string | undefined> {
  for (const secret of secrets) if (await webhook.verify(request, secret)) return secret;
  return undefined;
}
