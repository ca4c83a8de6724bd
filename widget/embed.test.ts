import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser } from "./test/browser.ts";
import { eventually, isListening, showsTexts, write } from "./test/chat-page.ts";
import { openSite } from "./test/embedding-site.ts";

const browser = await openBrowser({ after });
const says = (text: string) => ({ type: "text", text });

test("nothing of the chat is loaded before it is opened", async (t) => {
  const { tab, standIn, launcher, chat } = await openSite(t, browser);

  assert.equal(await tab.locator("banter-widget iframe").count(), 0);
  assert.equal(standIn.records.visitors.length, 0);
  await launcher.click();
  await write(chat, "hello");

  await showsTexts(chat, ["hello", "You said hello"]);
  assert.equal(standIn.records.visitors.length, 1);
});

test("messages for a closed chat are counted on the launcher, and seen when it is opened", async (t) => {
  const { tab, standIn, launcher, chat } = await openSite(t, browser);
  await launcher.click();
  await isListening(standIn);
  await chat.getByRole("button", { name: "Close chat" }).click();

  standIn.say(says("One"), says("Two"));
  await tab.getByRole("button", { name: "Open chat, 2 new messages" }).waitFor();
  assert.equal(await tab.locator("banter-widget .badge").textContent(), "2");
  const newest = standIn.visitor().messages.at(-1)?.id;
  await eventually(() => assert.deepEqual(standIn.visitor().receipts, { delivered: newest, seen: 0 }));
  await launcher.click();

  await eventually(() => assert.equal(standIn.visitor().receipts.seen, newest));
  await chat.getByRole("button", { name: "Close chat" }).click();
  await tab.getByRole("button", { name: "Open chat", exact: true }).waitFor();
});

test("a returning visitor sees the number of unread messages on any page of the site", async (t) => {
  const { tab, standIn, launcher, chat } = await openSite(t, browser, { attributes: 'data-ref="corner"' });
  await launcher.click();
  await isListening(standIn);
  await chat.getByRole("button", { name: "Close chat" }).click();

  await tab.goto("about:blank");
  await eventually(() => assert.equal(standIn.visitor().streams.size, 0));
  standIn.say(says("Your order is ready"));
  await tab.goBack();

  await tab.getByRole("button", { name: "Open chat, 1 new message" }).waitFor();
  await launcher.click();
  await showsTexts(chat, ["Your order is ready"]);
  assert.deepEqual(
    standIn.visitor().visits.map(({ ref }) => ref),
    ["corner", undefined],
  );
});

test("the focus moves into the chat, and back with Escape", async (t) => {
  const { tab, launcher, panel, chat } = await openSite(t, browser, { name: "localhost" });
  const isFocused = () =>
    tab.evaluate(() => document.querySelector("banter-widget")?.shadowRoot?.activeElement?.className);

  await launcher.focus();
  await tab.keyboard.press("Enter");
  await chat.locator("textarea:focus").waitFor();
  assert.equal(await launcher.getAttribute("aria-expanded"), "true");
  await tab.keyboard.press("Escape");

  await eventually(async () => assert.equal(await isFocused(), "launcher"));
  assert.equal(await launcher.getAttribute("aria-expanded"), "false");
  const visibility = () => panel.evaluate((panel) => getComputedStyle(panel).visibility);
  await eventually(async () => assert.equal(await visibility(), "hidden"));
  await tab.keyboard.press("Enter");
  await chat.locator("textarea:focus").waitFor();
});

test("the tag's colour, side and ref are used, and data-open opens the chat without moving the focus", async (t) => {
  const attributes = 'data-color="#0a7" data-position="left" data-ref="banner" data-open';
  const { tab, standIn, launcher, chat } = await openSite(t, browser, { attributes });

  await chat.getByRole("textbox").waitFor();
  await eventually(() => assert.equal(standIn.visitor()?.visits[0]?.ref, "banner"));
  assert.equal(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor), "rgb(0, 170, 119)");
  assert.equal((await launcher.boundingBox())?.x, 20);
  const avatar = chat.locator(".header .avatar");
  assert.equal(await avatar.evaluate((avatar) => getComputedStyle(avatar).backgroundColor), "rgb(0, 170, 119)");
  assert.equal(await tab.evaluate(() => document.activeElement?.tagName), "BODY");
});

test("on a phone the chat fills the screen", async (t) => {
  const { launcher, panel, chat } = await openSite(t, browser, {
    width: 390,
    head: '<meta name="viewport" content="width=device-width">',
  });

  await launcher.click();
  await chat.getByRole("textbox").waitFor();

  await eventually(async () => assert.deepEqual(await panel.boundingBox(), { x: 0, y: 0, width: 390, height: 860 }));
  await chat.getByRole("button", { name: "Close chat" }).click();
  await launcher.waitFor({ state: "visible" });
});

test("on a phone a chat that failed to load can be closed", async (t) => {
  const { tab, launcher, panel } = await openSite(t, browser, { width: 390, expectErrors: true });
  await tab.route("**/chat/*", (route) => route.fulfill({ status: 500, body: "" }));

  await launcher.click();
  await panel.locator("iframe").waitFor();
  await launcher.click();

  assert.equal(await launcher.getAttribute("aria-expanded"), "false");
});
