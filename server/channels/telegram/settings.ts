import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { WebhookRequest, WebhookSignature } from "../inbound.ts";

/** The settings that connect a page to its bot. The token begins with the bot's id, which is the page's. */
export const Settings = z.object({
  botToken: z
    .string()
    .trim()
    .regex(/^[0-9]{1,20}:[A-Za-z0-9_-]{20,100}$/, "must be a token as @BotFather gives it, such as 42:AA…")
    .meta({ label: "Bot token from @BotFather", input: "secret" }),
  botName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{3,31}$/, "must be the bot's user name without the @")
    .meta({ label: "User name of the bot, without the @", input: "text" }),
  phoneButton: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .default("📞 Share my phone number")
    .meta({ label: "Words on the button that shares a phone number", input: "text" }),
  locationButton: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .default("📍 Share my location")
    .meta({ label: "Words on the button that shares a place", input: "text" }),
  quickReplies: z.enum(["buttons", "keyboard"]).default("buttons").meta({ label: "Quick replies are shown as" }),
  keyboardStays: z.boolean().default(false).meta({ label: "The keyboard stays open" }),
  inputHint: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .optional()
    .meta({ label: "Hint in the message field below the keyboard", input: "text" }),
  providerToken: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ label: "Payment provider token from @BotFather", input: "secret" }),
  apiUrl: z
    .url({ protocol: /^https?$/ })
    .default("https://api.telegram.org")
    .meta({ label: "Address of the Bot API", input: "link-url", isPlatformAddress: true }),
});
export type Settings = z.infer<typeof Settings>;

/**
 * The secret in each webhook's header. It is derived from the token, so that owners have one secret to keep: the token
 * is enough to own the bot anyway.
 */
export function webhookSecretOf({ botToken }: Pick<Settings, "botToken">): string {
  return createHmac("sha256", botToken).update("webhook").digest("base64url");
}

export const signature: WebhookSignature = {
  header: "x-telegram-bot-api-secret-token",
  form: /^[A-Za-z0-9_-]{43}$/,
  isSecret: true,
};

/** Telegram does not sign bodies: the secret given with setWebhook comes in a header. */
export function verify({ headers }: WebhookRequest, secret: string): boolean {
  const given = headers[signature.header];
  if (typeof given !== "string") return false;
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
