import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { aFlow, aKeyword, aPage, aPageFile } from "@banter/server/test/builders.ts";
import { callerOf } from "@banter/server/test/call.ts";
import { startPlatform } from "@banter/server/test/platform.ts";
import { postChannel } from "@banter/server/test/post-channel.ts";
import { z } from "zod";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { openConsole, sharedConsole } from "./console/console.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });

test("a page's settings are changed and kept: name, time zone, greeting, hours, flows, sites", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage({ flows: [aFlow("Welcome"), aFlow("Sorry")] });
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings`);

  await tab.getByLabel("Name").fill("Corner shop & café");
  await tab.getByRole("combobox", { name: "Time zone" }).fill("paris");
  await tab.getByRole("option", { name: /Paris/ }).click();
  await tab.getByLabel("Greeting").fill("Good coffee.");
  await tab.getByRole("button", { name: "Add hours" }).click();
  await tab.getByLabel("From").fill("09:15");
  await tab.getByRole("combobox", { name: "Welcome flow" }).click();
  await tab.getByRole("option", { name: "Welcome" }).click();
  await tab.getByRole("combobox", { name: "Default reply", exact: true }).fill("sor");
  await tab.getByRole("option", { name: "Sorry" }).click();
  await tab.getByLabel("Default reply again after").fill("45");
  await tab.getByRole("combobox", { name: "Addresses of the sites" }).fill("https://shop.example.com/about?x=1");
  await tab.getByLabel("Greeting").focus();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.").waitFor();
  await tab.reload();

  assert.equal(await tab.getByLabel("Name").inputValue(), "Corner shop & café");
  assert.match(await tab.getByRole("combobox", { name: "Time zone" }).inputValue(), /^\(GMT\+0[12]:00\) Paris$/);
  assert.equal(await tab.getByLabel("Greeting").inputValue(), "Good coffee.");
  assert.equal(await tab.getByLabel("From").inputValue(), "09:15");
  await tab.waitForFunction(() => [...document.querySelectorAll("input")].some(({ value }) => value === "Sorry"));
  assert.equal(await tab.getByRole("combobox", { name: "Welcome flow" }).inputValue(), "Welcome");
  assert.match(await tab.getByLabel("Default reply again after").inputValue(), /^45/);
  await tab.getByText("https://shop.example.com", { exact: true }).waitFor();
});

test("the bot is paused from the list of pages", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  await addPage();
  const tab = await openAs(t, "owner", "/pages");
  await tab.getByText("Bot is on").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await tab.getByRole("switch", { name: "Automation of Corner shop" }).click();
  await tab.getByText("The bot of Corner shop is paused.").waitFor();
  await tab.reload();

  await tab.getByText("Bot is paused").waitFor();
});

test("a token made in the console works in the public API until it is refreshed or deleted", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=api`);
  const statusWith = async (token: string) => (await callerOf(it.baseUrl, { pageId, token })("/flows")).status;
  const shownToken = async () => (await tab.getByText(/^bt_/).innerText()).trim();

  await tab.getByRole("button", { name: "Delete token" }).click();
  await tab.getByRole("dialog").getByText("stops working at once").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("dialog").getByRole("button", { name: "Delete token" }).click();
  await tab.getByRole("button", { name: "Generate your Token" }).click();
  const first = await shownToken();
  assert.equal(await statusWith(first), 200);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await tab.getByRole("button", { name: "Refresh token" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Refresh token" }).click();
  await tab.getByText(first).first().waitFor({ state: "detached" });
  const second = await shownToken();
  assert.notEqual(second, first);
  assert.deepEqual([await statusWith(first), await statusWith(second)], [401, 200]);
});

