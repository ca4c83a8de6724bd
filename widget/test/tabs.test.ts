import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { openHostSite } from "./host-site.ts";
import { takeTab } from "./tabs.ts";

// A kind of tab that no other test takes.
const options = { userAgent: "a test of tabs" };

for (const { what, use, isKept } of [
  { what: "that a test has only looked at", use: (page: Page) => page.title(), isKept: true },
  { what: "whose context a test has asked for", use: async (page: Page) => page.context(), isKept: false },
  { what: "whose time a test has changed", use: (page: Page) => page.clock.install(), isKept: false },
])
  test(`a tab ${what} is ${isKept ? "" : "not "}used again`, async (t) => {
    const browser = await openBrowser(t);
    const { origin, serve } = await openHostSite(t);
    serve({ body: "<p>Hello</p>" });

    const first = await takeTab(browser, options);
    await first.page.goto(origin);
    await first.page.evaluate(() => localStorage.setItem("word", "kept"));
    await use(first.page);
    await first.giveBack();
    const second = await takeTab(browser, options);
    await second.page.goto(origin);
    const word = await second.page.evaluate(() => localStorage.getItem("word"));

    assert.equal(second.page.mainFrame() === first.page.mainFrame(), isKept);
    assert.equal(word, null);
    second.page.context();
    await second.giveBack();
  });
