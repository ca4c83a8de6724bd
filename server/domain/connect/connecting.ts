import type { ChannelType } from "@banter/core/channels/index.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { SendError, SettingError, sendFailures } from "../../outbound/send-error.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { deleteTriedSettings, saveTriedSettings } from "../../store/catalog/tried-settings.ts";
import { checkAddresses, mergeSettings, secretsOf } from "./channel-settings.ts";

/** The webhook address of one page. */
export const webhookUrl = ({ baseUrl }: Pick<Deps, "baseUrl">, pageId: string) => `${baseUrl()}/webhooks/${pageId}`;

/** The webhook address of an app that many pages share. */
export const appWebhookUrl = ({ baseUrl }: Pick<Deps, "baseUrl">, channel: ChannelType) =>
  `${baseUrl()}/webhooks/app/${channel}`;

type ConnectingDeps = Pick<Deps, "db" | "baseUrl"> & { config: Pick<Deps["config"], "allowPlatformHosts"> };

/**
 * Has the platform check the settings and send its webhooks here. The page itself does not change. Must not run in a
 * transaction: it can take seconds, and before it answers the platform may call our webhook address to verify it.
 */
export async function tryConnection(
  deps: ConnectingDeps,
  pageId: string,
  channel: Channel,
  given: JsonObject,
): Promise<void> {
  const { db } = deps;
  const page = await findPage(db, pageId);
  const settings = mergeSettings(channel, page?.channelSettings ?? {}, given);
  checkAddresses(channel, settings, deps.config.allowPlatformHosts);
  if (!channel.account) return;
  await saveTriedSettings(db, { pageId, channel: channel.type, settings });
  try {
    await channel.account.connect(settings, webhookUrl(deps, pageId));
  } catch (error) {
    throw error instanceof SendError ? refusalOf(channel, error) : error;
  } finally {
    await deleteTriedSettings(db, pageId);
  }
}

/** The failure of a question to the platform. Its words are kept as they are: Meta answers owners in their own language. */
export function refusalOf(channel: Channel, error: SendError): AppError {
  const { title } = channel;
  const reason = error.message
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, 300)
    .toWellFormed();
  if (sendFailures[error.failure].retry) return new AppError("unavailable", `${title} could not be reached: ${reason}`);
  const setting = settingOf(channel, error);
  const faults = setting === undefined ? [] : [{ path: `/settings/${setting}`, message: reason }];
  return new AppError("conflict", `${title} refused these settings: ${reason}`, { faults });
}

/** The setting that is wrong. If the platform only says that it does not know the page, that is its token. */
function settingOf(channel: Channel, error: SendError): string | undefined {
  if (error instanceof SettingError) return error.setting;
  return error.failure === "bad_settings" ? secretsOf(channel)[0] : undefined;
}