test("the channel tab of a web chat shows its address and its script tag", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=channel`);

  await tab.getByText(`<script src="${it.baseUrl}/widget.js" data-page="${pageId}" async></script>`).waitFor();
  assert.equal(
    await tab.getByRole("link", { name: /opens in a new tab/ }).getAttribute("href"),
    `${it.baseUrl}/chat/${pageId}`,
  );
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("a channel's form is drawn from its schema, and stored secrets are never shown again", async (t) => {
  const { origin } = await startPlatform(t);
  const settings = z.object({
    origin: z.string().meta({ label: "Address of the platform" }),
    secret: z.string().meta({ label: "Secret word", input: "secret" }),
  });
  const channel = postChannel();
  const found = { platformId: "424242", name: "Post office", handle: "@post", settings: {} };
  const account = channel.account && { ...channel.account, entry: { settings, identify: async () => found } };
  const { openAs, node } = await openConsole(t, { channels: { telegram: { ...channel, settings, account } } });
  await aPage(node.deps);
  const tab = await openAs(t, "owner", "/pages");

  await tab.getByRole("button", { name: "New page" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Address of the platform").fill(origin);
  await dialog.getByRole("textbox", { name: "Secret word" }).fill("abracadabra");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Connect" }).click();
  await tab.waitForURL(/\/pages\/tg_424242\/settings\?tab=channel$/);
  await dialog.waitFor({ state: "detached" });

  const secret = tab.getByRole("textbox", { name: "Secret word" });
  await secret.waitFor();
  assert.equal(await secret.inputValue(), "");
  assert.equal(await secret.getAttribute("placeholder"), "Stored. Leave empty to keep it");
  assert.match(await tab.getByRole("textbox", { name: "Address for this page" }).inputValue(), /^http/);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByLabel("Address of the platform").fill(`${origin}/`);
  await tab.getByRole("button", { name: "Connect", exact: true }).click();
  await tab.getByText("The page is connected to Telegram.").waitFor();
  assert.equal(await secret.getAttribute("placeholder"), "Stored. Leave empty to keep it");
});

test("a page file is exported, planned and applied, and its errors are shown with their place", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage({ flows: [aFlow("Old"), aFlow("Welcome")] });
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=file`, { expectErrors: true });

  const download = tab.waitForEvent("download");
  await tab.getByRole("button", { name: "Download" }).click();
  const exported = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  assert.deepEqual(
    exported.flows.map(({ name }: { name: string }) => name),
    ["Old", "Welcome"],
  );

  const paste = tab.getByLabel("Or paste it here");
  const plan = tab.getByRole("button", { name: "Show what would change" });
  await paste.fill("{ not json");
  await plan.click();
  await tab.getByText("This is no file of Banter").waitFor();
  await paste.fill(JSON.stringify({ ...aPageFile(), keywords: [{ name: "Hi" }] }));
  await plan.click();
  await tab.getByText("/keywords/0/match").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  const file = aPageFile({ flows: [aFlow("Welcome")], keywords: [aKeyword("hi", "Welcome")], tags: ["No thanks"] });
  await paste.fill(JSON.stringify({ ...file, page: { ...file.page, name: "Another name" } }));
  await tab.getByLabel("Also remove what is not in the file").check({ force: true });
  await plan.click();
  await tab.getByRole("row", { name: "create keyword Says hi" }).waitFor();
  await tab.getByRole("row", { name: "remove flow Old" }).waitFor();
  await tab.getByRole("checkbox", { name: "Make this change: tag No thanks" }).uncheck();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Apply" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await tab.getByText("2 changes applied.").waitFor();

  const applied = await readPageFile(it.node.deps, pageId);
  assert.deepEqual([applied.page?.name, applied.tags], ["Corner shop", []]);
});

test("a page is deleted only after its name has been typed", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings`);

  await tab.getByRole("button", { name: "Delete page" }).click();
  const dialog = tab.getByRole("dialog");
  assert.ok(await dialog.getByRole("button", { name: "Delete page" }).isDisabled());
  await dialog.getByLabel("Type “Corner shop” to go on").fill("Corner shop");
  await dialog.getByRole("button", { name: "Delete page" }).click();

  await tab.getByRole("heading", { name: "Make your first page" }).waitFor();
});

test("on a phone the navigation is behind a button and nothing is wider than the screen", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings`, { viewport: { width: 390, height: 844 } });
  const isTooWide = () => tab.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

  await tab.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  assert.equal(await isTooWide(), false);
  await tab.getByRole("button", { name: "Navigation" }).click();
  await tab.getByRole("link", { name: "Team" }).click();

  await tab.getByRole("heading", { name: "Team", level: 1 }).waitFor();
  assert.equal(await isTooWide(), false);
});
