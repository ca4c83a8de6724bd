import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { connectPage } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { findPage, insertPage } from "@banter/server/store/catalog/pages.ts";
import { planRenewal } from "@banter/server/store/catalog/token-renewals.ts";
import { aFlow, aKeyword, aPageFile } from "@banter/server/test/builders.ts";
import { startInstagram } from "@banter/server/test/platforms/instagram.ts";
import { startLine } from "@banter/server/test/platforms/line/line.ts";
import { startMessenger } from "@banter/server/test/platforms/messenger.ts";
import { startTelegram } from "@banter/server/test/platforms/telegram/telegram.ts";
import { settingsFor } from "@banter/server/test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "@banter/server/test/platforms/whatsapp/whatsapp.ts";
import { startZalo } from "@banter/server/test/platforms/zalo/zalo.ts";
import { until } from "@banter/server/test/until.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";

const { node, openAs, baseUrl } = await sharedConsole({ after });
const { deps } = node;
const narrow = { viewport: { width: 390, height: 844 } };
const isTooWide = (tab: Tab) => tab.evaluate(() => document.documentElement.scrollWidth > innerWidth);

async function aPageOn(type: ChannelType, id: string, settings: object | null, file: Partial<PageFile> = {}) {
  await insertPage(deps.db, { id, workspaceId: await ensureWorkspace(deps.db), channel: type, name: "Corner shop" });
  if (settings) await connectPage(deps, id, settings as JsonObject);
  await applyPageFile(deps, id, aPageFile(file), { prune: true });
}

