import { createHmac } from "node:crypto";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import { isObject } from "@banter/core/model/json.ts";
import { fetchLogin } from "../../../channels/meta/login/accounts.ts";
import { type LoginAccount, loginChannels, type MetaApp } from "../../../channels/meta/login/app.ts";
import { dialogUrl } from "../../../channels/meta/login/dialog.ts";
import type { Deps } from "../../../deps.ts";
import { SendError, sendFailures } from "../../../outbound/send-error.ts";
import { type ConnectedPage, findConnectedPages } from "../../../store/catalog/pages.ts";
import { type Caller, openPart, sealPart } from "./ticket.ts";

type LoginDeps = Pick<Deps, "db" | "config" | "baseUrl">;

/** The login that connects pages of a channel; null if there is none or the operator has not set it up. */
export const loginOn = ({ config }: Pick<Deps, "config">, channel: ChannelType): "facebook" | null =>
  config.metaApp && loginChannels.includes(channel) ? "facebook" : null;

/** True if a login has connected the page, with the app of today. */
export function isByLogin(deps: Pick<Deps, "config" | "secrets">, { channelSettings }: ConnectedPage): boolean {
  const { metaApp } = deps.config;
  if (!metaApp || !isObject(channelSettings)) return false;
  const { appSecret, verifyToken } = channelSettings;
  return appSecret === metaApp.secret && verifyToken === verifyTokenOf(deps, metaApp);
}

/** The address of the login dialog. The console knows the workspace by the number that the state begins with. */
export function startLogin(deps: LoginDeps, caller: Caller): string {
  const state = `${caller.workspaceId}-${sealPart(deps, "state", caller, null)}`;
  return dialogUrl(getMetaApp(deps), { redirectUrl: redirectUrl(deps), state });
}

type FoundAccount = LoginAccount & { pageId: string | null; isTaken: boolean };
export type LoginResult = { ticket: string; accounts: FoundAccount[]; missingPermissions: string[] };

/** Ends a login: finds the accounts that it gives access to. Must not run in a transaction, because it asks Meta. */
export async function endLogin(
  deps: LoginDeps,
  caller: Caller,
  { code, state }: { code: string; state: string },
): Promise<LoginResult> {
  const app = getMetaApp(deps);
  openPart(deps, "state", caller, state.replace(/^[0-9]+-/, ""));
  const { accounts, missingPermissions } = await fetchLogin(app, code, redirectUrl(deps)).catch((error) => {
    throw error instanceof SendError ? refusal(error) : error;
  });
  const pages = await findConnectedPages(deps.db, accounts.map(pageIdOf));
  return {
    ticket: sealPart(deps, "ticket", caller, accounts),
    accounts: accounts.map((account, index) => {
      const page = pages[index];
      const isOurs = page?.workspaceId === caller.workspaceId;
      const isConnected = Object.keys(page?.channelSettings ?? {}).length > 0;
      return { ...account, pageId: page && isOurs ? page.id : null, isTaken: !isOurs && isConnected };
    }),
    missingPermissions,
  };
}

export type ChosenAccount = { ticket: string; channel: ChannelType; platformId: string };

/** The chosen account of a ticket, and the one that it shares its subscription with. */
export function openTicket(
  deps: LoginDeps,
  caller: Caller,
  { ticket, ...wanted }: ChosenAccount,
): { account: LoginAccount; shared: LoginAccount | undefined } {
  const accounts = openPart(deps, "ticket", caller, ticket) as LoginAccount[];
  const find = ({ channel, platformId }: Omit<ChosenAccount, "ticket">) =>
    accounts.find((account) => account.channel === channel && account.platformId === platformId);
  const account = find(wanted);
  if (!account) throw notFound("account in this login");
  return { account, shared: account.sharesWith && find(account.sharesWith) };
}

export const pageIdOf = ({ channel, platformId }: Pick<LoginAccount, "channel" | "platformId">): string =>
  channelFacts[channel].pagePrefix + platformId;

export function getMetaApp({ config }: Pick<Deps, "config">): MetaApp {
  if (config.metaApp) return config.metaApp;
  throw new AppError(
    "conflict",
    "This server has no app at Meta. Its operator can set META_APP_ID and META_APP_SECRET.",
  );
}

/** One for all pages of the app: Meta verifies the app's address with it. */
export const verifyTokenOf = ({ secrets }: Pick<Deps, "secrets">, { id }: MetaApp): string =>
  createHmac("sha256", secrets.linkKey).update(`verify token of the app ${id}`).digest("base64url").slice(0, 32);

/** A route of the console. Meta takes only addresses that the operator has entered in the app. */
const redirectUrl = ({ baseUrl }: Pick<Deps, "baseUrl">) => `${baseUrl()}/connect/facebook`;

/** Quotes Meta, which answers people in their own language. */
function refusal({ failure, message }: SendError): AppError {
  const reason = message
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, 300)
    .toWellFormed();
  if (sendFailures[failure].retry) return new AppError("unavailable", `Facebook could not be reached: ${reason}`);
  return new AppError("conflict", `Facebook refused this login: ${reason}`);
}
