import assert from "node:assert/strict";
import { after, test } from "node:test";
import { makeDemo } from "@banter/server/domain/pages/demo.ts";
import { aFlow, aPostPage } from "@banter/server/test/builders.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually, write } from "@banter/widget/test/chat-page.ts";
import { axeFaults, axeFaultsInBothSchemes } from "./console/axe.ts";
import { countClicks } from "./console/clicks.ts";
import { openConsole, sharedConsole } from "./console/console.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });
const phone = { width: 390, height: 844 };

const step = (tab: Tab, name: string) => tab.locator(`[data-step="${name}"]`);
const isDone = (tab: Tab, name: string) => tab.locator(`[data-step="${name}"][data-done="true"]`).waitFor();
const fitsWidth = (tab: Tab) =>
  tab.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("after npm start, a bot says hello after at most five clicks", async (t) => {
  const { node, open } = await openConsole(t);
  const { email, password } = await makeDemo(node.deps);
  const tab = await open(t, "/", { expectErrors: true });
  await tab.getByLabel("E-mail").fill(email);
  await tab.getByLabel("Password", { exact: false }).first().fill(password);
  const clicks = await countClicks(tab);

  await tab.getByRole("button", { name: "Log in" }).click();
  await tab.waitForURL(/\/pages\/web_1000001$/);
  await tab.getByRole("link", { name: "New page from a template" }).click();
  await tab.getByRole("button", { name: /^Restaurant/ }).click();
  await tab.getByText("Your page gets").waitFor();
  await tab.getByRole("dialog").getByRole("button", { name: "Create page" }).click();
  await tab.getByRole("heading", { name: "Your bot is live" }).waitFor();
  const [chat] = await Promise.all([
    tab.context().waitForEvent("page"),
    tab.getByRole("link", { name: "Try the chat" }).click(),
  ]);
  await write(chat, "hello");
  await chat.getByText("Welcome to Restaurant!").first().waitFor();

  assert.ok(clicks() <= 5, `${clicks()} clicks`);
  await isDone(tab, "customer_wrote");
});

test("the first steps tick themselves off, lead to the very field, and are closed for everybody", async (t) => {
  const team = await aWorkspace(it);
  const pageId = await team.addPage({ flows: [aFlow("Hello")] });
  const tab = await team.openAs(t, "owner", `/pages/${pageId}`);
  await isDone(tab, "flow_published");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await step(tab, "welcome_set").getByRole("link").click();
  const welcome = tab.getByRole("combobox", { name: "Welcome flow" });
  await eventually(async () => {
    assert.ok(await welcome.evaluate((field) => field === document.activeElement));
    assert.ok(await welcome.evaluate((field) => field.getBoundingClientRect().bottom <= innerHeight));
  });
  await tab.keyboard.press("Escape");
  await tab.goto(`${it.baseUrl}/pages/${pageId}`);
  await step(tab, "keyword_added").getByRole("link").click();
  await tab.getByRole("dialog", { name: "New keyword" }).waitFor();
  await tab.goto(`${it.baseUrl}/pages/${pageId}`);
  await step(tab, "chat_shared").getByRole("link").click();
  await eventually(async () => assert.equal(await tab.evaluate(() => document.activeElement?.textContent), "New tool"));

  await tab.goto(`${it.baseUrl}/pages/${pageId}`);
  await step(tab, "customer_wrote").waitFor();
  await (await aVisitor(it.baseUrl, pageId)).say("hello");
  await isDone(tab, "customer_wrote");

  await tab.getByRole("button", { name: "Close the first steps" }).click();
  await step(tab, "customer_wrote").waitFor({ state: "detached" });
  const editor = await team.openAs(t, "editor", `/pages/${pageId}`);
  await editor.getByRole("heading", { name: "Needs you now" }).waitFor();
  assert.equal(await editor.locator("[data-step]").count(), 0);
});

