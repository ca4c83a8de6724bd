import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Locator } from "playwright-core";
import { openBrowser } from "./test/browser.ts";
import { eventually, isListening, openChat, showsTexts } from "./test/chat-page.ts";
import { openSite } from "./test/embedding-site.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
const browser = await openBrowser({ after });
const styleOf = (locator: Locator, name: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);

test("the chat page wears the owner's look from the start", async (t) => {
  const picture = "https://pictures.example.com/logo.png";
  const { tab } = await openChat(t, browser, {
    hosts: ["pictures.example.com"],
    prepare: (tab) => tab.route(picture, (route) => route.fulfill({ contentType: "image/png", body: pixel })),
    profile: { away: "We open at 8" },
    look: {
      color: "#7a1f2b",
      scheme: "dark",
      language: "vi",
      picture,
      name: "Áo Dài Lan",
      texts: { title: "Xin chào!", placeholder: "Bạn cần gì?" },
      css: { "--font": "Georgia, serif", "--radius": "3px", "--surface-dark": "#2a1518" },
    },
  });

  await tab.getByRole("heading", { name: "Áo Dài Lan", level: 1 }).waitFor();
  await tab.getByRole("heading", { name: "Xin chào!" }).waitFor();
  await tab.getByPlaceholder("Bạn cần gì?").waitFor();
  await tab.getByText("We open at 8").waitFor();
  await tab.locator('html[lang="vi"][data-scheme="dark"]').waitFor();
  assert.equal(await tab.locator(".header .avatar img").getAttribute("src"), picture);
  assert.equal(await styleOf(tab.locator(".chat"), "background-color"), "rgb(42, 21, 24)");
  assert.equal(await styleOf(tab.locator(".chat"), "font-family"), "Georgia, serif");
  assert.equal(await styleOf(tab.locator(".send"), "--accent"), "#7a1f2b");
});

test("a picture that cannot be shown is replaced by the first letter", async (t) => {
  const { tab } = await openChat(t, browser, {
    hosts: ["pictures.example.com"],
    expectErrors: true,
    prepare: (tab) => tab.route("https://pictures.example.com/**", (route) => route.fulfill({ status: 404, body: "" })),
    look: { picture: "https://pictures.example.com/gone.png" },
  });

  await eventually(async () => assert.equal(await tab.locator(".header .avatar").textContent(), "C"));
});

test("e-mail addresses and phone numbers in messages are links", async (t) => {
  const { tab, standIn } = await openChat(t, browser);

  standIn.say({ type: "text", text: "Write to lan@aodai.vn or call 090 123 4567. It costs 1.250.000 đ." });
  await tab.getByRole("link", { name: "lan@aodai.vn" }).waitFor();

  const links = await tab.locator(".text a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  assert.deepEqual(links, ["mailto:lan@aodai.vn", "tel:0901234567"]);
});

test("ice breakers stay until the visitor writes, also under the page's greeting", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    profile: { ice_breakers: [{ title: "What does it cost?", payload: "i1" }] },
  });
  const question = tab.getByRole("button", { name: "What does it cost?" });
  await question.waitFor();

  standIn.say({ type: "text", text: "Welcome!" });
  await showsTexts(tab, ["Welcome!"]);
  await question.click();

  await showsTexts(tab, ["Welcome!", "What does it cost?"]);
  await question.waitFor({ state: "detached" });
});

test("the launcher has the owner's colour, corner, distance, icon and words, and the tag may differ", async (t) => {
  const look = {
    color: "#7a1f2b",
    side: "left",
    margin: { side: 32, bottom: 48 },
    launcher: { icon: "heart", label: "Chat with Lan" },
    css: { "--launcher-size": "64px", "--panel-width": "320px" },
  };
  const { tab, launcher, panel, chat } = await openSite(t, browser, { look });

  assert.equal(await styleOf(launcher, "background-color"), "rgb(122, 31, 43)");
  assert.equal(await launcher.textContent(), "Chat with Lan0");
  await tab.getByRole("button", { name: "Chat with Lan, Open chat" }).waitFor();
  const box = await launcher.boundingBox();
  assert.deepEqual([box?.x, box?.height, (box?.y ?? 0) + (box?.height ?? 0)], [32, 64, 860 - 48]);
  await launcher.click();
  await chat.getByRole("textbox").waitFor();
  await eventually(async () => assert.equal((await panel.boundingBox())?.width, 320));

  const other = await openSite(t, browser, { look, attributes: 'data-color="#0a7" data-position="right"' });
  assert.equal(await styleOf(other.launcher, "background-color"), "rgb(0, 170, 119)");
  assert.equal(await other.tab.locator("banter-widget").getAttribute("data-side"), "right");
});

