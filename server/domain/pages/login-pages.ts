import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { Channel } from "../../channels/channel.ts";
import type { LoginAccount } from "../../channels/meta/login/app.ts";
import { setAppWebhook } from "../../channels/meta/login/app-webhook.ts";
import type { Deps } from "../../deps.ts";
import { type ConnectedPage, findPage } from "../../store/catalog/pages.ts";
import { mergeSettings, withoutSecrets } from "../connect/channel-settings.ts";
import { appWebhookUrl, tryConnection, webhookUrl } from "../connect/connecting.ts";
import { type ChosenAccount, getMetaApp, openTicket, pageIdOf, verifyTokenOf } from "../connect/login/meta-login.ts";
import type { Caller } from "../connect/login/ticket.ts";
import { connectPage, createPageOn, getChannel, tryNewPage } from "./page-settings.ts";

type LoginChoice = ChosenAccount & { timezone?: string | undefined };

/** Has Meta accept the chosen account and send its webhooks here. No page changes. Not in a transaction. */
export async function tryAccount(deps: Deps, caller: Caller, choice: LoginChoice): Promise<void> {
  const { account, shared } = openTicket(deps, caller, choice);
  const { workspaceId } = caller;
  const { channel: type, platformId } = account;
  const channel = withAppWebhook(deps, getChannel(deps, account), shared);
  const page = await findOwnPage(deps, caller, account);
  const settings = settingsFor(deps, account, page);
  if (page) await tryConnection(deps, page.id, channel, settings);
  else {
    const channels = { ...deps.channels, [type]: channel };
    await tryNewPage({ ...deps, channels }, { workspaceId, channel: type, platformId, settings });
  }
}

/** Makes a page of the chosen account, or connects the page that the workspace has of it again. */
export async function connectAccount(deps: Deps, caller: Caller, choice: LoginChoice): Promise<ConnectedPage> {
  const { account } = openTicket(deps, caller, choice);
  const { channel, platformId, name } = account;
  const page = await findOwnPage(deps, caller, account);
  const settings = settingsFor(deps, account, page);
  if (page) return connectPage(deps, page.id, settings);
  const { workspaceId } = caller;
  const { timezone } = choice;
  return createPageOn(deps, { workspaceId, channel, platformId, name, settings, ...(timezone && { timezone }) });
}

async function findOwnPage({ db }: Deps, { workspaceId }: Caller, account: LoginAccount) {
  const page = await findPage(db, pageIdOf(account));
  return page?.workspaceId === workspaceId ? page : undefined;
}

/** Settings that an owner has entered for the page stay, except the access itself. */
function settingsFor(deps: Deps, account: LoginAccount, page: ConnectedPage | undefined): JsonObject {
  const app = getMetaApp(deps);
  const { settings } = withoutSecrets(getChannel(deps, account), page?.channelSettings);
  const entered = Object.entries(settings).filter(([, value]) => value !== "");
  return {
    ...account.defaults,
    ...Object.fromEntries(entered),
    ...account.settings,
    ...{ appSecret: app.secret, verifyToken: verifyTokenOf(deps, app) },
  };
}

/**
 * The channel, whose connecting first has Meta send the app's webhooks here. It happens while the settings are tried,
 * because Meta asks for their verify token before it answers.
 */
function withAppWebhook(deps: Deps, channel: Channel, shared: LoginAccount | undefined): Channel {
  const app = getMetaApp(deps);
  const url = appWebhookUrl(deps, channel.type);
  const { account } = channel;
  if (!account) return channel;
  const connect: typeof account.connect = async (settings, address) => {
    await setAppWebhook(app, channel.type, { url, verifyToken: verifyTokenOf(deps, app) });
    await account.connect(settings, address);
    if (shared) await subscribeAgain(deps, shared);
  };
  return { ...channel, account: { ...account, connect } };
}

/** The fields that the new subscription has replaced are of use to the page that shares it. */
async function subscribeAgain(deps: Deps, account: LoginAccount): Promise<void> {
  const page = await findPage(deps.db, pageIdOf(account));
  if (!page || !isObject(page.channelSettings) || Object.keys(page.channelSettings).length === 0) return;
  const channel = getChannel(deps, page);
  const settings = mergeSettings(channel, page.channelSettings, settingsFor(deps, account, page));
  await channel.account?.connect(settings, webhookUrl(deps, page.id));
}