async function openForm(tab: Tab, channel: string) {
  await tab.getByRole("button", { name: "New page" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("radio", { name: channel }).click();
  await dialog.getByRole("button", { name: "Advanced settings" }).click();
  return {
    dialog,
    fill: (label: string, value: string) => dialog.getByRole("textbox", { name: label, exact: true }).fill(value),
    connect: () => dialog.getByRole("button", { name: "Connect" }).click(),
  };
}

test("a Telegram bot is connected by its token alone, and faults stand at it in our words", async (t) => {
  const { bot, origin, person, calls } = await startTelegram(t, { botId: 51 });
  const tab = await openAs(t, "owner", "/pages", { expectErrors: true });
  const { dialog, fill, connect } = await openForm(tab, "Telegram");
  assert.equal(await dialog.getByRole("textbox").count(), 2, "the token, and an address for tests");

  await fill("Address of the Bot API", origin);
  await connect();
  await dialog.getByText("This is needed.").waitFor();
  await fill("Bot token", "no token");
  await connect();
  await dialog.getByText("This is no bot token.").waitFor();
  await fill("Bot token", `51:${"x".repeat(35)}`);
  await connect();
  await dialog.getByText(/^Telegram refused these settings: /).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await fill("Bot token", ` ${bot.token} `);
  await connect();
  await tab.getByText("Connected as @corner_shop_bot.").waitFor();

  await tab.waitForURL(/\/pages\/tg_51\/settings\?tab=channel$/);
  await tab.getByRole("heading", { name: "What is left to do" }).waitFor();
  await tab.getByText("Nothing: Telegram sends this bot's messages here already.").waitFor();
  await tab.getByText("Nothing has arrived yet.").waitFor();
  await tab.getByRole("link", { name: /^https:\/\/t\.me\/corner_shop_bot/ }).waitFor();
  assert.equal(await tab.getByRole("textbox", { name: "Address for the app" }).count(), 0);
  assert.ok(calls.some(({ method }) => method === "setWebhook"));
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await person(1).say("hello");
  await tab.getByText("Messages arrive here.").waitFor();
});

test("a template becomes a Telegram bot, after it was shown as each channel shows it", async (t) => {
  const { bot, origin, person } = await startTelegram(t, { botId: 53 });
  const tab = await openAs(t, "owner", "/templates", { viewport: { width: 1440, height: 900 } });
  await tab.getByRole("button", { name: /^Questions and answers/ }).click();
  const dialog = tab.getByRole("dialog");
  const preview = dialog.getByRole("region", { name: "How the bot greets" });
  const choose = (channel: string) => dialog.getByRole("radio", { name: channel }).click();

  await preview.locator(".chat-replies", { hasText: "Opening hours" }).waitFor();
  const create = await dialog.getByRole("button", { name: "Create page" }).boundingBox();
  assert.ok(create && create.y + create.height <= 900, "the button is in view without scrolling");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await choose("WhatsApp");
  await preview.locator(".chat-buttons[data-list]", { hasText: "Choose" }).waitFor();
  await choose("Zalo");
  await dialog.getByText("Zalo has no place for them. They stay with the page.").first().waitFor();
  await choose("Telegram");
  await preview.locator('[data-buttons="below"] .chat-button', { hasText: "Opening hours" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("textbox", { name: "Bot token" }).fill(bot.token);
  await dialog.getByRole("button", { name: "Advanced settings" }).click();
  await dialog.getByRole("textbox", { name: "Address of the Bot API" }).fill(origin);
  await dialog.getByRole("button", { name: "Connect" }).click();

  await tab.waitForURL(/\/pages\/tg_53\/settings\?tab=channel$/);
  await person(1).say("hello");
  await until(() =>
    person(1)
      .heard()
      .some((words) => words.includes("These are asked most often")),
  );
});

test("a new Messenger page is guided: two values from Meta, then those to enter there", async (t) => {
  const { graph, pageId } = await startMessenger(t);
  const tab = await openAs(t, "owner", "/pages", { expectErrors: true });
  const { dialog, fill, connect } = await openForm(tab, "Messenger");

  await fill("Page access token", "EAAwrong");
  await fill("App secret", graph.appSecret);
  await fill("Address of the Graph API", graph.origin);
  await connect();
  await dialog.getByText(/^Messenger refused these settings: /).waitFor();
  await tab.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await tab.getByRole("button", { name: "New page" }).first().click();
  assert.equal(await dialog.getByRole("textbox", { name: "App secret" }).inputValue(), graph.appSecret);
  const lost = dialog.getByText("Secrets must be entered again.");
  assert.equal(await lost.count(), 0);
  await tab.reload();
  await tab.getByRole("button", { name: "New page" }).first().click();
  await lost.waitFor();
  await dialog.getByRole("textbox", { name: "App secret" }).fill(graph.appSecret);
  await fill("Page access token", graph.accessToken);
  await connect();
  await tab.getByText("Connected as Corner shop.").waitFor();

  await tab.waitForURL(/\/settings\?tab=channel$/);
  const [own, app] = [
    await tab.getByRole("textbox", { name: "Address for this page" }).inputValue(),
    await tab.getByRole("textbox", { name: "Address for the app" }).inputValue(),
  ];
  assert.deepEqual([own, app], [`${baseUrl}/webhooks/${pageId}`, `${baseUrl}/webhooks/app/messenger`]);
  await tab.reload();
  graph.verifyToken = await tab.getByRole("textbox", { name: "Verify token", exact: true }).first().inputValue();
  for (const address of [own, app]) {
    graph.webhookUrl = address;
    assert.equal((await graph.verify()).status, 200, address);
  }
  await tab.getByText(/messaging_postbacks, messaging_referrals/).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  const phone = await openAs(t, "owner", `/pages/${pageId}/settings?tab=channel`, narrow);
  await phone.getByText("Subscribe to these fields:").waitFor();
  assert.equal(await isTooWide(phone), false);
});

test("an Instagram account and a WhatsApp number are connected in the console", async (t) => {
  const { graph, pageId } = await startInstagram(t);
  const whatsapp = await startWhatsapp(t);
  const tab = await openAs(t, "owner", "/pages");

  const first = await openForm(tab, "Instagram");
  await first.fill("Access token", graph.accessToken);
  await first.fill("App secret", graph.appSecret);
  await first.fill("Address of the Graph API for Facebook Login", graph.origin);
  await first.connect();
  await tab.getByText("Connected as @corner.shop.").waitFor();
  await tab.waitForURL(new RegExp(`/pages/${pageId}/settings\\?tab=channel$`));
  await tab.getByText("Open Webhooks there and choose the object Instagram.").waitFor();

  await tab.goto(`${baseUrl}/pages`);
  const second = await openForm(tab, "WhatsApp");
  await second.fill("Phone number ID", whatsapp.number.id);
  await second.fill("WhatsApp Business account ID", whatsapp.businessAccountId);
  await second.fill("Access token of a system user", whatsapp.accessToken);
  await second.fill("App secret", whatsapp.appSecret);
  await second.fill("Address of the Graph API", whatsapp.origin);
  await second.connect();
  await tab.waitForURL(new RegExp(`/pages/waba_${whatsapp.number.id}/settings\\?tab=channel$`));
  await tab.getByText("WhatsApp has this address already, for this number.").waitFor();
  assert.ok(whatsapp.isSubscribed);
});

test("a LINE account is connected in the console, and a wrong setting is named", async (t) => {
  const { channel, origin, person } = await startLine(t);
  const tab = await openAs(t, "owner", "/pages", { expectErrors: true });
  const { dialog, fill, connect } = await openForm(tab, "LINE");

  await fill("Channel secret", "f".repeat(32));
  await fill("Channel access token", channel.token);
  await fill("Address of the Messaging API", origin);
  await fill("Address of customers' files", origin);
  await connect();
  await dialog.getByText(/The channel secret is not this channel's\.$/).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await fill("Channel secret", channel.secret);
  await connect();

  await tab.waitForURL(/\/pages\/ln_2000123456\/settings\?tab=channel$/);
  await tab.getByText(/switch on “Use webhook”/).waitFor();
  await tab.getByRole("link", { name: /^https:\/\/line\.me\/R\/ti\/p\/%40corner\.shop/ }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await person(1).say("hello");
  const phone = await openAs(t, "owner", "/pages/ln_2000123456/settings?tab=channel", narrow);
  await phone.getByText(/switch on “Use webhook”/).waitFor();
  assert.equal(await isTooWide(phone), false);
  await phone.goto(`${baseUrl}/pages/ln_2000123456/offers`);
  await phone.getByText("LINE has no ice breakers.").waitFor();
});

test("a Zalo account is connected in the console, and the steps at Zalo are told", async (t) => {
  const zalo = await startZalo(t, { oaId: "579745863508352801" });
  const pageId = `zl_${zalo.oaId}`;
  const tab = await openAs(t, "owner", "/pages", { expectErrors: true });
  const { dialog, fill, connect } = await openForm(tab, "Zalo");

  await fill("ID of the app", zalo.app.id);
  await fill("Access token", "an old one");
  await fill("Refresh token", zalo.refreshToken);
  await fill("Secret key of the app", zalo.app.secret);
  await fill("OA secret key", zalo.oaSecret);
  await fill("Address of the Open API", zalo.origin);
  await fill("Address that renews tokens", zalo.origin);
  await connect();
  await dialog.getByText("Copy the token whole, without spaces.").waitFor();
  await fill("Access token", "expired");
  await connect();
  await dialog.getByText(/The access token is no longer valid/).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await fill("Access token", zalo.accessToken);
  await connect();

  await tab.waitForURL(new RegExp(`/pages/${pageId}/settings\\?tab=channel$`));
  await tab.getByText("Enter one of these addresses. Zalo checks it at once.").waitFor();
  const own = await tab.getByRole("textbox", { name: "Address for this page" }).inputValue();
  await zalo.enterWebhook(own);
  await zalo.enterWebhook(await tab.getByRole("textbox", { name: "Address for the app" }).inputValue());
  await zalo.person(1).say("hello");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  const phone = await openAs(t, "owner", `/pages/${pageId}/settings?tab=channel`, narrow);
  await phone.getByText("Switch on these events:").waitFor();
  assert.equal(await isTooWide(phone), false);
});

test("an owner sees when an expiring token is renewed, and why a renewal failed", async (t) => {
  const { pageId, settings } = await startInstagram(t, { login: "instagram", accountId: "17841400000000002" });
  await aPageOn("instagram", pageId, settings);
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=channel`);

  await tab.getByText(/^The access is renewed by itself; next on .+\.$/).waitFor();
  await planRenewal(deps.db, pageId, { afterSeconds: 86_400, failures: 1, reason: "Meta is throttling." });
  await tab.reload();
  await tab.getByText(/^The access could not be renewed. It is tried again on .* Meta is throttling\.$/).waitFor();

  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("a disconnected page says so on every screen and in the list, until it is connected again", async (t) => {
  const telegram = await startTelegram(t, { botId: 52 });
  const settings = { botToken: telegram.bot.token, botName: telegram.bot.username, apiUrl: telegram.origin };
  await aPageOn("telegram", "tg_52", settings, { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] });
  const owner = await openAs(t, "owner", "/pages/tg_52/settings?tab=channel");
  await owner.getByRole("textbox", { name: "Bot token" }).fill(telegram.bot.token);
  await owner.getByRole("button", { name: "Connect", exact: true }).click();
  await owner.getByText("The page is connected to Telegram.").waitFor();
  const cutOff = { refuse: { code: 401, description: "Unauthorized" } };
  telegram.trouble = ({ method }) => (method === "sendMessage" ? cutOff : undefined);
  await telegram.person(1).say("hello");
  await until(async () => (await findPage(deps.db, "tg_52"))?.disconnectedReason != null);

  for (const screen of ["flows", "keywords", "offers", "tools", "fields", "settings"]) {
    await owner.goto(`${baseUrl}/pages/tg_52/${screen}`);
    await owner.getByText("Telegram has cut off this page").waitFor();
  }
  await owner.getByText(/It says: .*Unauthorized\. What customers write is kept\. Answers wait for a day/).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(owner), []);
  await owner.goto(`${baseUrl}/pages/tg_52/flows`);
  await owner.getByRole("link", { name: "Hello" }).click();
  await owner.getByRole("button", { name: "Publish" }).first().waitFor();
  const overflow = await owner.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(overflow <= 0, `the builder is ${overflow} px too high`);

  const viewer = await openAs(t, "viewer", "/pages/tg_52/flows", narrow);
  await viewer.getByRole("link", { name: "Hello" }).waitFor();
  await viewer.getByText("Tell an owner of this workspace").waitFor();
  assert.equal(await viewer.getByRole("link", { name: "Connect again" }).count(), 0);
  assert.equal(await isTooWide(viewer), false);
  assert.deepEqual(await axeFaultsInBothSchemes(viewer), []);
  await owner.goto(`${baseUrl}/pages`);
  await owner.getByText(/^Disconnected: .*Unauthorized/).waitFor();

  telegram.trouble = () => undefined;
  await owner.getByRole("link", { name: "Connect again" }).click();
  await owner.getByRole("heading", { name: "Connection" }).waitFor();
  assert.equal(await owner.getByRole("link", { name: "Connect again" }).count(), 0);
  await owner.getByRole("button", { name: "Connect", exact: true }).click();
  await owner.getByText("The page is connected to Telegram.").waitFor();
  await owner.getByText("Telegram has cut off this page").waitFor({ state: "detached" });
  await telegram.waitFor(1);
});

test("the menu screen says whether Telegram shows the menu, and why not", async (t) => {
  const telegram = await startTelegram(t, { botId: 53 });
  const settings = { botToken: telegram.bot.token, botName: telegram.bot.username, apiUrl: telegram.origin };
  await aPageOn("telegram", "tg_53", settings, {
    flows: [aFlow("Hello")],
    main_menu: [{ title: "Our shop", url: "https://example.com" }],
  });
  const refused = { refuse: { code: 400, description: "Bad Request: not today" } };
  telegram.trouble = ({ method }) => (method === "setMyCommands" ? refused : undefined);
  const tab = await openAs(t, "owner", "/pages/tg_53/offers");

  await tab.getByText("Telegram has no ice breakers.").waitFor();
  assert.equal(await tab.getByRole("button", { name: "Add question" }).count(), 0);
  await tab.getByText("this one stands as a line below the greeting").waitFor();
  await tab.getByRole("button", { name: "Add flow" }).click();
  await tab.getByRole("textbox", { name: "Item 2", exact: true }).fill("Say hello");
  await tab.getByRole("combobox", { name: "Flow of Say hello" }).click();
  await tab.getByRole("option", { name: "Hello" }).click();
  await tab.getByRole("button", { name: "Save", disabled: false }).click();
  await tab.getByText("Being brought to Telegram…").waitFor();
  await tab.getByText(/^Telegram has not taken this: .*not today/).waitFor();
  await tab.getByText("Change what it names, or connect the page again.").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  telegram.trouble = () => undefined;
  await tab.getByRole("textbox", { name: "Item 2", exact: true }).fill("Say hello again");
  await tab.getByRole("button", { name: "Save", disabled: false }).click();
  await tab.getByText(/^Telegram shows this since/).waitFor();
  await tab.goto(`${baseUrl}/pages/tg_53/settings?tab=channel`);
  await tab.getByText(/^Telegram shows this since/).waitFor();
});

test("the menu screen of a WhatsApp page says how many items are shown, and that links are not", async (t) => {
  const whatsapp = await startWhatsapp(t, { numberId: "106540352242923" });
  await aPageOn("whatsapp", `waba_${whatsapp.number.id}`, settingsFor(whatsapp), {
    flows: [aFlow("Hello")],
    ice_breakers: [{ title: "Who are you?", flow: "Hello" }],
    main_menu: [{ title: "Our shop", url: "https://example.com" }],
  });
  const tab = await openAs(t, "owner", `/pages/waba_${whatsapp.number.id}/offers`);

  await tab.getByText("WhatsApp shows the first 4.").waitFor();
  await tab.getByText("WhatsApp shows the first 30, each up to 80 characters.").waitFor();
  await tab.getByText("WhatsApp has no place for links; this one is not shown.").waitFor();
  assert.equal(await tab.getByRole("list", { name: "Menu" }).count(), 0);
});

test("growth tools say what they do on their channel, and only supported types are offered", async (t) => {
  const tools = [
    { type: "chat_ref_url" as const, name: "Profile", ref: "profile", flow: "Hello", is_published: true },
    { type: "chat_widget" as const, name: "Site", ref: "site", flow: "Hello", is_published: true },
    { type: "social_ads_json" as const, name: "Ad", ref: "ad", flow: "Hello", is_published: true },
    { type: "qr_code" as const, name: "Long", ref: "x".repeat(90), flow: "Hello", is_published: true },
  ];
  const file = { flows: [aFlow("Hello")], tools };
  const botToken = `54:${"A".repeat(35)}`;
  const unreachable = "http://127.0.0.1:9";
  const meta = { appSecret: "secret", verifyToken: "word", baseUrl: unreachable };
  const number = { phoneNumberId: "77", businessAccountId: "78", phoneNumber: "15550783881", accessToken: "EAA" };
  await aPageOn("telegram", "tg_54", { botToken, botName: "corner_shop_bot", apiUrl: unreachable }, file);
  await aPageOn("whatsapp", "waba_77", { ...meta, ...number }, file);
  await aPageOn("messenger", "5577", { ...meta, pageToken: "EAA" }, file);
  const tab = await openAs(t, "owner", "/pages/tg_54/tools");
  const go = (pageId: string) => tab.goto(`${baseUrl}/pages/${pageId}/tools`);
  const offered = async () => {
    await tab.getByRole("button", { name: "New tool" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByRole("radio").first().waitFor();
    return dialog.getByRole("radio").evaluateAll((radios) => radios.map((radio) => radio.getAttribute("aria-label")));
  };

  await tab.getByText("The flow starts when the customer presses Start.").waitFor();
  await tab.getByText("The widget shows a web chat, and this page is on Telegram.").waitFor();
  await tab.getByText(/take no such text/).waitFor();
  await tab.getByText("This code is too long for Telegram").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.deepEqual(await offered(), ["Chat link", "QR code", "Form answered", "Location", "Reaction", "Payment"]);

  await go("waba_77");
  await tab.getByText("It opens WhatsApp with “/start profile” in the message field.").waitFor();
  await go("5577");
  await tab.getByText("enter the page's name for m.me links in the channel settings").first().waitFor();
  await tab.getByText("Paste this text into the welcome message of the ad.").waitFor();
  assert.deepEqual(await offered(), [
    "Chat link",
    "QR code",
    "Ad message",
    "Comments",
    "Location",
    "Reaction",
    "Advertisement",
  ]);
});
