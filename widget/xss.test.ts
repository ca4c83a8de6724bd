import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser } from "./test/browser.ts";
import { eventually, openChat, showsTexts, write } from "./test/chat-page.ts";
import { addresses, markup } from "./test/xss-payloads.ts";

const browser = await openBrowser({ after });

/** No script ran, no foreign element is in the page, and every address in it is http, https or a telephone number. */
async function isClean(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    return {
      hit: "hit" in window,
      scripts: document.scripts.length,
      handlers: all.flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith("on"))),
      foreign: all.filter((element) =>
        element.matches("iframe, object, embed, base, style, math, template, animate, details"),
      ).length,
      addresses: all
        .flatMap((element) => ["href", "src", "action", "poster"].map((name) => element.getAttribute(name)))
        .filter((address) => address !== null && !/^(https?:\/\/|tel:[+*\d]|\.\.\/chat\.)/.test(address)),
    };
  });
  assert.deepEqual(found, { hit: false, scripts: 1, handlers: [], foreign: 0, addresses: [] });
}

test("markup in texts and titles is shown as text", async (t) => {
  const { tab, standIn } = await openChat(t, browser);

  for (const text of markup)
    standIn.say({
      type: "text",
      text,
      buttons: [{ type: "reply", title: text, payload: text }],
      quick_replies: [{ type: "reply", title: text, payload: text }],
    });
  standIn.say({ type: "cards", elements: markup.map((text) => ({ title: text, subtitle: text })) });

  await showsTexts(tab, markup);
  await eventually(async () => assert.deepEqual(await tab.locator(".card-title").allTextContents(), markup));
  assert.deepEqual(await tab.locator(".message .button").allTextContents(), markup);
  assert.deepEqual(await tab.locator(".card-subtitle").allTextContents(), markup);
  await isClean(tab);
});

test("markup from the visitor is shown as text", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { answer: ({ text }) => [{ type: "text", text }] });

  for (const text of markup.slice(0, 12)) await write(tab, text);

  await eventually(() => assert.equal(standIn.visitor().messages.length, 24));
  await tab.reload();
  await showsTexts(
    tab,
    markup.slice(0, 12).flatMap((text) => [text, text]),
  );
  await isClean(tab);
});

test("markup in names, greetings, ice breakers and menus is shown as text", async (t) => {
  const page = { name: "Corner shop", greeting: "Hello" };
  const question = { title: "Who are you?", payload: "i" };
  const item = { type: "reply", title: "Talk to us", payload: "m" };
  const { tab } = await openChat(t, browser, { profile: { page, ice_breakers: [question], main_menu: [item] } });

  for (const text of markup.slice(0, 8)) {
    page.name = page.greeting = question.title = item.title = text;
    await tab.reload();

    await tab.getByRole("button", { name: "Menu" }).click();
    assert.equal(await tab.locator("h1").textContent(), text);
    assert.equal(await tab.locator(".greeting").textContent(), text);
    assert.equal(await tab.locator(".ice-breakers button").textContent(), text);
    assert.equal(await tab.locator(".menu-list button").textContent(), text);
    assert.equal(await tab.title(), text);
    await isClean(tab);
  }
});

test("addresses that are not http or https are never followed or loaded", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    profile: { main_menu: addresses.map((url) => ({ type: "url", title: "Menu link", url })) },
  });

  for (const url of addresses) {
    for (const type of ["image", "video", "audio", "file"]) standIn.say({ type, url });
    standIn.say({
      type: "text",
      text: `Press ${url}`,
      buttons: [
        { type: "url", title: "Link", url },
        { type: "call", title: "Call", phone: url },
      ],
    });
    standIn.say({ type: "cards", elements: [{ title: "Card", image_url: url, action_url: url, buttons: [] }] });
  }
  await eventually(async () => assert.equal(await tab.locator(".card").count(), addresses.length));
  await tab.getByRole("button", { name: "Menu", exact: true }).click();

  assert.equal(await tab.locator(".button:disabled").count(), addresses.length * 3);
  assert.equal(await tab.locator("[role=log] :is(img, video, audio, .file, .card-link)").count(), 0);
  await isClean(tab);
});

test("malformed messages are not rendered", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const node = {
    type: "img",
    props: { src: "x", onerror: "window.hit=1", dangerouslySetInnerHTML: { __html: markup[0] } },
  };

  standIn.say({ type: "text", text: node as never });
  standIn.say({ type: "text", text: "Fine", buttons: [{ type: "reply", title: node, payload: "x" }, node] });
  standIn.say({ type: "cards", elements: [{ title: node }, { title: "Card", subtitle: node, buttons: node }, node] });
  standIn.say({ type: "__proto__", text: "Proto", constructor: "x", __proto__: { hit: 1 } });

  await showsTexts(tab, ["Fine", "Proto"]);
  assert.deepEqual(await tab.locator(".card").allTextContents(), ["Card"]);
  await isClean(tab);
});

test("hostile query strings change nothing", async (t) => {
  const color = encodeURIComponent("red;background:url(https://hit.example)");
  const ref = encodeURIComponent(markup[0] ?? "");
  const query = `?embed=1&origin=javascript:alert(1)&color=${color}&ref=${ref}`;
  const { tab, standIn } = await openChat(t, browser, { query });

  assert.equal(standIn.visitor().visits[0]?.ref, markup[0]);
  assert.equal(await tab.locator("html").getAttribute("style"), null);
  await isClean(tab);
});