test("a greeting beside the launcher opens the chat, and once closed it stays away", async (t) => {
  const look = { bubble: { text: "Can we help?", delay_seconds: 0, pages: ["/", "/shop*"] } };
  const { tab, chat } = await openSite(t, browser, { look });
  const greeting = tab.getByRole("button", { name: "Can we help?" });

  await greeting.click();
  await chat.getByRole("textbox").waitFor();
  await greeting.waitFor({ state: "detached" });

  const other = await openSite(t, browser, { look });
  const again = other.tab.getByRole("button", { name: "Can we help?" });
  await again.waitFor();
  await other.tab.goto(`${other.site.origin}/shop/1`);
  await again.waitFor();
  await other.tab.getByRole("button", { name: "Dismiss" }).click();
  await again.waitFor({ state: "detached" });
  await other.tab.reload();
  await other.launcher.waitFor();
  assert.equal(await again.count(), 0);

  const elsewhere = await openSite(t, browser, { look: { bubble: { ...look.bubble, pages: ["/shop*"] } } });
  assert.equal(await elsewhere.tab.getByRole("button", { name: "Can we help?" }).count(), 0);
});

test("the chat opens by itself after a time or on scrolling, once for each visitor if the owner wants", async (t) => {
  const { tab, panel, launcher } = await openSite(t, browser, { look: { opening: { after_seconds: 0, once: true } } });
  await tab.locator("banter-widget .panel.open").waitFor();
  assert.equal(await tab.evaluate(() => document.activeElement?.tagName), "BODY");
  await launcher.click();
  await tab.reload();
  await launcher.waitFor();
  assert.equal(await panel.evaluate((panel) => panel.classList.contains("open")), false);

  const long = await openSite(t, browser, {
    look: { opening: { after_scroll_percent: 50, once: false } },
    body: '<div style="height: 5000px"></div>',
  });
  await long.tab.evaluate(() => window.scrollTo(0, 500));
  assert.equal(await long.launcher.getAttribute("aria-expanded"), "false");
  await long.tab.evaluate(() => window.scrollTo(0, 3000));
  await long.tab.locator("banter-widget .panel.open").waitFor();

  const phone = await openSite(t, browser, {
    width: 390,
    head: '<meta name="viewport" content="width=device-width">',
    look: { opening: { after_seconds: 0, once: false }, bubble: { text: "Hi!", delay_seconds: 0 } },
  });
  await phone.tab.getByRole("button", { name: "Hi!" }).waitFor();
  assert.equal(await phone.launcher.getAttribute("aria-expanded"), "false");
});

test("an open chat stays open when the page is reloaded or another page is opened, and a closed one closed", async (t) => {
  const { tab, site, standIn, launcher, chat } = await openSite(t, browser, { attributes: "data-open" });
  await isListening(standIn);

  await tab.goto(`${site.origin}/other`);
  await chat.getByRole("textbox").waitFor();
  await launcher.click();
  await tab.reload();
  await launcher.waitFor();
  assert.equal(await launcher.getAttribute("aria-expanded"), "false");
  await launcher.click();
  await tab.reload();

  await chat.getByRole("textbox").waitFor();
  assert.equal(await launcher.getAttribute("aria-expanded"), "true");
});

test("the chat opens when the pointer leaves the page upwards, and not when it leaves to a side", async (t) => {
  const { tab, panel } = await openSite(t, browser, { look: { opening: { on_leaving: true, once: true } } });
  const leave = (clientY: number) =>
    tab.evaluate(
      (clientY) => document.documentElement.dispatchEvent(new MouseEvent("mouseleave", { clientY })),
      clientY,
    );

  await leave(300);
  assert.equal(await panel.evaluate((element) => element.classList.contains("open")), false);
  await leave(-1);

  await tab.locator("banter-widget .panel.open").waitFor();
});

test("on a phone the chat opens by itself if the owner wants it there too", async (t) => {
  const { tab } = await openSite(t, browser, {
    width: 390,
    head: '<meta name="viewport" content="width=device-width">',
    look: { opening: { after_scroll_percent: 50, on_phones: true, once: true } },
    body: '<div style="height: 5000px"></div>',
  });

  await tab.evaluate(() => window.scrollTo(0, 3000));

  await tab.locator("banter-widget .panel.open").waitFor();
});
