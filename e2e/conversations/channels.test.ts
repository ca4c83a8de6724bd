import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { connectPage } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { insertPage } from "@banter/server/store/catalog/pages.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "@banter/server/test/builders.ts";
import { startMessenger } from "@banter/server/test/platforms/messenger.ts";
import { settingsFor } from "@banter/server/test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "@banter/server/test/platforms/whatsapp/whatsapp.ts";
import { aPng } from "@banter/server/test/sample-files.ts";
import { until } from "@banter/server/test/until.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";
import { aDesk, allIn, bubble, composer, desk, row, write } from "../console/conversations.ts";

const it = await sharedConsole({ after });
const { deps } = it.node;

async function aDeskOn(type: ChannelType, id: string, settings: object): Promise<string> {
  await insertPage(deps.db, { id, workspaceId: await ensureWorkspace(deps.db), channel: type, name: "Corner shop" });
  await connectPage(deps, id, settings as JsonObject);
  await applyPageFile(deps, id, aPageFile(desk as never), { prune: true });
  return `/pages/${id}/conversations`;
}

/** The customer last wrote two days ago. */
const closeWindow = (pageId: string, psid: string) =>
  deps.db.count(sql`
    update customers set last_input_at = now() - interval '2 days' where page_id = ${pageId} and psid = ${psid}`);

test("a Messenger conversation shows states, a refused message with its reason, and sends it again", async (t) => {
  const { graph, pageId, settings } = await startMessenger(t, { accountId: "104000000000011" });
  const path = await aDeskOn("messenger", pageId, settings);
  graph.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  const ann = graph.person("7001");
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path));
  await row(tab, "Hello there").click();
  await bubble(tab, "Hello there").waitFor();
  await ann.read();
  await tab.locator('.bubble-state[data-state="seen"]').first().waitFor();

  graph.trouble = ({ path }) =>
    path.endsWith("messages") ? { refuse: { code: 100, message: "Invalid parameter" } } : undefined;
  await write(tab, "Do you get this?");
  await tab.getByText("The platform refused the message.").waitFor();
  await tab.getByRole("button", { name: "More" }).click();
  await tab.getByRole("menuitem", { name: /^Failed/ }).click();
  await row(tab, "Do you get this?").getByRole("img", { name: "1 message failed" }).waitFor();
  await tab.getByRole("button", { name: "Details" }).click();
  await tab
    .getByRole("dialog")
    .getByText(/Invalid parameter/)
    .first()
    .waitFor();
  await tab.keyboard.press("Escape");
  graph.trouble = () => undefined;
  await tab.getByRole("button", { name: "Send again" }).click();
  await until(() => ann.heard().includes("Do you get this?"));
  await tab.getByText("The platform refused the message.").waitFor({ state: "detached" });
  assert.equal(ann.heard().filter((text) => text === "Do you get this?").length, 1);
});

test("a member answers one message and reacts to it, and others see it at once", async (t) => {
  const { graph, pageId, settings } = await startMessenger(t, { accountId: "104000000000015" });
  const path = await aDeskOn("messenger", pageId, settings);
  graph.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  const ann = graph.person("7002");
  await ann.say("How much is the bread?");
  await ann.say("And the cake?");
  const [tab, other] = [await it.openAs(t, "agent", allIn(path)), await it.openAs(t, "owner", allIn(path))];
  for (const each of [tab, other]) await row(each, "And the cake?").click();
  const message = (each: Tab, text: string) => each.locator(".thread .message", { hasText: text });
  const answered = tab.locator(".composer-answered", { hasText: "How much is the bread?" });
  const reply = message(tab, "How much is the bread?").getByRole("button", { name: "Reply to this message" });

  await message(tab, "How much is the bread?").hover();
  await reply.click();
  await answered.getByRole("button", { name: "Drop the quote" }).click();
  await answered.waitFor({ state: "detached" });
  await reply.focus();
  await tab.keyboard.press("Enter");
  await answered.waitFor();
  await tab.keyboard.press("Escape");
  await answered.waitFor({ state: "detached" });
  await reply.focus();
  await tab.keyboard.press("Enter");
  await answered.waitFor();
  await tab.keyboard.type("Two euros");
  await tab.keyboard.press("Enter");
  await message(other, "Two euros").locator(".bubble-quoted", { hasText: "How much is the bread?" }).waitFor();
  await until(() => ann.quoted().at(-1) === "How much is the bread?");
  await answered.waitFor({ state: "detached" });

  await message(tab, "And the cake?").getByRole("button", { name: "React to this message" }).click();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("dialog", { name: "React to this message" }).getByRole("button", { name: "❤️" }).click();
  const reaction = (each: Tab) => message(each, "And the cake?").getByRole("button", { name: /reacted with ❤️/ });
  await reaction(tab).waitFor();
  await until(() => graph.written.reactionsTo(ann.psid).includes("And the cake? ❤"));
  await reaction(other).click();
  await reaction(tab).waitFor({ state: "detached" });
  await until(() => graph.written.reactionsTo(ann.psid).length === 0);
  assert.equal(await isTooWide(tab), false);
});

