import { zalo as facts } from "@banter/core/channels/zalo/facts.ts";
import { SettingError } from "../../outbound/send-error.ts";
import type { Account } from "../channel.ts";
import { fetchAccountId } from "./account-id.ts";
import { renewal } from "./renewal.ts";
import type { Settings } from "./settings.ts";

export const account: Account<Settings> = { connect, check, renewal };

/** Checks that the token belongs to the page's account. Where webhooks go is set in the app's dashboard only. */
export async function connect(settings: Settings, webhookUrl: string): Promise<void> {
  const { oaId } = settings;
  const pageId = webhookUrl.split("/").at(-1);
  const ownPageId = `${facts.pagePrefix}${oaId}`;
  if (pageId !== ownPageId) {
    throw new SettingError("oaId", `The page is ${pageId}, but this account's would be ${ownPageId}.`);
  }
  const given = await fetchAccountId(settings);
  if (given !== oaId) {
    throw new SettingError("accessToken", `The access token belongs to the account ${given}, not to ${oaId}.`);
  }
}

/** Zalo does not say where it sends webhooks, so that only the token is checked. */
async function check(settings: Settings, webhookUrl: string): Promise<string[]> {
  await connect(settings, webhookUrl);
  return [];
}
