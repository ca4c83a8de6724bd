import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findSecretValues } from "@banter/server/store/catalog/page-secrets.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });

test("an editor adds, replaces and deletes a secret, whose value is never shown again", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "editor", `/pages/${pageId}/settings?tab=secrets`);
  await tab.setViewportSize({ width: 390, height: 800 });
  const stored = () => findSecretValues(it.node.deps.db, pageId, ["shop_key"]);
  const save = async (name: string, value: string) => {
    await tab.getByRole("textbox", { name: "Name" }).fill(name);
    await tab.getByLabel("Value", { exact: true }).fill(value);
    await tab.keyboard.press("Enter");
  };

  await tab.getByText("This page has no secrets.").waitFor();
  await tab.getByText("Write {{secret.name}} in a header").waitFor();
  await save("shop key", "short");
  await tab.getByText("Use letters, digits and underscores, and begin with a letter.").waitFor();
  await tab.getByText("Use at least 8 characters, in one line.").waitFor();
  await save("shop_key", "sk_live_one");
  await tab.getByText("The secret shop_key is saved.").waitFor();
  assert.deepEqual(await stored(), new Map([["shop_key", "sk_live_one"]]));
  await tab.getByRole("list", { name: "Secrets of this page" }).getByText("shop_key").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= 390));

  await save("shop_key", "sk_live_two");
  await tab.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=password]")?.value === "");
  assert.deepEqual(await stored(), new Map([["shop_key", "sk_live_two"]]));
  assert.ok(!(await tab.content()).includes("sk_live"));

  await tab.getByRole("button", { name: "Delete shop_key" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete secret" }).click();
  await tab.getByText("This page has no secrets.").waitFor();
  assert.deepEqual(await stored(), new Map());
});

test("a viewer sees the names of secrets and nothing to change them", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const owner = await openAs(t, "owner", `/pages/${pageId}/settings?tab=secrets`);
  await owner.getByRole("textbox", { name: "Name" }).fill("shop_key");
  await owner.getByLabel("Value", { exact: true }).fill("sk_live_one");
  await owner.getByRole("button", { name: "Save secret" }).click();
  await owner.getByText("The secret shop_key is saved.").waitFor();

  const tab = await openAs(t, "viewer", `/pages/${pageId}/settings?tab=secrets`);

  await tab.getByText("shop_key").waitFor();
  await tab.getByText("Your role lets you see the names only.").waitFor();
  assert.equal(await tab.getByRole("button", { name: /Delete|Save/ }).count(), 0);
});