test("on a phone, the buttons of a message are always there, and fit", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("Do you have bread today, and how much is a whole loaf of it?");
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const tab = await it.openAs(t, "agent", allIn(path), phone);
  await row(tab, "Ann").tap();

  await tab.getByRole("button", { name: "React to this message" }).tap();
  await tab.getByRole("button", { name: "👍" }).tap();
  await tab.getByRole("button", { name: /reacted with 👍/ }).waitFor();
  await tab.getByRole("button", { name: "Reply to this message" }).tap();
  await tab.locator(".composer-answered").waitFor();
  assert.equal(await isTooWide(tab), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await composer(tab).fill("Yes, two euros");
  await tab.getByRole("button", { name: "Send", exact: true }).tap();
  await tab.locator(".message", { hasText: "Yes, two euros" }).locator(".bubble-quoted").waitFor();
  const heard = (await ann.hear((all) => all.some(({ text }) => text === "Yes, two euros"))) as { emoji?: string }[];
  assert.ok(heard.some(({ emoji }) => emoji === "👍"));
});

const isTooWide = (tab: Tab) =>
  tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("a conversation in Messenger's own inbox says so, and is taken back", async (t) => {
  const { graph, pageId, settings } = await startMessenger(t, { accountId: "104000000000014" });
  const path = await aDeskOn("messenger", pageId, settings);
  graph.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  const ann = graph.person("7002");
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path), { expects: "502 (Bad Gateway)" });
  await row(tab, "Hello there").click();
  const from = { sender: { id: ann.id }, recipient: { id: graph.accountId }, timestamp: graph.now() };

  await graph.post({ ...from, request_thread_control: { requested_owner_app_id: "263902037430900" } });
  await tab
    .getByText(/In the platform's own inbox or another app since/)
    .first()
    .waitFor();
  await bubble(tab, "Handed over to the platform's own inbox").waitFor();
  await ann.say("Is a person there?");
  await bubble(tab, "Is a person there?").waitFor();
  graph.isPrimary = false;
  await tab.getByRole("button", { name: "Take back" }).click();
  await tab
    .getByRole("alert")
    .getByText(/lets only the page's default app/)
    .waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.setViewportSize({ width: 390, height: 800 });
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  assert.equal(await tab.evaluate(isWide), false);
  graph.isPrimary = true;
  await tab.getByRole("button", { name: "Take back" }).click();

  await tab.getByText("The bot answers").first().waitFor();
});

test("places, contacts, orders, forms, products, advertisements and edits are shown as what they are", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const pageId = `waba_${whatsapp.number.id}`;
  const path = await aDeskOn("whatsapp", pageId, settingsFor(whatsapp));
  whatsapp.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  const lan = whatsapp.person({ phone: "84901000077", name: "Lan" });
  for (const content of everyKind) await lan.sends(content);
  const tab = await it.openAs(t, "agent", allIn(path));
  await row(tab, "Lan").click();

  for (const words of ["Came by the advertisement Summer sale", "Corner shop", "1 Main St", "minh@shop.example"])
    await bubble(tab, words).first().waitFor();
  for (const words of ["2 × sku-1", "Monday", "Product: sku-1", "Edited"]) await bubble(tab, words).first().waitFor();
  await bubble(tab, "The customer deleted this message.").waitFor();
  assert.equal(await tab.getByRole("link", { name: "+84 90 765 43 21" }).getAttribute("href"), "tel:+84907654321");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.setViewportSize({ width: 390, height: 800 });
  assert.equal(await isTooWide(tab), false);
});

