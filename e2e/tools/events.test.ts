import assert from "node:assert/strict";
import { after, test } from "node:test";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { connectPage } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { insertPage } from "@banter/server/store/catalog/pages.ts";
import { aFlow, aKeyword, aPageFile } from "@banter/server/test/builders.ts";
import { startTelegram } from "@banter/server/test/platforms/telegram/telegram.ts";
import { until } from "@banter/server/test/until.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";

const { node, openAs, baseUrl } = await sharedConsole({ after });
const { deps } = node;
const pageId = "tg_61";

test("a tool for reactions is made in the console and answers a reaction on the platform", async (t) => {
  const telegram = await startTelegram(t, { botId: 61 });
  const settings = { botToken: telegram.bot.token, botName: telegram.bot.username, apiUrl: telegram.origin };
  const workspaceId = await ensureWorkspace(deps.db);
  await insertPage(deps.db, { id: pageId, workspaceId, channel: "telegram", name: "Corner shop" });
  await connectPage(deps, pageId, settings);
  const flows = [aFlow("Hello"), aFlow("Thanks", "Thank you!")];
  await applyPageFile(deps, pageId, aPageFile({ flows, keywords: [aKeyword("hello", "Hello")] }), { prune: true });
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=channel`);
  await tab.getByRole("textbox", { name: "Bot token" }).fill(telegram.bot.token);
  await tab.getByRole("button", { name: "Connect", exact: true }).click();
  await tab.getByText("The page is connected to Telegram.").waitFor();

  await tab.goto(`${baseUrl}/pages/${pageId}/tools`);
  await tab.getByRole("button", { name: "New tool" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Reaction" }).click();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Hearts");
  await dialog.getByLabel("Emoji", { exact: true }).fill("❤");
  await dialog.getByLabel("Emoji", { exact: true }).press("Enter");
  await dialog.getByRole("combobox", { name: "Flow to start" }).click();
  await tab.getByRole("option", { name: "Thanks" }).click();
  assert.equal(await dialog.getByRole("textbox", { name: "Code" }).count(), 0);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await tab.getByText("Starts Thanks").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  const ann = telegram.person(7);
  await ann.say("hello");
  await telegram.until(() => ann.heard().length === 1);
  await ann.react("😡");
  await ann.react("❤");
  await telegram.until(() => ann.heard().length === 2);
  assert.equal(ann.heard().at(-1), "Thank you!");

  const numbers = tab.getByText("happened 1 times, 1 starts");
  await until(async () => {
    await tab.goto(`${baseUrl}/pages/${pageId}/tools`);
    await tab.getByText(/^Last 28 days/).waitFor();
    return (await numbers.count()) === 1;
  });
  await tab.goto(`${baseUrl}/pages/${pageId}/conversations`);
  await tab.getByText("All", { exact: true }).click();
  await tab.getByText("Thank you!").first().click();
  await tab.getByRole("img", { name: "Reacted" }).first().waitFor();
  await tab.goto(`${baseUrl}/pages/${pageId}/flows`);
  await tab.getByRole("link", { name: "Thanks" }).click();
  await tab.getByText("Reaction: Hearts").waitFor();
});
