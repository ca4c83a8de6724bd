import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow, aKeyword } from "@banter/server/test/builders.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { isShown, opened, openScreen, readTree, saves } from "./console/catalog.ts";

/** "Shop/Prices" is started by everything that can start a flow. */
const usedShop = {
  page: { name: "Shop", timezone: "UTC", welcome: "Shop/Prices", default_reply: "Shop/Prices" },
  folders: ["Shop"],
  tags: ["vip", "unused"],
  fields: [{ name: "size", type: "text" as const }],
  flows: [
    aFlow("Alone"),
    aFlow("Shop/Prices"),
    {
      name: "Menu",
      published: true,
      document: {
        version: 1 as const,
        start: "tag",
        steps: {
          tag: { type: "action", actions: [{ action: "add_tag", tag: "vip" }], next: "say" },
          say: {
            type: "message",
            content: { messages: [{ type: "text", text: "Your size is {{size}}" }] },
            next: "go",
          },
          go: { type: "goto", flow: "Shop/Prices" },
        },
      },
    },
  ],
  keywords: [aKeyword("price", "Shop/Prices")],
  ice_breakers: [{ title: "How much?", flow: "Shop/Prices" }],
  main_menu: [{ title: "Price list", flow: "Shop/Prices" }],
  tools: [{ type: "qr_code" as const, name: "Door", ref: "door", flow: "Shop/Prices", is_published: true }],
};

const everyUse = [
  "Greeting of newcomers",
  "Default reply",
  "Keyword: Says price",
  "Ice breaker: How much?",
  "Menu item: Price list",
  "Growth tool: Door",
  "Flow: Menu",
];

async function choose(tab: Tab, row: string, entry: string): Promise<void> {
  await tab.getByRole("button", { name: `More for ${row}` }).click();
  await tab.getByRole("menuitem", { name: entry }).click();
}

const usesIn = (tab: Tab) => tab.getByRole("dialog").getByRole("list", { name: "Used by" }).getByRole("listitem");

test("deleting a folder names everything that starts a flow in it, and nothing happens without consent", async (t) => {
  const { tab, page } = await openScreen(t, "flows", { setup: usedShop });

  await choose(tab, "Shop", "Delete");
  await usesIn(tab).first().waitFor();
  assert.deepEqual(await usesIn(tab).allTextContents(), everyUse);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  assert.deepEqual((await readTree(tab, page)).flowsIn("Shop"), ["Prices"]);
});

test("a flow that is used goes to the trash only after its uses were named, an unused one at once", async (t) => {
  const { tab, page } = await openScreen(t, "flows", { setup: usedShop });

  await saves(tab, "DELETE", "/flows/", () => choose(tab, "Alone", "Delete"));
  await isShown(tab, "“Alone” is in the trash.");
  await tab.getByRole("button", { name: "Shop", exact: true }).first().click();
  await choose(tab, "Prices", "Delete");
  await isShown(tab, "Move “Prices” to the trash?");
  assert.deepEqual(await usesIn(tab).allTextContents(), everyUse);
  await saves(tab, "DELETE", "/flows/", () =>
    tab.getByRole("dialog").getByRole("button", { name: "Move to the trash" }).click(),
  );

  assert.deepEqual((await readTree(tab, page)).flowsIn("Shop"), []);
  await tab.getByRole("link", { name: "Trash" }).click();
  await tab.getByRole("button", { name: "Delete Prices for good" }).click();
  await isShown(tab, "Still used by:");
  assert.deepEqual(await usesIn(tab).allTextContents(), everyUse);
});

test("several flows that start each other are asked about together, by what else starts them", async (t) => {
  const { tab } = await openScreen(t, "flows", { setup: { ...usedShop, keywords: [aKeyword("menu", "Menu")] } });

  await tab.getByRole("checkbox", { name: "Select Menu" }).check();
  await tab.getByRole("checkbox", { name: "Select Alone" }).check();
  await tab.getByRole("button", { name: "Delete", exact: true }).click();

  await isShown(tab, "Move 2 flows to the trash?");
  assert.deepEqual(await usesIn(tab).allTextContents(), ["Keyword: Says menu"]);
});

test("deleting a tag or a field names the flows that use it and counts the customers who have it", async (t) => {
  const { node } = await opened;
  const { tab, page } = await openScreen(t, "fields", { setup: usedShop });
  await node.deps.db.count(sql`
    insert into customers (page_id, psid, tags, fields)
    select ${page.pageId}, 'web_9', array[id], '{"size":"M"}' from tags where page_id = ${page.pageId} and name = 'vip'`);

  for (const name of ["vip", "size"]) {
    await tab.getByRole("button", { name: `Delete ${name}` }).click();
    await isShown(tab, "1 customer has it and loses it.");
    assert.deepEqual(await usesIn(tab).allTextContents(), ["Menu"]);
    assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
    await tab.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await tab.getByRole("dialog").waitFor({ state: "detached" });
  }
  await tab.getByRole("button", { name: "Delete unused" }).click();
  await isShown(tab, "No flow uses it, and no customer has it.");
});

test("where a tag or a field is used stands beside it, with links to the flows, for viewers too", async (t) => {
  const { tab, page } = await openScreen(t, "fields", { setup: usedShop, role: "viewer" });
  const popup = tab.getByRole("dialog");

  await tab.getByRole("button", { name: "Where unused is used" }).click();
  await popup.getByText("No flow uses it, and no customer has it.").waitFor();
  await tab.keyboard.press("Escape");
  await popup.waitFor({ state: "detached" });
  await tab.getByRole("button", { name: "Where size is used" }).press("Enter");
  await popup.getByRole("link", { name: "Menu" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await popup.getByRole("link", { name: "Menu" }).press("Enter");

  await tab.waitForURL(new RegExp(`/pages/${page.pageId}/flows/\\d+$`));
  await tab.getByRole("heading", { name: "Flow: Menu" }).waitFor({ state: "attached" });
});

test("a flow is switched off and on in the list, and a scheduled one shows its time", async (t) => {
  const { node } = await opened;
  const { tab, page } = await openScreen(t, "flows", { setup: usedShop });
  const isOn = async () => (await readTree(tab, page)).flows.find(({ name }) => name === "Alone")?.is_on;

  await saves(tab, "PUT", "/switch", () => choose(tab, "Alone", "Switch off"));
  await isShown(tab, "“Alone” is off: nothing starts it.");
  assert.equal(await isOn(), false);
  await tab.locator(".flow-row", { hasText: "Alone" }).getByText("Off", { exact: true }).waitFor();
  await saves(tab, "PUT", "/switch", () => choose(tab, "Alone", "Switch on"));
  assert.equal(await isOn(), true);

  await node.deps.db.count(sql`
    update flows set publish_at = '2099-12-24T09:00:00Z' where page_id = ${page.pageId} and name = 'Alone'`);
  await tab.reload();
  await tab
    .locator(".flow-row", { hasText: "Alone" })
    .getByText(/Publishes Dec 24, 2099/)
    .waitFor();
});
