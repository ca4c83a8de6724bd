import { randomBytes } from "node:crypto";
import { z } from "zod";

/** The settings that all channels of Meta share. */
export const metaSettings = {
  appSecret: z.string().trim().min(1).max(200).meta({ label: "App secret", input: "secret" }),
  verifyToken: z
    .string()
    .min(1)
    .max(200)
    .meta({ label: "Verify token, as entered with the webhook at Meta", input: "secret" }),
  apiVersion: z
    .string()
    .regex(/^v[0-9]{1,3}\.[0-9]{1,2}$/, { error: "must be a version such as v25.0" })
    .default("v25.0")
    .meta({ label: "Version of the Graph API", input: "text" }),
};

/** Owners need not invent one: the console shows it to copy. */
export const newVerifyToken = () => randomBytes(16).toString("hex");

/** A token goes into a header, so it holds nothing that could end one. */
export function accessToken(label: string) {
  return z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,1000}$/, { error: "must be a token as Meta shows it" })
    .meta({ label, input: "secret" });
}

/** The address of the Graph API. Another address than Meta's is for tests. */
export function baseUrl(standard: string) {
  return z
    .url({ protocol: /^https?$/ })
    .max(500)
    .default(standard)
    .meta({ label: "Address of the Graph API", input: "text", isPlatformAddress: true });
}

/** The account's name in links that open the chat. */
export function linkName(label: string) {
  return z
    .string()
    .regex(/^[A-Za-z0-9._]{0,100}$/, { error: "must be letters, digits, dots and underscores" })
    .default("")
    .meta({ label, input: "text" });
}