test("a template is added to a page after its plan was shown, and replaces nothing", async (t) => {
  const team = await aWorkspace(it);
  const pageId = await team.addPage({
    page: { name: "Corner shop", timezone: "UTC", welcome: "Hello", default_reply: null },
    flows: [aFlow("Hello")],
  });
  const tab = await team.openAs(t, "editor", `/pages/${pageId}/flows`);

  await tab.getByRole("link", { name: "Templates" }).click();
  await tab.getByRole("button", { name: /^Feedback/ }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: /^Feedback/ }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("Feedback/Give feedback").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByText("Tiếng Việt").click();
  await dialog.getByText("Góp ý/Lời chào").waitFor();
  await dialog.getByRole("button", { name: "Add to this page" }).click();

  await tab.waitForURL(/\/flows$/);
  await tab.getByRole("link", { name: "Hello" }).waitFor();
  await tab.getByRole("button", { name: "Góp ý", exact: true }).first().click();
  await tab.getByRole("link", { name: "Lời chào" }).waitFor();
});

test("the dialogs for new pages and new flows offer the templates, by keyboard and on a phone", async (t) => {
  const team = await aWorkspace(it);
  const pageId = await team.addPage();
  const tab = await team.openAs(t, "owner", "/pages", { viewport: phone });
  await tab.getByRole("button", { name: "New page" }).click();
  await tab.getByRole("link", { name: "See the templates" }).press("Enter");
  await tab.waitForURL(/\/templates$/);
  await tab.reload();
  await tab.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
  assert.ok(await fitsWidth(tab));
  await tab.getByRole("button", { name: /^Giveaway/ }).press("Enter");
  await tab.getByLabel("Name of the page").waitFor();
  assert.deepEqual(await axeFaults(tab), []);
  assert.ok(await fitsWidth(tab));

  await tab.goto(`${it.baseUrl}/pages/${pageId}/flows`);
  await tab.getByRole("button", { name: "New flow" }).last().click();
  await tab.getByRole("link", { name: "all templates" }).press("Enter");
  await tab.waitForURL(/\/templates$/);
});

test("addresses that work only on this computer are given out with a warning", async (t) => {
  const team = await aWorkspace(it);
  const pageId = await team.addPage({
    flows: [aFlow("Hello")],
    tools: [
      { type: "qr_code", name: "Poster", ref: "poster", flow: "Hello", is_published: true },
      { type: "chat_widget", name: "Our site", ref: "site", flow: "Hello", is_published: true },
    ],
  });
  const tab = await team.openAs(t, "owner", `/pages/${pageId}/tools`);
  const warning = tab.locator('[data-reach="this_machine"]');

  await eventually(async () => assert.equal(await warning.count(), 2));
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.goto(`${it.baseUrl}/pages/${pageId}/settings?tab=channel`);
  await warning.waitFor();
  await tab.goto(`${it.baseUrl}/settings/team#invite`);
  await tab.getByRole("button", { name: "Invite" }).first().press("Enter");
  await tab.getByRole("dialog").getByRole("button", { name: "Make the link" }).click();
  await warning.waitFor();

  const { pageId: onPlatform } = await aPostPage(it.node.deps, it.baseUrl);
  const channel = await it.openAs(t, "owner", `/pages/${onPlatform}/settings?tab=channel`);
  await channel.locator('[data-reach="this_machine"]', { hasText: "the platform cannot call it" }).waitFor();
});

test("the help opens at the article of the screen, is searched without accents and tells the version", async (t) => {
  const team = await aWorkspace(it);
  const pageId = await team.addPage();
  const tab = await team.openAs(t, "viewer", `/pages/${pageId}/keywords`, { locale: "vi-VN" });

  await tab.getByRole("button", { name: "Trợ giúp" }).first().click();
  const panel = tab.getByRole("dialog");
  await panel.getByRole("heading", { name: "Từ khóa" }).waitFor();
  await panel.getByText(/Banter \d+\.\d+\.\d+/).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await panel.getByRole("searchbox").fill("thung rac");
  await panel.getByRole("button", { name: "Kịch bản" }).first().press("Enter");
  await panel.getByText("Kịch bản đã xóa nằm trong thùng rác").waitFor();
  await tab.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });

  await tab.setViewportSize(phone);
  await tab.goto(`${it.baseUrl}/pages/${pageId}/settings?tab=file`);
  await tab.getByRole("button", { name: "Trợ giúp" }).first().click();
  await panel.getByRole("heading", { name: "Bản sao của trang" }).waitFor();
  assert.ok(await fitsWidth(tab));
});
