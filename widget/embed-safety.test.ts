import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser } from "./test/browser.ts";
import { eventually, isListening, showsTexts, write } from "./test/chat-page.ts";
import { openSite } from "./test/embedding-site.ts";

const browser = await openBrowser({ after });
const says = (text: string) => ({ type: "text", text });

test("the widget works under a strict content security policy", async (t) => {
  const policy = (chat: string) =>
    [
      `default-src 'none'; img-src data:; script-src ${chat}; frame-src ${chat}`,
      "require-trusted-types-for 'script'; trusted-types 'none'",
    ].join("; ");
  const { launcher, chat } = await openSite(t, browser, { policy, attributes: 'data-color="#aa3300"' });

  await launcher.click();
  await write(chat, "hello");

  await showsTexts(chat, ["hello", "You said hello"]);
  assert.equal(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor), "rgb(170, 51, 0)");
});

test("the chat works where the browser blocks storage in frames", async (t) => {
  const { standIn, launcher, chat } = await openSite(t, browser, { name: "localhost" });

  await launcher.click();
  await write(chat, "hello");

  await showsTexts(chat, ["hello", "You said hello"]);
  assert.equal(standIn.records.visitors.length, 1);
});

test("the site's styles and the widget's do not affect each other", async (t) => {
  const hostile = "all: unset !important; display: none !important; opacity: 0 !important; font-size: 40px !important";
  const rules = `html, head, body, h1 { display: block } banter-widget, button, div, iframe { ${hostile} }`;
  const head = `<style>${rules}</style>`;
  const { tab, launcher, panel, chat } = await openSite(t, browser, { head });
  const before = await tab.locator("h1").evaluate((h1) => JSON.stringify(h1.getBoundingClientRect()));

  await launcher.click();
  await chat.getByRole("textbox").waitFor();

  assert.equal(await launcher.evaluate((button) => getComputedStyle(button).width), "56px");
  assert.equal(await launcher.isVisible(), true);
  await eventually(async () => assert.equal(await panel.evaluate((panel) => panel.getBoundingClientRect().width), 400));
  assert.equal(await tab.locator("banter-widget").evaluate((host) => getComputedStyle(host).opacity), "1");
  assert.equal(await tab.locator("h1").evaluate((h1) => JSON.stringify(h1.getBoundingClientRect())), before);
  assert.deepEqual(await tab.evaluate(() => Object.keys(window).filter((name) => /banter/i.test(name))), []);
});

test("messages from other frames or in other shapes are ignored", async (t) => {
  const { tab, site, standIn, launcher, panel, chat } = await openSite(t, browser, {
    body: '<iframe id="other" src="about:blank"></iframe>',
  });
  await launcher.click();
  await isListening(standIn);

  // From the site itself, in shapes that the chat does not know.
  await tab.evaluate(() => {
    const frame = document.querySelector("banter-widget")?.shadowRoot?.querySelector("iframe");
    const shapes = [
      null,
      "close",
      5,
      { type: "state", open: false, focused: false },
      { banter: 1, type: "state", open: "no" },
    ];
    for (const shape of shapes) frame?.contentWindow?.postMessage(shape, "*");
    const messages = [
      { banter: 1, type: "unread", count: 9 },
      { banter: 1, type: "close" },
    ];
    for (const message of messages) window.postMessage(message, "*");
  });
  // From another frame, in the right shapes, to both.
  await tab.locator("#other").evaluate((other: HTMLIFrameElement) => {
    const script = other.contentDocument?.createElement("script");
    if (!script) return;
    script.textContent = `
      const messages = [
        { banter: 1, type: "unread", count: 9 },
        { banter: 1, type: "close" },
        { banter: 1, type: "state", open: false, focused: false },
      ];
      const targets = [parent, parent.frames[0], parent.frames[1]];
      for (const message of messages) for (const target of targets) target?.postMessage(message, "*");`;
    other.contentDocument?.body.append(script);
  });
  standIn.say(says("Seen, because the chat still is open"));

  await eventually(() => assert.equal(standIn.visitor().receipts.seen, standIn.visitor().messages.at(-1)?.id));
  assert.ok(await panel.evaluate((panel) => panel.matches(".open")));
  assert.equal(await launcher.getAttribute("aria-label"), "Close chat");
  assert.equal(await chat.locator("html").evaluate(() => document.title), "Corner shop");
  assert.ok(site.origin);
});

test("a frame whose origin parameter is not its parent's origin neither receives nor sends messages", async (t) => {
  // The browser logs that the message was for another origin.
  const { tab, standIn } = await openSite(t, browser, { expects: "postMessage" });
  const url = `${standIn.chatUrl}?embed=1&origin=https://other.example`;

  await tab.evaluate((src) => {
    window.addEventListener("message", ({ data }) => Object.assign(window, { received: data }));
    const frame = Object.assign(document.createElement("iframe"), { src, id: "framed" });
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", resolve));
  }, url);
  await tab.frameLocator("#framed").getByRole("textbox").waitFor();
  await tab.locator("#framed").evaluate((frame: HTMLIFrameElement) => {
    frame.contentWindow?.postMessage({ banter: 1, type: "state", open: true, focused: true }, "*");
  });
  await tab.waitForTimeout(300);

  assert.equal(await tab.evaluate(() => "received" in window), false);
  assert.equal(standIn.records.visitors.length, 0);
});

test("a site with the tag twice gets one widget", async (t) => {
  const { tab, standIn } = await openSite(t, browser);

  await tab.evaluate((src) => {
    const script = Object.assign(document.createElement("script"), { src });
    script.dataset.page = "web_1000001";
    document.body.append(script);
    return new Promise((resolve) => script.addEventListener("load", resolve));
  }, `${standIn.baseUrl}/widget.js`);

  assert.equal(await tab.locator("banter-widget").count(), 1);
});