const everyKind = [
  {
    type: "text",
    text: { body: "Can I get more info?" },
    referral: { source_type: "ad", source_id: "77", source_url: "https://shop.example/ad", headline: "Summer sale" },
  },
  { type: "location", location: { latitude: 21.02, longitude: 105.83, name: "Corner shop", address: "1 Main St" } },
  {
    type: "contacts",
    contacts: [
      {
        name: { formatted_name: "Minh" },
        phones: [{ phone: "+84 90 765 43 21" }],
        emails: [{ email: "minh@shop.example" }],
      },
    ],
  },
  {
    type: "order",
    order: {
      catalog_id: "7",
      text: "gift wrapped please",
      product_items: [{ product_retailer_id: "sku-1", quantity: 2, item_price: 7.99, currency: "USD" }],
    },
  },
  {
    type: "interactive",
    interactive: {
      type: "nfm_reply",
      nfm_reply: { name: "flow", body: "Sent", response_json: '{"day":"Monday","guests":4}' },
    },
  },
  {
    type: "text",
    text: { body: "In red?" },
    context: { referred_product: { catalog_id: "7", product_retailer_id: "sku-1" } },
  },
  { id: "wamid.edited", type: "text", text: { body: "at five" } },
  {
    type: "edit",
    edit: { original_message_id: "wamid.edited", message: { type: "text", text: { body: "at six" } } },
  },
  { id: "wamid.deleted", type: "text", text: { body: "my secret" } },
  { type: "revoke", revoke: { original_message_id: "wamid.deleted" } },
];

test("a message that failed is dropped and needs nobody any more", async (t) => {
  const { graph, pageId, settings } = await startMessenger(t, { accountId: "104000000000012" });
  const path = await aDeskOn("messenger", pageId, settings);
  graph.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  const ann = graph.person("7002");
  graph.trouble = ({ path }) =>
    path.endsWith("messages") ? { refuse: { code: 100, message: "Invalid parameter" } } : undefined;
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", `${path}?filter=failed`);
  await row(tab, "Hello there").click();

  await tab.getByRole("button", { name: "Drop" }).click();
  await tab.getByText("It was dropped.").waitFor();
  await tab.getByRole("img", { name: "1 message failed" }).waitFor({ state: "detached" });
});

test("outside of Messenger's window a member writes with the tag for people", async (t) => {
  const { graph, pageId, settings } = await startMessenger(t, { accountId: "104000000000013" });
  const path = await aDeskOn("messenger", pageId, settings);
  graph.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  const ann = graph.person("7003");
  await ann.say("hello");
  await until(() => ann.heard().includes("Hello there"));
  await closeWindow(pageId, ann.psid);
  graph.people.set(ann.id, { ...graph.people.get(ann.id), wroteAt: Date.now() - 2 * 86_400_000 });
  const tab = await it.openAs(t, "agent", `${path}/${ann.psid}`);

  await tab.getByText("The window is closed: sent with the tag HUMAN_AGENT.").waitFor();
  await write(tab, "Sorry for the wait");
  await until(() => ann.heard().includes("Sorry for the wait"));
  assert.equal(graph.sent.at(-1)?.request.tag, "HUMAN_AGENT");
});

