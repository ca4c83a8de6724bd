import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import { callApi } from "./call-api.ts";
import { type Settings, webhookSecretOf } from "./settings.ts";

/** Checks that the token belongs to the page's bot, and has Telegram send its updates to us. */
export async function connect(settings: Settings, webhookUrl: string): Promise<void> {
  const { data: me } = Me.safeParse(await callApi(settings, "getMe"));
  if (!me) throw new SendError("platform_error", "Telegram did not name the bot of the token.");
  const pageId = webhookUrl.split("/").at(-1);
  if (pageId !== `tg_${me.id}`) {
    throw new SendError(
      "bad_settings",
      `The token belongs to bot ${me.id}, not to this page's bot ${pageId?.slice(3)}.`,
    );
  }
  if (me.username.toLowerCase() !== settings.botName.toLowerCase()) {
    throw new SendError("bad_settings", `The bot's user name is ${me.username}, not ${settings.botName}.`);
  }
  await callApi(settings, "setWebhook", {
    url: webhookUrl,
    secret_token: webhookSecretOf(settings),
    // Given each time: without the list Telegram keeps the previous one.
    allowed_updates: ["message", "callback_query", "my_chat_member"],
  });
}

const Me = z.object({ id: z.int(), username: z.string() });
