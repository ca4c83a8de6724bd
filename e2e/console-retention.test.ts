import assert from "node:assert/strict";
import { after, test } from "node:test";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });

test("an owner sets how long data is kept, on a phone too, and is asked before data is removed", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=data`, { viewport: { width: 390, height: 844 } });
  const messages = tab.getByRole("combobox", { name: "Messages sent to customers" });
  await messages.waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.equal(
    await tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
    false,
  );

  await messages.focus();
  await tab.keyboard.press("Enter");
  await tab.keyboard.press("Home");
  await tab.getByRole("option", { name: "90 days", exact: true }).click();
  await tab.getByRole("button", { name: "Save" }).press("Enter");
  await tab
    .getByRole("dialog", { name: "Remove older data?" })
    .getByRole("button", { name: "Remove it" })
    .press("Enter");
  await tab.getByText("Saved.").waitFor();
  await tab.reload();

  assert.equal(await messages.inputValue(), "90 days");
  assert.equal(await tab.getByRole("combobox", { name: "Explanations of replies" }).inputValue(), "30 days");
});

test("an editor sees how long data is kept and cannot change it", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "editor", `/pages/${pageId}/settings?tab=data`);

  await tab.getByText("Only owners of the workspace may change this.").waitFor();
  assert.ok(await tab.getByRole("button", { name: "Save" }).isDisabled());
});
