import { after, test } from "node:test";
import { testApp } from "@banter/server/test/app.ts";
import { openBrowser, openTab } from "@banter/widget/test/browser.ts";

const { baseUrl } = await testApp({ after });
const browser = await openBrowser({ after });

test("the documentation is shown under its content security policy, and asks no other host", async (t) => {
  const hosts = [new URL(baseUrl).host];
  // The reference warns of schemas that name parts of themselves, and the browser finds no icon.
  const tab = await openTab(t, browser, { hosts, expects: "$ref-value", expectErrors: true });

  await tab.goto(`${baseUrl}/docs`);

  await tab.getByRole("heading", { name: "Get Flows", exact: true }).waitFor();
});
