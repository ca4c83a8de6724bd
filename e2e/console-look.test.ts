import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { aFlow, aPageFile } from "@banter/server/test/builders.ts";
import { aPng } from "@banter/server/test/sample-files.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { openTab } from "@banter/widget/test/browser.ts";
import { eventually, showsTexts, write } from "@banter/widget/test/chat-page.ts";
import { openHostSite } from "@banter/widget/test/host-site.ts";
import type { Locator } from "playwright-core";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });
const colorOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
const burgundy = "rgb(122, 31, 43)";

const greetingPage = () => ({
  ...aPageFile({ flows: [aFlow("Welcome", "Welcome!"), aFlow("Sorry", "Sorry?")] }),
  page: { ...aPageFile().page, welcome: "Welcome", default_reply: "Sorry" },
});

test("an owner designs the chat beside a preview, saves it, and visitors see it", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=look`);
  const preview = tab.frameLocator("iframe");
  const launcher = preview.locator("banter-widget .launcher");
  const chat = preview.frameLocator("iframe");

  await chat.getByText("Do you have this in size M?").waitFor();
  await tab.getByLabel("Colour", { exact: true }).fill("#7a1f2b");
  await eventually(async () => assert.equal(await colorOf(launcher), burgundy));
  await eventually(async () => assert.equal(await colorOf(chat.locator(".visitor .bubble")), burgundy));
  await tab.getByLabel("Name shown").fill("Áo Dài Lan");
  await chat.getByRole("heading", { name: "Áo Dài Lan", level: 1 }).waitFor();
  await tab.getByRole("button", { name: "Choose or upload: Picture" }).click();
  const photo = { name: "logo.png", mimeType: "image/png", buffer: aPng({ width: 64, height: 64 }) };
  await tab.getByRole("dialog").locator("input[type=file]").setInputFiles(photo);
  await chat.locator('.header .avatar img[src^="/media/"]').waitFor();
  await tab.getByLabel("Words on the button").fill("Chat with Lan");
  await tab.getByText("Left", { exact: true }).click();
  await tab.getByRole("switch", { name: "Show a greeting" }).click();
  await tab.getByText("Write something here.").waitFor();
  assert.equal(await tab.getByRole("button", { name: "Save" }).isDisabled(), true);
  await tab.getByLabel("Greeting", { exact: true }).fill("Can we help you choose?");
  await tab.getByLabel("Show it after (seconds)").fill("0");
  await tab.getByLabel("Heading").fill("Xin chào!");
  await chat.getByRole("heading", { name: "Xin chào!" }).waitFor();
  await launcher.click();
  await preview.getByRole("button", { name: "Can we help you choose?" }).waitFor();
  await tab.getByRole("button", { name: "Show CSS variables" }).click();
  await tab.getByLabel("--radius").fill("url(x)");
  await tab.getByLabel("--font", { exact: true }).fill("Georgia");
  await tab.getByText("Write a value such as 18px.").waitFor();
  await tab.getByLabel("--radius").fill("4px");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.", { exact: true }).waitFor();
  await tab.getByText("You have changes that are not saved.").waitFor({ state: "detached" });

  const { chat: saved } = await readPageFile(it.node.deps, pageId);
  const { picture, ...look } = saved?.look ?? {};
  assert.match(picture ?? "", /^\/media\//);
  assert.deepEqual(look, {
    color: "#7a1f2b",
    name: "Áo Dài Lan",
    side: "left",
    launcher: { label: "Chat with Lan" },
    bubble: { text: "Can we help you choose?", delay_seconds: 0 },
    texts: { title: "Xin chào!" },
    css: { "--font": "Georgia", "--radius": "4px" },
  });
  const visitor = await it.open(t, `/chat/${pageId}`);
  await visitor.getByRole("heading", { name: "Áo Dài Lan", level: 1 }).waitFor();
  assert.equal(await colorOf(visitor.locator(".header .avatar")), burgundy);
  await eventually(async () => {
    const width = await visitor
      .locator(".header .avatar img")
      .evaluate((img) => (img as HTMLImageElement).naturalWidth);
    assert.equal(width, 64);
  });
});

test("the preview shows light and dark, a computer and a phone", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=look`);
  const preview = tab.frameLocator("iframe");
  const chat = preview.frameLocator("iframe");
  await chat.locator("html[data-scheme=light]").waitFor();

  const shown = tab.getByRole("region", { name: "Preview" });
  await shown.getByText("Dark", { exact: true }).click();
  await chat.locator("html[data-scheme=dark]").waitFor();
  await shown.getByText("Phone", { exact: true }).click();

  await eventually(async () => {
    const width = await preview
      .locator("banter-widget .panel")
      .evaluate((panel) => panel.getBoundingClientRect().width);
    assert.equal(width, 390);
  });
});

