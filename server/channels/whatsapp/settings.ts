import { z } from "zod";
import { accessToken, baseUrl, metaSettings } from "../meta/settings.ts";

/** The settings that connect a page to its phone number. The page's id is `waba_` and the number's id at Meta. */
export const Settings = z.object({
  phoneNumberId: z
    .string()
    .regex(/^[0-9]{1,32}$/, { error: "must be the phone number's id at Meta, in digits" })
    .meta({ label: "Phone number ID", input: "text" }),
  businessAccountId: z
    .string()
    .regex(/^[0-9]{1,32}$/, { error: "must be the WhatsApp Business account's id, in digits" })
    .meta({ label: "WhatsApp Business account ID", input: "text" }),
  phoneNumber: z
    .string()
    .transform((text) => text.replaceAll(/[^0-9]/g, ""))
    .pipe(z.string().regex(/^[0-9]{5,20}$/, { error: "must be a phone number with its country code" }))
    .meta({ label: "Phone number with its country code", input: "phone" }),
  accessToken: accessToken("Access token of a system user"),
  appSecret: metaSettings.appSecret,
  verifyToken: metaSettings.verifyToken,
  chooseLabel: words(20, "Choose").meta({ label: "Words on the button that opens a list", input: "text" }),
  phoneQuestion: words(200, "What is your phone number?").meta({ label: "How to ask for a number", input: "text" }),
  emailQuestion: words(200, "What is your e-mail address?").meta({ label: "How to ask for an e-mail", input: "text" }),
  apiVersion: metaSettings.apiVersion,
  baseUrl: baseUrl("https://graph.facebook.com"),
});
export type Settings = z.infer<typeof Settings>;

function words(max: number, standard: string) {
  return z.string().trim().min(1).max(max).default(standard);
}
