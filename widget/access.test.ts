import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { contrast } from "./color.ts";
import { openBrowser, type Tab } from "./test/browser.ts";
import { eventually, openChat, showsTexts } from "./test/chat-page.ts";

const browser = await openBrowser({ after });

const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
const buttons = [
  { type: "reply", title: "Show the coffees", payload: "b1" },
  { type: "url", title: "Open the shop", url: "https://shop.example/" },
  { type: "call", title: "Call us", phone: "+84281234567" },
];
const quick_replies = [{ type: "reply", title: "Yes, please", payload: "y" }, { type: "email" }];

/** A conversation with every kind of content. */
async function openFullChat(t: TestContext, options: Parameters<typeof openChat>[2] = {}) {
  const { tab, standIn } = await openChat(t, browser, {
    profile: {
      page: { name: "Corner shop", greeting: "Fresh coffee." },
      main_menu: [
        { type: "reply", title: "Talk to us", payload: "m1" },
        { type: "url", title: "Shop", url: "https://shop.example/" },
      ],
    },
    answer: ({ text, payload }) => [{ type: "text", text: `Got ${text ?? payload}` }],
    ...options,
  });
  const elements = ["Latte", "Mocha", long].map((title) => ({
    title,
    subtitle: title,
    buttons: [{ ...buttons[0], title: `Order ${title}` }],
  }));
  standIn.say({ type: "text", text: `Hello https://shop.example/${long}`, buttons });
  standIn.say({ type: "cards", elements }, { type: "file", url: `https://shop.example/${long}.pdf` });
  standIn.say({ type: "text", text: long, quick_replies });
  await tab.locator(".quick-replies").waitFor();
  return { tab, standIn };
}

const focusName = (tab: Tab) =>
  tab.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

test("the Tab key reaches everything in reading order", async (t) => {
  const { tab } = await openFullChat(t);
  await tab.locator("h1").click();

  const names: string[] = [];
  for (let press = 0; press < 17; press++) {
    await tab.keyboard.press("Tab");
    names.push((await focusName(tab)).slice(0, 20));
  }

  assert.deepEqual(names.slice(0, 5), [
    "Conversation",
    "https://shop.example",
    "Show the coffees",
    "Open the shop(opens ",
    "Call us",
  ]);
  assert.match(names[5] ?? "", /^Latte/);
  assert.deepEqual(names.slice(6, 14), [
    "Order Latte",
    "Order Mocha",
    "Order Donaudampfschi",
    "Donaudampfschifffahr",
    "Yes, please",
    "Share email address",
    "Menu",
    "Write a message…",
  ]);
});

test("a whole conversation works with the keyboard alone", async (t) => {
  const { tab, standIn } = await openFullChat(t);
  const press = async (...keys: string[]) => {
    for (const key of keys) await tab.keyboard.press(key);
  };

  // The field has the focus from the start.
  await tab.keyboard.type("hello");
  await press("Enter");
  await eventually(() => assert.equal(standIn.visitor().messages.at(-1)?.text, "Got hello"));
  await press("Shift+Tab", "Enter");
  await eventually(async () => assert.equal(await focusName(tab), "Talk to us"));
  await press("ArrowDown", "ArrowDown");
  assert.equal(await focusName(tab), "Talk to us");
  await press("Enter");
  await eventually(() => assert.equal(standIn.visitor().messages.at(-1)?.text, "Got m1"));
  assert.equal(await focusName(tab), "Menu");
  standIn.say({ type: "text", text: "Mail?", quick_replies });
  await tab.locator(".quick-replies").waitFor();
  await press("Shift+Tab", "Enter");
  await tab.keyboard.type("ann@example.com");
  await press("Enter");

  await eventually(() => assert.equal(standIn.visitor().messages.at(-1)?.text, "Got ann@example.com"));
  assert.equal(await focusName(tab), "Write a message…");
});

test("typing anywhere writes into the field", async (t) => {
  const { tab, standIn } = await openFullChat(t);

  await tab.locator("h1").click();
  await tab.keyboard.type("hello");
  await tab.keyboard.press("Enter");

  await eventually(() => assert.equal(standIn.visitor().messages.at(-1)?.text, "Got hello"));
});

test("screen readers announce new messages with their sender", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const log = tab.getByRole("log", { name: "Conversation" });
  assert.equal(await log.getAttribute("aria-live"), "polite");

  standIn.say({ type: "text", text: "Hello" });
  await showsTexts(tab, ["Hello"]);

  assert.match((await log.textContent()) ?? "", /Corner shop: Hello/);
  standIn.faults.hold("visits");
  await tab.reload();
  await tab.getByRole("textbox").waitFor();
  assert.equal(await log.getAttribute("aria-live"), "off");
});

for (const color of ["", "?color=%23ffee00", "?color=%23101030"])
  test(`text has enough contrast in light and dark mode with ${color || "the default colour"}`, async (t) => {
    const { tab } = await openFullChat(t, { query: color, tab: { reducedMotion: "reduce" } });
    await tab.getByRole("textbox").fill("hello");
    await tab.keyboard.press("Enter");
    await tab.getByText("Got hello").waitFor();
    await tab.getByRole("button", { name: "Menu" }).click();

    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme });
      for (const { text, color, background } of await tab.evaluate(textColors))
        assert.ok(contrast(color, background) >= 4.5, `${colorScheme}, ${text}: ${color} on ${background}`);
    }
  });

for (const [width, height] of [
  [320, 480],
  [360, 640],
  [390, 844],
  [768, 1024],
  [1920, 1080],
  [844, 390],
] as const)
  test(`nothing overflows at ${width} × ${height}, in either writing direction`, async (t) => {
    const { tab } = await openFullChat(t, { tab: { viewport: { width, height } } });
    for (const dir of ["ltr", "rtl"]) {
      await tab.evaluate((dir) => document.documentElement.setAttribute("dir", dir), dir);
      await tab.waitForTimeout(300);

      assert.deepEqual(await tab.evaluate(overflowing), [], dir);
      const field = await tab.getByRole("textbox").boundingBox();
      assert.ok(field && field.y + field.height <= height && field.width > 120, `${dir}: ${JSON.stringify(field)}`);
    }
  });

/** Runs in the page: every element with text of its own, its colour and the colour behind it. */
function textColors(): { text: string; color: string; background: string }[] {
  const hex = (color: string) =>
    `#${(color.match(/[\d.]+/g) ?? [])
      .slice(0, 3)
      .map((part) => Math.round(Number(part)).toString(16).padStart(2, "0"))
      .join("")}`;
  const backgroundOf = (element: Element | null): string => {
    if (!element) return "#ffffff";
    const { backgroundColor } = getComputedStyle(element);
    return /^rgba\(.+, 0\)$/.test(backgroundColor) ? backgroundOf(element.parentElement) : hex(backgroundColor);
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) && !element.closest("noscript, .unseen, :disabled"),
    )
    .map((element) => ({
      text: element.textContent ?? "",
      color: hex(getComputedStyle(element).color),
      background: backgroundOf(element),
    }));
}

/** Runs in the page: elements that overflow to the left or right, except in rows of cards, which scroll. */
function overflowing(): string[] {
  const isOut = ({ left, right, width }: DOMRect) => width > 1 && (left < -1 || right > innerWidth + 1);
  return [...document.querySelectorAll("body *:not(.row, .row *, .unseen)")]
    .filter(
      (element) =>
        isOut(element.getBoundingClientRect()) ||
        (element.matches(".log, .chat") && element.scrollWidth > element.clientWidth),
    )
    .map((element) => `${element.tagName}.${element.className}`);
}