test("the preview shows the words of closed hours while they are edited, and when chosen", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=look`);
  const chat = tab.frameLocator("iframe").frameLocator("iframe");
  const shown = tab.getByRole("region", { name: "Preview" });
  const away = chat.getByText("We are back at eight.");
  await chat.getByText("Do you have this in size M?").waitFor();
  assert.equal(await shown.getByText("Closed", { exact: true }).count(), 0);

  await tab.getByLabel("Outside working hours").fill("We are back at eight.");
  await away.waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await shown.getByText("Open", { exact: true }).click();
  await away.waitFor({ state: "detached" });
  await shown.getByText("Closed", { exact: true }).click();
  await away.waitFor();
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.", { exact: true }).waitFor();
  await tab.reload();

  await chat.getByText("Do you have this in size M?").waitFor();
  assert.equal(await away.count(), 0);
  await shown.getByText("Closed", { exact: true }).click();
  await away.waitFor();
});

test("changes of the look are not lost without a question, and the tab works on a phone", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=look`, {
    viewport: { width: 390, height: 800 },
    locale: "vi-VN",
  });

  await tab.getByLabel("Tên hiển thị").fill("Lan");
  await tab.getByRole("combobox", { name: "Mục" }).click();
  await tab.getByRole("option", { name: "Kết nối" }).click();
  await tab.getByRole("dialog", { name: "Rời đi mà không lưu?" }).getByRole("button", { name: "Hủy" }).click();
  assert.equal(await tab.getByLabel("Tên hiển thị").inputValue(), "Lan");
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 390);
  await tab.getByRole("button", { name: "Lưu", exact: true }).click();

  await tab.getByText("Đã lưu.").waitFor();
});

test("somebody who may only look sees the look and cannot change it", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "agent", `/pages/${pageId}/settings?tab=look`);

  await tab.getByText("Your role lets you look, not change.").waitFor();

  assert.equal(await tab.getByLabel("Name shown").isDisabled(), true);
  assert.equal(await tab.getByRole("button", { name: "Save" }).count(), 0);
});

test("a new page greets as soon as its chat is opened, once, and the owner can turn that off", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage(greetingPage());
  const visitor = await it.open(t, `/chat/${pageId}`);

  await showsTexts(visitor, ["Welcome!"]);
  await visitor.reload();
  await showsTexts(visitor, ["Welcome!"]);
  await write(visitor, "hello");
  await showsTexts(visitor, ["Welcome!", "hello", "Sorry?"]);

  const tab = await openAs(t, "owner", `/pages/${pageId}/settings`);
  await tab.getByRole("switch", { name: "Greet as soon as the chat is opened" }).click();
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.").waitFor();
  const other = await it.open(t, `/chat/${pageId}`);
  await write(other, "hello");
  await showsTexts(other, ["hello", "Welcome!"]);
});

test("a visitor of the owner's site is greeted in the widget, which stays open on the next page", async (t) => {
  const { addPage } = await aWorkspace(it);
  const pageId = await addPage({
    ...greetingPage(),
    chat: { welcome_on_open: true, look: { color: "#7a1f2b", bubble: { text: "Can we help?", delay_seconds: 0 } } },
  });
  const site = await openHostSite(t);
  const host = new URL(it.baseUrl).host;
  site.serve({ body: `<h1>A shop</h1><script src="${it.baseUrl}/widget.js" data-page="${pageId}" async></script>` });
  const tab = await openTab(t, it.browser, { hosts: [site.host, host] });
  await tab.goto(site.origin);
  const chat = tab.frameLocator("banter-widget iframe");

  await tab.getByRole("button", { name: "Can we help?" }).click();
  await showsTexts(chat, ["Welcome!"]);
  assert.equal(await colorOf(tab.locator("banter-widget .launcher")), burgundy);
  await tab.goto(`${site.origin}/next`);

  await showsTexts(chat, ["Welcome!"]);
});

test("e-mail addresses and phone numbers are links in the inbox", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const visitor = await aVisitor(it.baseUrl, pageId);
  await visitor.say("Write to lan@aodai.vn or call 0901 234 567");
  const tab = await openAs(t, "owner", `/pages/${pageId}/conversations/${visitor.psid}`);

  const mail = tab.getByRole("link", { name: "lan@aodai.vn", exact: true });
  await mail.waitFor();

  assert.equal(await mail.getAttribute("href"), "mailto:lan@aodai.vn");
  assert.equal(
    await tab.getByRole("link", { name: "0901 234 567", exact: true }).getAttribute("href"),
    "tel:0901234567",
  );
});
