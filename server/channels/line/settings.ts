import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { WebhookRequest } from "../inbound.ts";

/** The settings that connect a page to its channel at LINE. The page's id is `ln_` and the channel's number. */
export const Settings = z.object({
  channelSecret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/, "must be the channel secret, 32 hexadecimal digits")
    .meta({ label: "Channel secret", input: "secret" }),
  accessToken: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/=._-]{1,1000}$/, "must be the channel access token, without spaces")
    .meta({ label: "Channel access token", input: "secret" }),
  lineId: z
    .string()
    .regex(/^@[A-Za-z0-9._-]{2,30}$/, "must be the account's LINE ID with the @")
    .meta({ label: "LINE ID of the account, with the @", input: "text" }),
  videoPicture: z
    .string()
    .regex(/^(https:\/\/\S+)?$/, "must be the https address of a picture")
    .max(2000)
    .default("")
    .meta({ label: "Picture that stands for a video until it plays", input: "text" }),
  apiUrl: z
    .url({ protocol: /^https?$/ })
    .default("https://api.line.me")
    .meta({ label: "Address of the Messaging API", input: "link-url", isPlatformAddress: true }),
  dataUrl: z
    .url({ protocol: /^https?$/ })
    .default("https://api-data.line.me")
    .meta({ label: "Address of the files that customers send", input: "link-url", isPlatformAddress: true }),
});
export type Settings = z.infer<typeof Settings>;

export const signature = { header: "x-line-signature", form: /^[A-Za-z0-9+/]{43}=$/, isSecret: false };

/** https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/ */
export function verify({ headers, body }: WebhookRequest, channelSecret: string): boolean {
  const given = Buffer.from(String(headers[signature.header] ?? ""), "base64");
  const expected = createHmac("sha256", channelSecret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
