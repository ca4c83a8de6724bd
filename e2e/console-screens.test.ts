import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aFlow, aKeyword } from "@banter/server/test/builders.ts";
import { callerOf } from "@banter/server/test/call.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { aDraft, panel, step } from "./console/builder.ts";
import { sharedConsole } from "./console/console.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });

test("a time zone is found by city, country and old name, and shown with its offset", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const tab = await openAs(t, "owner", `/pages/${await addPage()}/settings`);
  const zone = tab.getByRole("combobox", { name: "Time zone" });

  for (const words of ["Ho Chi", "Viet", "Hanoi", "Ho_Chi", "Saigon"]) {
    await zone.fill(words);
    await tab.getByRole("option", { name: "(GMT+07:00) Ho Chi Minh · Vietnam" }).waitFor();
  }
  await zone.fill("auckland");
  await tab.getByRole("option", { name: /Auckland/ }).click();
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.").waitFor();
  await tab.reload();

  await eventually(async () => assert.match(await zone.inputValue(), /^\(GMT\+1[23]:00\) Auckland$/));
});

test("workspace screens keep the page's menu, and the account menu has version, profile and log out", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/keywords`);
  const main = tab.getByRole("navigation", { name: "Main" });
  const menu = tab.getByRole("button", { name: "Account: The owner" });

  for (const name of ["Team", "Audit log"]) {
    await main.getByRole("link", { name, exact: true }).click();
    await tab.getByRole("heading", { name, level: 1 }).waitFor();
    await main.getByRole("link", { name: "Keywords" }).waitFor();
  }
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await menu.press("Enter");
  await tab.getByText(/^Version \d+\.\d+\.\d+$/).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.equal(await tab.getByRole("menuitem", { name: "For developers" }).getAttribute("href"), "/docs");
  await tab.getByRole("menuitem", { name: "Profile" }).click();
  await tab.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
  await main.getByRole("link", { name: "Flows" }).click();
  await tab.waitForURL(`**/pages/${pageId}/flows`);

  await tab.getByRole("button", { name: "Fold the navigation" }).click();
  await menu.click();
  const profile = tab.getByRole("menuitem", { name: "Profile" });
  await eventually(async () => assert.ok(((await profile.boundingBox())?.width ?? 0) > 180));
  await tab.keyboard.press("Escape");

  await tab.setViewportSize({ width: 390, height: 844 });
  await tab.getByRole("button", { name: "Navigation" }).click();
  await menu.click();
  await tab.getByRole("menuitem", { name: "Log out" }).click();
  await tab.getByRole("heading", { name: "Log in" }).waitFor();
});

test("flows are sorted, filtered by their state, and a taken folder name is told in the dialog", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage({
    folders: ["Shop"],
    flows: [aFlow("Welcome"), { ...aFlow("Shop/Bước 10"), published: false }, aFlow("Ăn sáng")],
  });
  const tab = await openAs(t, "owner", `/pages/${pageId}/flows`);
  const list = tab.getByRole("list", { name: "Flows and folders" });
  const choose = async (what: string, option: string) => {
    await tab.getByRole("combobox", { name: what }).click();
    await tab.getByRole("option", { name: option }).click();
  };
  const shows = (...names: string[]) =>
    eventually(async () => assert.deepEqual(await list.getByRole("link").allInnerTexts(), names));

  await shows("Welcome", "Ăn sáng");
  await choose("Order", "By name");
  await shows("Ăn sáng", "Welcome");
  assert.equal(await list.getByRole("button", { name: "Move Welcome" }).count(), 0);
  await tab.reload();
  await shows("Ăn sáng", "Welcome");
  await choose("State", "Drafts");
  await shows("Bước 10");
  await list.getByText("Top level / Shop").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await choose("State", "Unpublished changes");
  await tab.getByText("No flow here has this state").waitFor();

  await tab.getByRole("button", { name: "New folder" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Folder name").fill("Shop");
  await dialog.getByText("There is one of this name in this folder already.").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Create folder" }).isDisabled());
});

test("a field may be called anything, its name is derived, and its label can be changed", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/fields`);

  await tab.getByLabel("New field").fill("Cỡ áo");
  await tab.getByText("In texts it stands as {{Cỡ_áo}}, for good.").waitFor();
  await tab.getByRole("combobox", { name: "Type" }).click();
  await tab.getByRole("option", { name: "Number" }).click();
  await tab.getByRole("button", { name: "Add field" }).click();
  const fields = tab.getByRole("list", { name: "Custom fields" });
  await fields.getByText("{{Cỡ_áo}}").waitFor();
  await fields.getByText("Cỡ áo", { exact: true }).waitFor();
  await tab.getByRole("button", { name: "Rename Cỡ áo" }).click();
  await tab.getByRole("textbox", { name: "Label of the field" }).fill("Kích cỡ áo");
  await tab.getByRole("textbox", { name: "Label of the field" }).press("Enter");
  await fields.getByText("Kích cỡ áo", { exact: true }).waitFor();

  await fields.getByText("{{Cỡ_áo}}").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("a field made in the builder has the type that was chosen", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const content = { messages: [{ type: "text", text: "Which size?" }] };
  const ask = { type: "ask", content, accept: "number", retries: 2, next: {} };
  const pageId = await addPage({ flows: [aDraft("a", { steps: { a: ask } })] as never });
  const tab = await openAs(t, "owner", `/pages/${pageId}/flows`);
  await tab.getByRole("link", { name: "Welcome" }).click();
  await step(tab, "Which size?").click();

  await panel(tab).getByRole("combobox", { name: "Save the answer in" }).fill("Cỡ giày");
  const created = tab.waitForResponse((response) => response.request().method() === "POST");
  await tab.getByRole("option", { name: "Create “Cỡ giày” · Number" }).click();
  await created;
  await tab.goto(`${it.baseUrl}/pages/${pageId}/fields`);

  const row = tab.getByRole("list", { name: "Custom fields" }).getByRole("listitem");
  await row.getByText("Cỡ giày", { exact: true }).waitFor();
  await row.getByText("Number").waitFor();
});

