import { zalo as facts } from "@banter/core/channels/zalo/facts.ts";
import { z } from "zod";
import { SendError, SettingError } from "../../outbound/send-error.ts";
import { callApi } from "./call-api.ts";
import type { Settings } from "./settings.ts";

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
export async function check(settings: Settings, webhookUrl: string): Promise<string[]> {
  await connect(settings, webhookUrl);
  return [];
}

/** The id of the account whose token it is. */
export async function fetchAccountId(settings: Settings): Promise<string> {
  const { data } = Account.safeParse(await callApi(settings, { method: "GET", path: "v2.0/oa/getoa" }));
  if (!data) throw new SendError("platform_error", "Zalo did not name the account of the token.");
  return data.oa_id;
}

/** A long number arrives as text already. */
const Account = z.object({ oa_id: z.union([z.string(), z.int().transform(String)]) });
