import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser } from "./test/browser.ts";
import { eventually, openChat, showsTexts, write } from "./test/chat-page.ts";

const browser = await openBrowser({ after });
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/></svg>';

/** Images of another host, served without a network. */
const serveImages = (page: Page) =>
  page.route("https://img.example/**", (route) =>
    route.request().url().includes("missing")
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: "image/svg+xml", body: picture }),
  );

test("an image is shown and links to its file", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { prepare: serveImages, hosts: ["img.example"] });

  standIn.say({ type: "image", url: "https://img.example/cup.svg" });

  const image = tab.getByRole("img", { name: "Image" });
  await eventually(async () =>
    assert.equal(await image.evaluate((image: HTMLImageElement) => image.naturalWidth), 300),
  );
  assert.equal(await tab.locator("a.picture").getAttribute("href"), "https://img.example/cup.svg");
  assert.equal(await image.getAttribute("referrerpolicy"), "no-referrer");
});

test("an image that fails to load becomes a link", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    prepare: serveImages,
    hosts: ["img.example"],
    expectErrors: true,
  });

  standIn.say({ type: "image", url: "https://img.example/missing.png" });

  const link = tab.getByRole("link", { name: "Image could not be shown" });
  assert.equal(await link.getAttribute("href"), "https://img.example/missing.png");
});

test("video and audio have controls, and a file has its name", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    prepare: (tab) => tab.route("https://media.example/**", () => new Promise(() => {})),
    hosts: ["media.example"],
  });

  standIn.say(
    { type: "video", url: "https://media.example/film.mp4" },
    { type: "audio", url: "https://media.example/song.mp3" },
    { type: "file", url: "https://media.example/files/Th%E1%BB%B1c%20%C4%91%C6%A1n.pdf" },
  );

  const file = tab.getByRole("link", { name: "Thực đơn.pdf" });
  assert.equal(await file.getAttribute("href"), "https://media.example/files/Th%E1%BB%B1c%20%C4%91%C6%A1n.pdf");
  assert.equal(await tab.locator("video[controls]").getAttribute("src"), "https://media.example/film.mp4");
  assert.equal(await tab.locator("audio[controls]").getAttribute("src"), "https://media.example/song.mp3");
});

test("an answer shows the words that it quotes, and the page's reaction is below the visitor's message", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  await write(tab, "How <b>much</b> is it?");
  await showsTexts(tab, ["How <b>much</b> is it?"]);
  const id = standIn.visitor().messages[0]?.id;

  standIn.say(
    { type: "text", text: "Two euros", quoted: { id, text: "How <b>much</b> is it?" } },
    { type: "reaction", message_id: id, emoji: "👍" },
    { type: "reaction", message_id: id, emoji: "❤️" },
  );

  await tab.locator(".message.visitor").getByRole("img", { name: "Corner shop reacted with ❤️" }).waitFor();
  assert.match((await tab.locator(".message.page .quote").textContent()) ?? "", /Answer to: How <b>much<\/b> is it\?$/);
  await showsTexts(tab, ["How <b>much</b> is it?", "Two euros"]);
  standIn.say({ type: "reaction", message_id: id, emoji: null });
  await tab.locator(".reaction").waitFor({ state: "detached" });
});

test("cards are in a row that arrow keys scroll", async (t) => {
  const elements = ["Latte", "Mocha", "Bread", "Cake"].map((title) => ({
    title,
    subtitle: `${title} of the day`,
    image_url: `https://img.example/${title}.svg`,
    action_url: `https://shop.example/${title}`,
    buttons: [{ type: "reply", title: `Order ${title}`, payload: title }],
  }));
  const { tab, standIn } = await openChat(t, browser, {
    prepare: serveImages,
    hosts: ["img.example"],
    tab: { viewport: { width: 390, height: 800 } },
  });

  standIn.say({ type: "cards", elements, image_aspect_ratio: "square" });
  const row = tab.getByRole("region", { name: "4 cards" }).getByRole("list");
  await row.waitFor();
  const box = await row.locator("img").first().boundingBox();
  assert.ok(box && Math.abs(box.width - box.height) < 2, "the image is square");
  assert.equal(await tab.getByRole("link", { name: "Mocha" }).getAttribute("href"), "https://shop.example/Mocha");
  const scrolled = () => row.evaluate((row) => row.scrollLeft);
  await row.focus();
  for (let press = 0; press < 4; press++) await tab.keyboard.press("ArrowRight");
  await eventually(async () => assert.ok((await scrolled()) > 60));
  await tab.getByRole("button", { name: "Order Cake" }).click();

  await showsTexts(tab, ["Order Cake"]);
  assert.deepEqual([...standIn.visitor().keys.values()], ['{"payload":"Cake"}']);
});

test("web addresses in a text are links, everything else is text", async (t) => {
  const { tab, standIn } = await openChat(t, browser);

  standIn.say({ type: "text", text: "See https://a.example/x, not javascript:alert(1) or <b>bold</b> & co." });

  const text = tab.locator(".message .text");
  assert.equal(await text.textContent(), "See https://a.example/x, not javascript:alert(1) or <b>bold</b> & co.");
  const links = await text.locator("a").all();
  assert.equal(links.length, 1);
  assert.equal(await links[0]?.getAttribute("href"), "https://a.example/x");
  assert.equal(await links[0]?.getAttribute("rel"), "noopener noreferrer");
});

test("bold and italic words and links are shown as such, and only web addresses are links", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const link = (start: number, url: string) => ({ type: "link", start, length: 4, url });

  standIn.say({
    type: "text",
    text: "Our big sale, see shop or code",
    marks: [
      { type: "bold", start: 4, length: 8 },
      { type: "italic", start: 8, length: 4 },
      link(18, "https://shop.example/a"),
      link(26, "javascript:alert(1)"),
      { type: "blink", start: 0, length: 3 },
    ],
  });

  const text = tab.locator("p.text", { hasText: "Our big" });
  await eventually(async () => assert.deepEqual(await text.locator("strong").allTextContents(), ["big ", "sale"]));
  assert.deepEqual(await text.locator("em").allTextContents(), ["sale"]);
  assert.equal(await text.textContent(), "Our big sale, see shop or code");
  const links = await text.locator("a").all();
  assert.equal(links.length, 1);
  assert.equal(await links[0]?.getAttribute("href"), "https://shop.example/a");
  assert.equal(await links[0]?.getAttribute("rel"), "noopener noreferrer");
});

test("unknown types of messages and buttons are ignored", async (t) => {
  const { tab, standIn } = await openChat(t, browser);

  standIn.say(
    { type: "hologram", url: "https://a.example/" },
    { type: "text", text: "Hello", buttons: [{ type: "dance", title: "x" }] },
  );

  await showsTexts(tab, ["Hello"]);
  assert.equal(await tab.locator(".buttons").count(), 0);
});
