import { z } from "zod";

/**
 * The settings that connect a page to its Official Account (OA). The page's id is `zl_` and the account's id. The
 * tokens are renewed by us: the refresh token that the owner enters is used up by the first renewal.
 */
export const Settings = z.object({
  oaId: digits("must be the Official Account's id, in digits").meta({ label: "ID of the Official Account" }),
  appId: digits("must be the app's id, in digits").meta({ label: "ID of the app" }),
  accessToken: token().meta({ label: "Access token", input: "secret" }),
  refreshToken: token().meta({ label: "Refresh token", input: "secret" }),
  appSecret: token().meta({ label: "Secret key of the app", input: "secret" }),
  oaSecret: token().meta({ label: "OA secret key, which signs webhooks", input: "secret" }),
  phoneQuestion: words(100, "What is your phone number?").meta({ label: "How to ask for a number", input: "text" }),
  emailQuestion: words(100, "What is your e-mail address?").meta({ label: "How to ask for an e-mail", input: "text" }),
  sharePicture: z
    .union([z.literal(""), z.url({ protocol: /^https$/ }).max(500)], {
      error: "must be an address that begins with https://",
    })
    .default("")
    .meta({ label: "Picture above the button that shares a phone number", input: "text" }),
  shareHint: words(500, "Press here to share it.").meta({ label: "Words below that picture", input: "text" }),
  apiUrl: address("https://openapi.zalo.me").meta({
    label: "Address of the Open API",
    input: "text",
    isPlatformAddress: true,
  }),
  loginUrl: address("https://oauth.zaloapp.com").meta({
    label: "Address that renews tokens",
    input: "text",
    isPlatformAddress: true,
  }),
});
export type Settings = z.infer<typeof Settings>;

function digits(error: string) {
  return z
    .string()
    .trim()
    .regex(/^[0-9]{1,32}$/, { error });
}

/** Tokens and keys go into headers, so they hold nothing that could end one. */
function token() {
  return z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,2000}$/, { error: "must be as Zalo shows it" });
}

function words(max: number, standard: string) {
  return z.string().trim().min(1).max(max).default(standard);
}

/** Another address than Zalo's is for tests. */
function address(standard: string) {
  return z
    .url({ protocol: /^https?$/ })
    .max(500)
    .default(standard);
}
