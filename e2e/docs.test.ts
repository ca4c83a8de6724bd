import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "@banter/server/test/app.ts";
import { openBrowser, openTab } from "@banter/widget/test/browser.ts";

const { baseUrl } = await testApp({ after });
const browser = await openBrowser({ after });

test("the documentation is shown under its content security policy, and asks no other host", async (t) => {
  // Its schema library tries whether it may compile code, and goes on without.
  const tab = await openTab(t, browser, { hosts: [new URL(baseUrl).host], expects: "unsafe-eval" });

  await tab.goto(`${baseUrl}/docs`);
  await tab.getByRole("heading", { name: "Send Flow For Customer" }).first().waitFor();

  const frames = await tab.evaluate(() => document.querySelectorAll("iframe").length);
  assert.equal(frames, 0);
});
