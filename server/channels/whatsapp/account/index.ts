import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";
import { z } from "zod";
import { SettingError } from "../../../outbound/send-error.ts";
import { type Account, defineEntry } from "../../channel.ts";
import { newVerifyToken } from "../../meta/settings.ts";
import { callCloud } from "../graph.ts";
import { Settings } from "../settings.ts";

const ids = { phoneNumberId: true, businessAccountId: true } as const;
type EnteredSettings = Omit<
  Settings,
  "phoneNumber" | "verifyToken" | "chooseLabel" | "phoneQuestion" | "emailQuestion"
>;

/** WhatsApp says which number an id has. A token may serve many numbers, so that it does not tell which one is meant. */
const entry = defineEntry<Settings, EnteredSettings>({
  settings: Settings.pick({ ...ids, accessToken: true, appSecret: true, apiVersion: true, baseUrl: true }),
  async identify(entered) {
    const platformId = entered.phoneNumberId;
    const { body } = await callCloud(entered, `${platformId}?fields=display_phone_number,verified_name`);
    const { data: number } = PhoneNumber.safeParse(body);
    if (!number) throw new SettingError("phoneNumberId", "WhatsApp does not know a phone number with this ID.");
    const { display_phone_number: handle, verified_name: name = handle } = number;
    const phoneNumber = handle.replaceAll(/[^0-9]/g, "");
    return { platformId, name, handle, settings: { phoneNumber, verifyToken: newVerifyToken() } };
  },
});

export const account: Account<Settings> = { entry, connect, check, renewal: null };

/**
 * Checks that the settings belong to the page's number, and has the number's webhooks sent to the address. Other
 * numbers of the account are not affected.
 */
export async function connect(settings: Settings, webhookUrl: string): Promise<void> {
  const { phoneNumberId, businessAccountId, verifyToken } = settings;
  await readNumber(settings, webhookUrl, "display_phone_number");
  await callCloud(settings, `${businessAccountId}/subscribed_apps`, {});
  // WhatsApp verifies the address with the token before it answers.
  const webhook_configuration = { override_callback_uri: webhookUrl, verify_token: verifyToken };
  await callCloud(settings, phoneNumberId, { webhook_configuration });
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override */
export async function check(settings: Settings, webhookUrl: string): Promise<string[]> {
  const fields = "display_phone_number,webhook_configuration";
  const { webhook_configuration: configured } = await readNumber(settings, webhookUrl, fields);
  const url = configured?.phone_number ?? configured?.whatsapp_business_account ?? configured?.application;
  if (url === undefined) return ["WhatsApp sends no webhooks: connect the page again."];
  // Pages of one app may share the app's address.
  if (url === webhookUrl || url === webhookUrl.replace(/[^/]+$/, "app/whatsapp")) return [];
  return [`WhatsApp sends webhooks to ${URL.parse(url)?.host}, not to ${webhookUrl}: connect the page again.`];
}

/** Throws if the settings do not belong to the page's number. */
async function readNumber(
  settings: Settings,
  webhookUrl: string,
  fields: string,
): Promise<z.infer<typeof PhoneNumber>> {
  const { phoneNumberId, phoneNumber } = settings;
  const pageId = webhookUrl.split("/").at(-1);
  const ownPageId = `${facts.pagePrefix}${phoneNumberId}`;
  if (pageId !== ownPageId) {
    throw new SettingError("phoneNumberId", `The page is ${pageId}, but this number's would be ${ownPageId}.`);
  }
  const { body } = await callCloud(settings, `${phoneNumberId}?fields=${fields}`);
  const { data: number } = PhoneNumber.safeParse(body);
  if (number?.display_phone_number.replaceAll(/[^0-9]/g, "") !== phoneNumber) {
    throw new SettingError("phoneNumber", "The phone number and the phone number's ID do not belong together.");
  }
  return number;
}

const PhoneNumber = z.object({
  display_phone_number: z.string(),
  verified_name: z.string().optional(),
  webhook_configuration: z
    .object({
      phone_number: z.string().optional(),
      whatsapp_business_account: z.string().optional(),
      application: z.string().optional(),
    })
    .optional(),
});