test("a refused message says what the platform's error means, and marked words of a flow are shown as such", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const pageId = `waba_${whatsapp.number.id}`;
  const path = await aDeskOn("whatsapp", pageId, settingsFor(whatsapp));
  const news = {
    flows: [aFlow("News", "*Good* news: see [our shop](https://shop.example/)")],
    keywords: [aKeyword("news", "News")],
  };
  await applyPageFile(deps, pageId, aPageFile(news), { prune: false });
  whatsapp.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  const ann = whatsapp.person({ phone: "84901000077", name: "Lan" });
  await ann.says("hello");
  const tab = await it.openAs(t, "agent", `${path}/wa_84901000077`);
  await bubble(tab, "Hello there").waitFor();

  whatsapp.trouble = () => ({ refuse: { code: 131030 } });
  await ann.says("news");

  await tab.getByText(/This is one of Meta's test numbers.*API Setup/).waitFor();
  assert.deepEqual(await tab.locator(".bubble-text strong").allTextContents(), ["Good"]);
  assert.equal(
    await tab.getByRole("link", { name: "our shop", exact: true }).getAttribute("href"),
    "https://shop.example/",
  );
});

test("outside of WhatsApp's window a member sends a template", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const pageId = `waba_${whatsapp.number.id}`;
  const path = await aDeskOn("whatsapp", pageId, settingsFor(whatsapp));
  whatsapp.webhookUrl = `${it.baseUrl}/webhooks/${pageId}`;
  whatsapp.templates.push({
    id: "594425479261596",
    name: "order_ready",
    language: "en",
    status: "APPROVED",
    components: [{ type: "BODY", text: "Hello {{1}}, your order is ready." }],
  });
  whatsapp.templates.push({
    id: "2",
    name: "summer_sale",
    language: "en",
    status: "PAUSED",
    components: [{ type: "BODY", text: "Summer sale" }],
  });
  await whatsapp.person({ phone: "84901000001", name: "Lan" }).says("hello");
  await whatsapp.waitFor(1);
  await closeWindow(pageId, "wa_84901000001");
  whatsapp.lastWords.set("84901000001", Date.now() - 2 * 86_400_000);
  const tab = await it.openAs(t, "agent", `${path}/wa_84901000001`);

  await tab.getByText("The window is closed: only a template can be sent.").waitFor();
  assert.ok(await composer(tab).isDisabled());
  await tab.getByRole("button", { name: "Send a template" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Template" }).click();
  const paused = tab.getByRole("option", { name: "summer_sale · en · Paused" });
  await paused.waitFor();
  assert.equal(await paused.getAttribute("data-combobox-disabled"), "true");
  await tab.getByRole("option", { name: "order_ready · en" }).click();
  await dialog.getByRole("textbox", { name: "Value of 1" }).fill("Lan");
  await dialog.getByText("Hello Lan, your order is ready.").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await whatsapp.waitFor(2);
  assert.equal(whatsapp.sent.at(-1)?.request.type, "template");
  await tab.getByText("Template order_ready").waitFor();
  await tab.getByText("Hello Lan, your order is ready.").waitFor();
});

test("a visitor's photo is seen in the conversation and answered with one", async (t) => {
  const { pageId, path } = await aDesk(it);
  const visitor = await it.open(t, `/chat/${pageId}`);
  const photo = (width: number) => ({ name: "photo.png", mimeType: "image/png", buffer: aPng({ width, height: 90 }) });
  await visitor.getByRole("button", { name: "Send a picture or a file" }).waitFor();
  await visitor.locator(".chooser").setInputFiles(photo(120));
  const tab = await it.openAs(t, "agent", allIn(path));

  await row(tab, "Picture").click();
  await isLoaded(tab, '.message[data-from="customer"] img', 120);
  await tab.getByRole("button", { name: "Attach a file" }).click();
  const dialog = tab.getByRole("dialog", { name: "Files" });
  await dialog.locator("input[type=file]").setInputFiles(photo(160));
  await dialog.waitFor({ state: "hidden" });

  await isLoaded(tab, '.message[data-from="person"] img', 160);
  await isLoaded(visitor, ".message:not(.visitor) img", 160);
});

const isLoaded = (tab: Tab, selector: string, width: number) =>
  eventually(async () => {
    const widths = await tab
      .locator(selector)
      .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).naturalWidth));
    assert.deepEqual(widths, [width]);
  });
