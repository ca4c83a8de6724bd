import { zalo as facts } from "@banter/core/channels/zalo/facts.ts";
import { SettingError } from "../../outbound/send-error.ts";
import { type Account, defineEntry } from "../channel.ts";
import { fetchAccount } from "./account-id.ts";
import { renewal } from "./renewal.ts";
import { Settings } from "./settings.ts";

const asked = { accessToken: true, refreshToken: true, appId: true, appSecret: true, oaSecret: true } as const;
type EnteredSettings = Omit<Settings, "oaId" | "phoneQuestion" | "emailQuestion" | "sharePicture" | "shareHint">;

/** Zalo says whose account the token is. It says nothing about the app, whose keys renew tokens and sign webhooks. */
const entry = defineEntry<Settings, EnteredSettings>({
  settings: Settings.pick({ ...asked, apiUrl: true, loginUrl: true }),
  async identify(entered) {
    const { id, name } = await fetchAccount({ ...entered, oaId: entered.appId });
    return { platformId: id, name, handle: name, settings: { oaId: id } };
  },
});

export const account: Account<Settings> = { entry, connect, check, renewal };

/** Checks that the token belongs to the page's account. Where webhooks go is set in the app's dashboard only. */
export async function connect(settings: Settings, webhookUrl: string): Promise<void> {
  const { oaId } = settings;
  const pageId = webhookUrl.split("/").at(-1);
  const ownPageId = `${facts.pagePrefix}${oaId}`;
  if (pageId !== ownPageId) {
    throw new SettingError("oaId", `The page is ${pageId}, but this account's would be ${ownPageId}.`);
  }
  const { id: given } = await fetchAccount(settings);
  if (given !== oaId) {
    throw new SettingError("accessToken", `The access token belongs to the account ${given}, not to ${oaId}.`);
  }
}

/** Zalo does not say where it sends webhooks, so that only the token is checked. */
async function check(settings: Settings, webhookUrl: string): Promise<string[]> {
  await connect(settings, webhookUrl);
  return [];
}