test("the audit log is filtered, and its entries lead to what they are about", async (t) => {
  const { openAs, addPage, emailOf } = await aWorkspace(it);
  const pageId = await addPage();
  const editor = await openAs(t, "editor", `/pages/${pageId}/fields`);
  await editor.getByLabel("New tag").fill("vip");
  await editor.getByRole("button", { name: "Add tag" }).click();
  await editor.getByRole("list", { name: "Tags" }).getByText("vip").waitFor();
  const tab = await openAs(t, "owner", `/pages/${pageId}/fields`);
  await tab.getByLabel("New tag").fill("newsletter");
  await tab.getByRole("button", { name: "Add tag" }).click();
  await tab.getByRole("list", { name: "Tags" }).getByText("newsletter").waitFor();

  await tab.getByRole("link", { name: "Audit log" }).click();
  const log = tab.getByRole("list", { name: "Audit log" });
  const shows = (...subjects: string[]) =>
    eventually(async () => assert.deepEqual(await log.getByRole("link").allInnerTexts(), subjects));
  await shows("newsletter", "vip");
  await tab.getByRole("combobox", { name: "Person" }).fill("editor");
  await tab.getByRole("option", { name: `The editor (${emailOf("editor")})` }).click();
  await shows("vip");
  await tab.getByRole("button", { name: "Clear filters" }).click();
  await tab.getByRole("combobox", { name: "Action" }).fill("created a t");
  await tab.getByRole("option", { name: "created a tag" }).click();
  await tab.getByRole("searchbox", { name: "Search" }).fill("NEWS");
  await shows("newsletter");
  await tab.reload();
  await shows("newsletter");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByLabel("To", { exact: true }).fill("2020-01-01");
  await tab.getByText("Nothing fits these filters").waitFor();

  await tab.getByRole("button", { name: "Clear filters" }).click();
  await log.getByRole("link", { name: "vip" }).click();
  await tab.waitForURL(`**/pages/${pageId}/fields`);
});

