import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";
import { z } from "zod";
import { SettingError } from "../../outbound/send-error.ts";
import type { PageProfile } from "../channel.ts";
import { cutText } from "../text/split-text.ts";
import { commandName } from "./commands.ts";
import { callCloud, Refused } from "./graph.ts";
import type { Settings } from "./settings.ts";

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
  webhook_configuration: z
    .object({
      phone_number: z.string().optional(),
      whatsapp_business_account: z.string().optional(),
      application: z.string().optional(),
    })
    .optional(),
});

export async function setProfile(profile: PageProfile, settings: Settings): Promise<void> {
  const automation = automationOf(profile);
  const set = (prompts: string[]) =>
    callCloud(settings, `${settings.phoneNumberId}/conversational_automation`, { ...automation, prompts });
  try {
    await set(automation.prompts);
  } catch (error) {
    // Meta's guide allows four prompts, its API description three.
    if (!(error instanceof Refused && error.code === 100) || automation.prompts.length <= 3) throw error;
    await set(automation.prompts.slice(0, 3));
  }
}

/**
 * Ice breakers become prompts, which come back as their text. Menu items that lead to flows become commands, which come
 * back as their names. There is no place for a greeting or for links.
 */
export function automationOf({ iceBreakers, mainMenu }: PageProfile) {
  const prompts = iceBreakers.map(({ title }) => cutText(title, facts.iceBreakers.characters));
  const commands = mainMenu.flatMap((item) => ("payload" in item ? [commandOf(item)] : []));
  return {
    enable_welcome_message: false,
    prompts: [...new Set(prompts)].slice(0, facts.iceBreakers.count),
    commands: commands.slice(0, facts.mainMenu.count),
  };
}

function commandOf({ title, payload }: { title: string; payload: string }) {
  return { command_name: commandName(title, payload), command_description: cutText(title, 256) };
}
