import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { mediaPathOf } from "@banter/server/domain/media/addresses.ts";
import { storeUpload } from "@banter/server/domain/media/upload.ts";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { createLogin } from "@banter/server/domain/people/users.ts";
import { aFlow, aPageFile } from "@banter/server/test/builders.ts";
import { aPng } from "@banter/server/test/sample-files.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { password } from "./console/team.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });
const phone = { width: 390, height: 800 };

/** Two pages of a workspace; the first has a flow with a picture that leads to another flow. */
async function twoPages() {
  const workspace = await aWorkspace(it);
  const [from, to] = [await workspace.addPage(), await workspace.addPage({ flows: [aFlow("Thanks", "Mine")] })];
  const bytes = aPng({ width: 4, height: 4 });
  const upload = { name: "dress.png", declaredType: "image/png", length: bytes.length, body: Readable.from([bytes]) };
  const login = { email: `photographer@${from}.example.com`, name: "Photographer", password };
  const userId = await createLogin(it.node.deps, login);
  const picture = await storeUpload(it.node.deps, { pageId: from, userId, psid: null }, upload);
  const steps = {
    show: {
      type: "message",
      content: { messages: [{ type: "image", url: mediaPathOf(it.node.deps, picture) }] },
      next: "go",
    },
    go: { type: "goto", flow: "Thanks" },
  };
  const dress = { name: "Dress", published: true, document: { version: 1, start: "show", steps } };
  await applyPageFile(it.node.deps, from, aPageFile({ flows: [dress, aFlow("Thanks", "Theirs")] }), { prune: true });
  return { ...workspace, from, to };
}

async function openTransfer(tab: Tab): Promise<void> {
  await tab.getByRole("button", { name: "More for Dress" }).click();
  await tab.getByRole("menuitem", { name: "Export or copy…" }).click();
}

const flowsOf = async (pageId: string) => (await readPageFile(it.node.deps, pageId)).flows?.map(({ name }) => name);

test("a flow is copied to another page with its picture, and flows of the same name stay", async (t) => {
  const { openAs, from, to } = await twoPages();
  const tab = await openAs(t, "owner", `/pages/${from}/flows`);

  await openTransfer(tab);
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "To another page" }).click();
  await tab.getByRole("option", { name: `Corner shop (${to})` }).click();
  await dialog.getByRole("button", { name: "Show what would change" }).click();
  await dialog.getByRole("row", { name: "create flow Thanks (2)" }).waitFor();
  await dialog.getByRole("row", { name: "create file dress.png" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await tab.getByText("3 changes applied.").waitFor();

  assert.deepEqual(await flowsOf(to), ["Dress", "Thanks (2)", "Thanks"]);
  const copied = JSON.stringify((await readPageFile(it.node.deps, to)).flows);
  assert.ok(copied.includes(`/media/${to}/`) && !copied.includes(`/media/${from}/`));
});

test("a flow is saved as a file and imported elsewhere, on a phone too", async (t) => {
  const { openAs, from, to } = await twoPages();
  const tab = await openAs(t, "owner", `/pages/${from}/flows`);
  await openTransfer(tab);
  const download = tab.waitForEvent("download");
  await tab.getByRole("dialog").getByRole("button", { name: "Download" }).click();
  const saved = await download;
  const text = readFileSync(await saved.path());

  const other = await openAs(t, "owner", `/pages/${to}/flows`, { viewport: phone });
  await other.getByRole("button", { name: "Import" }).click();
  const dialog = other.getByRole("dialog");
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: text });
  await dialog.getByRole("button", { name: "Show what would change" }).click();
  await dialog.getByRole("row", { name: "create flow Dress" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(other), []);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await other.getByText("3 changes applied.").waitFor();

  assert.equal(saved.suggestedFilename(), "Dress.json");
  assert.deepEqual(await flowsOf(to), ["Dress", "Thanks (2)", "Thanks"]);
});

test("pages of one name show their ids in the switcher", async (t) => {
  const { openAs, from, to } = await twoPages();
  const tab = await openAs(t, "owner", `/pages/${from}/flows`);

  await tab.getByRole("button", { name: "Page: Corner shop. Switch page" }).click();

  await tab.getByRole("menuitem", { name: `Corner shop ${to}` }).waitFor();
});
