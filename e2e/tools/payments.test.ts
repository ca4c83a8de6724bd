import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect } from "@banter/server/channels/telegram/account.ts";
import { Settings } from "@banter/server/channels/telegram/settings.ts";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { connectPage } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { insertPage } from "@banter/server/store/catalog/pages.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "@banter/server/test/builders.ts";
import { startTelegram } from "@banter/server/test/platforms/telegram/telegram.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";

const { node, openAs, baseUrl } = await sharedConsole({ after });
const { deps } = node;
const pageId = "tg_62";

const invoice = {
  type: "invoice",
  title: "House coffee",
  description: "250 g, whole beans",
  currency: "XTR",
  prices: [{ label: "Coffee", amount: "50" }],
  name: "coffee",
};
const steps = { bill: { type: "message", content: { messages: [invoice] }, next: null } };

async function aShop(t: Parameters<typeof startTelegram>[0]) {
  const standIn = await startTelegram(t, { botId: 62 });
  const { bot, origin } = standIn;
  const workspaceId = await ensureWorkspace(deps.db);
  await insertPage(deps.db, { id: pageId, workspaceId, channel: "telegram", name: "Corner shop" });
  const settings = { botToken: bot.token, botName: bot.username, apiUrl: origin };
  await connectPage(deps, pageId, settings);
  await connect(Settings.parse(settings), `${node.baseUrl}/webhooks/${pageId}`);
  const file = aPageFile({
    flows: [
      { name: "Buy", published: true, document: { version: 1, start: "bill", steps } },
      aFlow("Thanks", "Thanks"),
    ],
    keywords: [aKeyword("buy", "Buy")],
    main_menu: [{ title: "Buy coffee", flow: "Buy" }],
  });
  await applyPageFile(deps, pageId, file, { prune: true });
  return standIn;
}

test("an owner names a command, makes a payment tool and sees what was paid", async (t) => {
  const standIn = await aShop(t);
  const tab = await openAs(t, "owner", `/pages/${pageId}/ice-breakers-and-menu`);

  const command = tab.getByRole("textbox", { name: "Command of item 1" });
  await command.fill("Buy now");
  await tab.getByText("Lowercase letters, digits and _ only, and not start.").waitFor();
  await command.fill("buy");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Save" }).last().click();
  await standIn.until(() =>
    standIn.calls.some(({ body }) => JSON.stringify(body.commands)?.includes('"buy"') === true),
  );

  await tab.goto(`${baseUrl}/pages/${pageId}/tools`);
  await tab.getByRole("button", { name: "New tool" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Payment" }).click();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Coffee paid");
  await dialog.getByLabel("Invoices", { exact: true }).fill("coffee");
  await dialog.getByLabel("Invoices", { exact: true }).press("Enter");
  await dialog.getByRole("combobox", { name: "Flow to start" }).click();
  await tab.getByRole("option", { name: "Thanks" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await tab.getByText("Starts Thanks").waitFor();

  const ann = standIn.person(7);
  await ann.say("/buy");
  await standIn.until(() => standIn.sent.some(({ method }) => method === "sendInvoice"));
  await ann.pay();
  await standIn.until(() => ann.heard().includes("Thanks"));

  await tab.goto(`${baseUrl}/pages/${pageId}/conversations/${ann.psid}`);
  for (const words of ["50 ⭐", "Asks the customer to pay in the chat"]) await tab.getByText(words).first().waitFor();
  assert.equal(await tab.getByText("Payment", { exact: true }).count(), 1);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  const { id } = await deps.db.get<{ id: number }>(
    sql`select id from flows where page_id = ${pageId} and name = 'Buy'`,
  );
  await tab.goto(`${baseUrl}/pages/${pageId}/flows/${id}`);
  await tab.locator(".step-node").first().click();
  await tab.getByRole("textbox", { name: /Currency/ }).fill("EUR");
  await tab
    .getByText(/The page has no payment provider/)
    .first()
    .waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});
