import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { atEnd } from "@banter/core/test/at-end.ts";
import { freshDatabase } from "@banter/server/test/database/database.ts";
import { aDataDir } from "@banter/server/test/server-process.ts";
import { until } from "@banter/server/test/until.ts";
import { openBrowser, openTab } from "@banter/widget/test/browser.ts";

test("npm run dev serves the console and the widget from their sources at one address, and stops on Ctrl-C", async (t) => {
  const environment = { PORT: "0", DATABASE_URL: await freshDatabase(t), DATA_DIR: aDataDir(t) };
  const child = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  atEnd(t, async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await until(() => /curl .*\n/.test(printed) || child.exitCode !== null);
  const [, baseUrl = ""] = /Development: (\S+)\/ /.exec(printed) ?? [];
  const [, email = "", password = ""] = /Login +(\S+) +(\S+)/.exec(printed) ?? [];
  const [, chatUrl = ""] = /Chat page +(\S+)/.exec(printed) ?? [];
  assert.ok(chatUrl.startsWith(baseUrl), printed);
  const browser = await openBrowser(t);
  const hosts = [new URL(baseUrl).host];

  const console = await openTab(t, browser, { hosts, expectErrors: true });
  const modules = requestsOf(console);
  await console.goto(`${baseUrl}/`);
  await console.getByLabel("E-mail").fill(email);
  await console.getByRole("textbox", { name: "Password" }).fill(password);
  await console.getByRole("button", { name: "Log in" }).click();
  await console.getByText("Corner shop").waitFor();
  assert.ok(modules.includes("/@console/main.tsx"));

  const chat = await openTab(t, browser, { hosts });
  const chatModules = requestsOf(chat);
  const isConnected = chat.waitForEvent("console", (line) => line.text() === "[vite] connected.");
  await chat.goto(chatUrl);
  await chat.getByRole("textbox").fill("hello");
  await chat.keyboard.press("Enter");
  await chat.locator("[role=log] .message").nth(1).waitFor();
  await isConnected;
  assert.ok(chatModules.includes("/@widget/chat/main.tsx"));

  const loader = await fetch(`${baseUrl}/widget.js`);
  assert.match(await loader.text(), /loader\/main\.ts/);
  const api = await fetch(`${baseUrl}/api/openapi.json`);
  assert.equal(api.status, 200);

  await Promise.all([console.close(), chat.close()]);
  child.kill("SIGINT");
  const [code] = await ended;
  assert.equal(code, 0);
});

function requestsOf(tab: Awaited<ReturnType<typeof openTab>>): string[] {
  const paths: string[] = [];
  tab.on("request", (request) => void paths.push(new URL(request.url()).pathname));
  return paths;
}
