import { line as facts } from "@banter/core/channels/line/facts.ts";
import { z } from "zod";
import { SendError, SettingError } from "../../outbound/send-error.ts";
import { type Account, defineEntry } from "../channel.ts";
import { callApi } from "./call-api.ts";
import { Refusal } from "./errors.ts";
import { checkQuota } from "./quota.ts";
import { Settings } from "./settings.ts";

const endpointPath = "/v2/bot/channel/webhook/endpoint";

/** LINE says which channel and account a token belongs to. The secret stands in its console only. */
const entry = defineEntry<Settings, EnteredSettings>({
  settings: Settings.pick({ accessToken: true, channelSecret: true, apiUrl: true, dataUrl: true }),
  async identify(entered) {
    const platformId = await channelOf(entered);
    const { displayName, basicId, premiumId = basicId } = await fetchBot(entered);
    return { platformId, name: displayName, handle: premiumId, settings: { lineId: premiumId } };
  },
});
type EnteredSettings = Pick<Settings, "accessToken" | "channelSecret" | "apiUrl" | "dataUrl">;

export const account: Account<Settings> = { entry, connect, check, renewal: null };

/** Checks that all settings belong to the page's channel, and has LINE send its webhooks to the address. */
export async function connect(settings: Settings, webhookUrl: string): Promise<void> {
  await checkSettings(settings, webhookUrl);
  await callApi(settings, { method: "PUT", path: endpointPath, body: { endpoint: webhookUrl } });
}

/** https://developers.line.biz/en/reference/messaging-api/#get-webhook-endpoint-information */
export async function check(settings: Settings, webhookUrl: string): Promise<string[]> {
  await checkSettings(settings, webhookUrl);
  const { endpoint, active } = await readEndpoint(settings);
  if (!endpoint) return ["LINE sends no webhooks: connect the page again."];
  if (endpoint !== webhookUrl) {
    return [`LINE sends webhooks to ${URL.parse(endpoint)?.host}, not to ${webhookUrl}: connect the page again.`];
  }
  if (active) return checkQuota(settings);
  return ["LINE sends no webhooks: switch on “Use webhook” in the channel's Messaging API settings at LINE."];
}

async function readEndpoint(settings: Settings): Promise<z.infer<typeof Endpoint>> {
  try {
    const { data } = Endpoint.safeParse(await callApi(settings, { method: "GET", path: endpointPath }));
    if (data) return data;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return { endpoint: "", active: false };
    throw error;
  }
  throw new SendError("platform_error", "LINE does not say where it sends webhooks.");
}

async function checkSettings(settings: Settings, webhookUrl: string): Promise<void> {
  const channelId = webhookUrl.split("/").at(-1)?.slice(facts.pagePrefix.length) ?? "";
  const owner = await channelOf(settings);
  if (owner !== channelId) {
    throw new SettingError("accessToken", `The token belongs to channel ${owner}, not to this page's ${channelId}.`);
  }
  await checkSecret(settings, channelId);
  const bot = await fetchBot(settings);
  const ids = [bot.basicId, bot.premiumId ?? bot.basicId].map((id) => id.toLowerCase());
  if (ids.includes(settings.lineId.toLowerCase())) return;
  throw new SettingError("lineId", `The account's LINE ID is ${bot.premiumId ?? bot.basicId}, not ${settings.lineId}.`);
}

/** https://developers.line.biz/en/reference/messaging-api/#get-bot-info */
async function fetchBot(settings: Pick<Settings, "accessToken" | "apiUrl">): Promise<z.infer<typeof Bot>> {
  const { data: bot } = Bot.safeParse(await callApi(settings, { method: "GET", path: "/v2/bot/info" }));
  if (!bot) throw new SendError("platform_error", "LINE did not name the account of the token.");
  return bot;
}

/** The number of the channel that the token was issued for. Tokens of version 2.1 are asked about in another way. */
async function channelOf(settings: Pick<Settings, "accessToken" | "apiUrl">): Promise<string> {
  const token = new URLSearchParams({ access_token: settings.accessToken });
  const read = (answer: unknown) => Verified.safeParse(answer).data?.client_id;
  try {
    const id = read(await callApi(settings, { method: "POST", path: "/v2/oauth/verify", body: token }));
    if (id !== undefined) return id;
  } catch (error) {
    if (!isInvalid(error)) throw error;
  }
  try {
    const id = read(await callApi(settings, { method: "GET", path: `/oauth2/v2.1/verify?${token}` }));
    if (id !== undefined) return id;
  } catch (error) {
    if (isInvalid(error)) throw new SettingError("accessToken", "LINE does not accept the channel access token.");
    throw error;
  }
  throw new SendError("platform_error", "LINE did not name the channel of the token.");
}

/**
 * LINE has no question about a secret, but issues a token to the one who knows it. The token is thrown away. With a
 * wrong secret every webhook would be refused, which nobody would notice.
 */
async function checkSecret(settings: Settings, channelId: string): Promise<void> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: channelId,
    client_secret: settings.channelSecret,
  });
  try {
    await callApi(settings, { method: "POST", path: "/oauth2/v3/token", body });
  } catch (error) {
    if (isInvalid(error)) throw new SettingError("channelSecret", "The channel secret is not this channel's.");
    throw error;
  }
}

const isInvalid = (error: unknown) => error instanceof Refusal && (error.status === 400 || error.status === 401);

const Verified = z.object({ client_id: z.string() });
const Bot = z.object({ displayName: z.string(), basicId: z.string(), premiumId: z.string().optional() });
const Endpoint = z.object({ endpoint: z.string(), active: z.boolean() });
