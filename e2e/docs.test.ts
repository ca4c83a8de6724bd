import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "@banter/server/test/app.ts";
import { openBrowser, openTab } from "@banter/widget/test/browser.ts";

const { baseUrl } = await testApp({ after });
const browser = await openBrowser({ after });

test("the documentation is shown under its content security policy, and asks no other host", async (t) => {
  const hosts = [new URL(baseUrl).host];
  // The browser finds no icon.
  const tab = await openTab(t, browser, { hosts, expectErrors: true });
  const warnings: string[] = [];
  tab.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));

  await tab.goto(`${baseUrl}/docs`);

  await tab.getByRole("heading", { name: "Get Flows", exact: true }).waitFor();
  assert.equal(await tab.title(), "Banter API");
  assert.deepEqual(warnings, []);
});
