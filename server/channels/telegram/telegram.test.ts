import assert from "node:assert/strict";
import { test } from "node:test";
import { Ref } from "@banter/core/model/tools/tool.ts";
import { SendError } from "../../outbound/send-error.ts";
import { startTelegram } from "../../test/platforms/telegram/telegram.ts";
import { commandOf, payloadOfCommand } from "./commands.ts";
import { telegram } from "./index.ts";
import { Settings, webhookSecretOf } from "./settings.ts";
import { refOf, startParameterOf } from "./start-parameter.ts";

const settings = Settings.parse({ botToken: "42:AAStandInTokenOfTheCornerShopBot1234", botName: "corner_shop_bot" });
const isBadSetting = (error: unknown) => error instanceof SendError && error.failure === "bad_settings";

test("the settings have defaults for all but the bot, and refuse malformed tokens and names", () => {
  assert.equal(settings.apiUrl, "https://api.telegram.org");
  assert.equal(Settings.safeParse({ botToken: "secret", botName: "shop_bot" }).success, false);
  assert.equal(Settings.safeParse({ ...settings, botName: "@shop_bot" }).success, false);
});

test("only a webhook with the secret is accepted", () => {
  const webhook = telegram.inbound?.webhook;
  assert.ok(webhook);
  const right = webhook.secretOf(settings);
  const verify = (secret: string | string[] | undefined) =>
    webhook.verify({ headers: { "x-telegram-bot-api-secret-token": secret }, body: Buffer.from("{}") }, right);

  assert.match(right, webhook.signature.form);
  assert.equal(verify(right), true);
  for (const wrong of [undefined, "", `${right}x`, right.slice(1), right.toLowerCase(), [right]]) {
    assert.equal(verify(wrong), false);
  }
});

test("connecting checks the bot of the token, and sets the webhook", async (t) => {
  const { origin, bot, calls } = await startTelegram(t);
  const known = { ...settings, apiUrl: origin };

  await telegram.account?.connect(known, "https://banter.example/webhooks/tg_42");

  assert.equal(known.botToken, bot.token);
  assert.deepEqual(calls, [
    { method: "getMe", body: {} },
    {
      method: "setWebhook",
      body: {
        url: "https://banter.example/webhooks/tg_42",
        secret_token: webhookSecretOf(settings),
        allowed_updates: [
          ...["message", "edited_message", "callback_query", "message_reaction", "my_chat_member"],
          "pre_checkout_query",
        ],
      },
    },
  ]);
});

test("a token of another bot, a wrong name and a revoked token do not connect", async (t) => {
  const { origin, calls } = await startTelegram(t);
  const known = { ...settings, apiUrl: origin };
  const connect = (settings: Settings, pageId: string) =>
    telegram.account?.connect(settings, `https://banter.example/webhooks/${pageId}`) ?? Promise.resolve();

  await assert.rejects(connect(known, "tg_43"), isBadSetting);
  await assert.rejects(connect({ ...known, botName: "other_bot" }, "tg_42"), isBadSetting);
  await assert.rejects(connect({ ...known, botToken: "42:AARevokedRevokedRevoked" }, "tg_42"), isBadSetting);

  assert.ok(calls.every(({ method }) => method === "getMe"));
});

test("the menu becomes commands, and the greeting the bot's description", async (t) => {
  const { origin, calls, refused } = await startTelegram(t);
  const profile = {
    greeting: "Welcome!",
    iceBreakers: [],
    mainMenu: [
      { title: "Opening hours", payload: "m12" },
      { title: "Shop", url: "https://shop.example/" },
    ],
  };

  await telegram.profile?.set(profile, { ...settings, apiUrl: origin });

  assert.deepEqual(refused, []);
  assert.deepEqual(
    calls.map(({ method }) => method),
    ["deleteMyCommands", "setMyCommands", "setChatMenuButton", "setMyDescription", "setMyShortDescription"],
  );
});

test("a command leads back to its menu item, for any title", () => {
  for (const title of ["Opening hours", "Đặt hàng", "日本語", "m1", "24/7", "a_m3", "x".repeat(80)]) {
    const command = commandOf(title, "m1234567890123");
    assert.match(command ?? "", /^[a-z][a-z0-9_]{0,31}$/);
    assert.equal(payloadOfCommand(`/${command}`), "m1234567890123");
  }
  assert.equal(commandOf("Prices", "i3"), undefined);
});

test("text that only looks like a command is text", () => {
  for (const text of ["/start", "/menu", "m12", "/m", "/m12 please", "see /m12"]) {
    assert.equal(payloadOfCommand(text), undefined);
  }
});

test("a link opens the chat and brings its ref back, also with characters that must be escaped", () => {
  for (const ref of ["summer", "ad.12=3", "r--x", "a-b_c", "-d", "x".repeat(64), `${"x".repeat(60)}.`.slice(1)]) {
    assert.ok(Ref.safeParse(ref).success);
    const link = URL.parse(telegram.links.chat(settings, ref, "") ?? "");
    const parameter = link?.searchParams.get("start") ?? "";
    assert.match(parameter, /^[A-Za-z0-9_-]{1,64}$/);
    assert.equal(refOf(parameter), ref);
  }
  assert.equal(telegram.links.chat(settings, null, ""), "https://t.me/corner_shop_bot");
});

test("there is no link for a ref that is too long", () => {
  assert.equal(startParameterOf("x".repeat(65)), undefined);
  assert.equal(telegram.links.chat(settings, ".".repeat(40), ""), null);
});