test("named tokens are made with a scope, used and deleted one by one", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=api`);
  const list = tab.getByRole("list", { name: "More tokens" });
  const create = async (name: string, scope: string) => {
    await tab.getByRole("button", { name: "New token" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("radio", { name: scope, exact: true }).click();
    await dialog.getByRole("button", { name: "Create token" }).click();
    await tab.getByText(`Copy “${name}” now: it is not shown again`).waitFor();
    return callerOf(it.baseUrl, { pageId, token: (await tab.getByText(/^bt_/).innerText()).trim() });
  };

  const reader = await create("Reports", "Read");
  const all = await create("Shop system", "Everything");
  const make = { json: {} };
  assert.deepEqual([(await reader("/flows")).status, (await reader("/keywords/create", make)).status], [200, 403]);
  assert.deepEqual([(await all("/flows")).status, (await all("/keywords/create", make)).status], [200, 200]);
  await tab.reload();
  await list.getByText("Reports").waitFor();
  await eventually(async () => assert.match(await list.innerText(), /Last used on/));
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await tab.getByRole("button", { name: "Delete Reports" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete token" }).click();
  await tab.getByText("The token “Reports” is deleted.").waitFor();
  assert.deepEqual([(await reader("/flows")).status, (await all("/flows")).status], [401, 200]);
});

test("an agent is told who may see tokens", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const tab = await openAs(t, "agent", `/pages/${await addPage()}/settings?tab=api`);

  await tab.getByText("Only owners can see and make tokens.").waitFor();
});

test("a customer's number is shown and copied beside the conversation and in the profile", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const visitor = await aVisitor(it.baseUrl, pageId);
  await visitor.say("Hello");
  const tab = await openAs(t, "owner", `/pages/${pageId}/customers/${visitor.psid}`);

  await tab.getByRole("button", { name: "Copy the customer number" }).waitFor();
  await tab.getByText(visitor.psid, { exact: true }).first().waitFor();
  await tab.goto(`${it.baseUrl}/pages/${pageId}/conversations/${visitor.psid}`);
  await tab.getByRole("button", { name: "Copy the customer number" }).waitFor();
  await tab.getByText(visitor.psid, { exact: true }).last().waitFor();
});

test("screens begin at one column, and a list that is cut off fades at its end", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const keywords = Array.from({ length: 40 }, (_, number) => aKeyword(`word ${number}`, "Welcome"));
  const pageId = await addPage({ flows: [aFlow("Welcome")], keywords });
  const tab = await openAs(t, "owner", `/pages/${pageId}/flows`);
  await tab.setViewportSize({ width: 1600, height: 900 });
  const columns: Record<string, number> = {};
  for (const path of ["flows", "keywords", "tools", "fields", "settings", "statistics", "ice-breakers-and-menu"]) {
    await tab.goto(`${it.baseUrl}/pages/${pageId}/${path}`);
    // While the screen loads, its heading may be replaced.
    await eventually(async () => {
      columns[path] = Math.round((await tab.getByRole("heading", { level: 1 }).boundingBox())?.x ?? 0);
      assert.notEqual(columns[path], 0);
    });
  }

  assert.equal(new Set(Object.values(columns)).size, 1, JSON.stringify(columns));
  await tab.goto(`${it.baseUrl}/pages/${pageId}/keywords`);
  const list = tab.locator(".keyword-list");
  await tab.locator(".keyword-list[data-more]").waitFor();
  // Rows are measured as they come into view, so that the end moves.
  await eventually(async () => {
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    assert.equal(await tab.locator(".keyword-list[data-more]").count(), 0);
  });
});
