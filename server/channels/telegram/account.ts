import { z } from "zod";
import { SendError, SettingError } from "../../outbound/send-error.ts";
import { type Account, defineEntry } from "../channel.ts";
import { callApi } from "./call-api.ts";
import { Settings, webhookSecretOf } from "./settings.ts";

/** The token is enough: Telegram says whose it is. */
const entry = defineEntry<Settings, EnteredSettings>({
  settings: Settings.pick({ botToken: true, apiUrl: true }),
  async identify(entered) {
    const { id, first_name: name, username } = await fetchBot(entered);
    return { platformId: String(id), name, handle: `@${username}`, settings: { botName: username } };
  },
});
type EnteredSettings = Pick<Settings, "botToken" | "apiUrl">;

export const account: Account<Settings> = { entry, connect, check, renewal: null };

/** Checks that the token belongs to the page's bot, and has Telegram send its updates to us. */
export async function connect(settings: Settings, webhookUrl: string): Promise<void> {
  await checkBot(settings, webhookUrl);
  await callApi(settings, "setWebhook", {
    url: webhookUrl,
    secret_token: webhookSecretOf(settings),
    // Given each time: without the list Telegram keeps the previous one.
    allowed_updates: [
      ...["message", "edited_message", "callback_query", "message_reaction", "my_chat_member"],
      "pre_checkout_query",
    ],
  });
}

/** https://core.telegram.org/bots/api#getwebhookinfo */
export async function check(settings: Settings, webhookUrl: string): Promise<string[]> {
  await checkBot(settings, webhookUrl);
  const { data: info } = WebhookInfo.safeParse(await callApi(settings, "getWebhookInfo"));
  if (!info) return ["Telegram does not say where it sends updates."];
  if (info.url === "") return ["Telegram sends no updates: connect the page again."];
  if (info.url !== webhookUrl)
    return [`Telegram sends updates to ${URL.parse(info.url)?.host}, not to ${webhookUrl}: connect the page again.`];
  // Telegram keeps the last error also when all is well again.
  if (info.pending_update_count === 0 || info.last_error_message === undefined) return [];
  return [`Telegram could not deliver ${info.pending_update_count} updates: ${info.last_error_message}.`];
}

/** https://core.telegram.org/bots/api#getme */
async function fetchBot(settings: EnteredSettings): Promise<z.infer<typeof Me>> {
  const { data: me } = Me.safeParse(await callApi(settings, "getMe"));
  if (!me) throw new SendError("platform_error", "Telegram did not name the bot of the token.");
  return me;
}

async function checkBot(settings: Settings, webhookUrl: string): Promise<void> {
  const me = await fetchBot(settings);
  const pageId = webhookUrl.split("/").at(-1);
  if (pageId !== `tg_${me.id}`) {
    throw new SettingError(
      "botToken",
      `The token belongs to bot ${me.id}, not to this page's bot ${pageId?.slice(3)}.`,
    );
  }
  if (me.username.toLowerCase() !== settings.botName.toLowerCase()) {
    throw new SettingError("botName", `The bot's user name is ${me.username}, not ${settings.botName}.`);
  }
}

const Me = z.object({ id: z.int(), first_name: z.string(), username: z.string() });
const WebhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.int(),
  last_error_message: z.string().optional(),
});
