import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { createPageOn } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { insertWorkspace } from "@banter/server/store/people/workspaces.ts";
import { metaAppOf, startFacebook } from "@banter/server/test/platforms/facebook/facebook.ts";
import { openTab, type Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { openConsole } from "./console/console.ts";

const facebook = await startFacebook({ after });
const it = await openConsole({ after }, { metaApp: metaAppOf(facebook) });
const { baseUrl, browser, node } = it;
facebook.redirectUrls.push(`${baseUrl}/connect/facebook`);
const bakery = await facebook.addPage({
  id: "104000000000021",
  name: "Corner bakery",
  instagram: { id: "17841400000000021", username: "corner.bakery" },
});
const garage = await facebook.addPage({ id: "104000000000022", name: "Garage" });
await facebook.addPage({ id: "104000000000023", name: "Read only", tasks: ["ANALYZE"] });

/** A tab of the owner that may also go to Facebook. */
async function openOwner(t: Test, path: string, options: object = {}): Promise<Tab> {
  const first = await it.openAs(t, "owner", path);
  const storageState = await first.context().storageState();
  const hosts = [new URL(baseUrl).host, new URL(facebook.origin).host];
  const tab = await openTab(t, browser, { hosts, storageState, ...options });
  await tab.goto(baseUrl + path);
  return tab;
}

async function continueWithFacebook(tab: Tab, press: "Continue as Ann" | "Cancel" = "Continue as Ann") {
  await tab.getByRole("button", { name: "New page" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Messenger" }).click();
  await dialog.getByRole("button", { name: "Continue with Facebook" }).click();
  await tab.getByRole("link", { name: press }).click();
}

test("an owner logs in at Facebook, chooses a page and an account, and both are connected", async (t) => {
  const { deps } = node;
  const connection = { pageToken: "EAAOld", appSecret: "old", verifyToken: "old", baseUrl: facebook.origin };
  await createPageOn(deps, {
    ...{ workspaceId: await ensureWorkspace(deps.db), channel: "messenger", name: "Garage", platformId: garage.id },
    settings: connection satisfies JsonObject,
  });
  const tab = await openOwner(t, "/pages");

  await continueWithFacebook(tab);
  const row = (name: string) => tab.getByRole("checkbox", { name });
  await row("Corner bakery · Messenger").check();
  await row("corner.bakery · Instagram").check();

  assert.equal(await row("Read only · Messenger").isDisabled(), true);
  await tab.getByText("Facebook does not let you answer messages there").waitFor();
  await tab.getByText("Is here already: choose it to connect it again").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Connect 2 pages" }).click();
  await tab.getByRole("link", { name: "Open corner.bakery" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("link", { name: "Open Corner bakery" }).click();
  await tab.waitForURL(`${baseUrl}/pages/${bakery.id}`);
  await tab.goto(`${baseUrl}/pages/${bakery.id}/settings?tab=channel`);
  await tab.getByRole("button", { name: "Connect again with Facebook" }).waitFor();
  assert.equal(await tab.getByRole("heading", { name: "What is left to do" }).count(), 0);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.deepEqual([...facebook.subscriptions.keys()].toSorted(), ["instagram", "page"]);
});

test("a login that was cancelled, is not complete or lacks permissions says so, by keyboard and on a phone", async (t) => {
  const tab = await openOwner(t, "/pages", { viewport: { width: 390, height: 844 }, expectErrors: true });
  await continueWithFacebook(tab, "Cancel");
  await tab.getByText("You have cancelled at Facebook.").waitFor();
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  facebook.grants = () => false;
  await tab.getByRole("button", { name: "Log in at Facebook again" }).press("Enter");
  await tab.getByRole("link", { name: "Continue as Ann" }).press("Enter");
  await tab.getByText("Facebook has not given Banter every permission").waitFor();
  await tab.getByText(/pages_show_list, pages_messaging/).waitFor();
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  facebook.grants = () => true;

  await tab.reload();
  await tab.getByText(/^Facebook refused this login: .*has been used/).waitFor();
  const elsewhere = await insertWorkspace(node.deps.db, "Elsewhere");
  await tab.goto(`${baseUrl}/connect/facebook?code=AQ1&state=${elsewhere}-v1.abc.def`);
  await tab.getByText("This login was started by somebody else").waitFor();
  await tab.goto(`${baseUrl}/connect/facebook?code=AQ1&state=${await ensureWorkspace(node.deps.db)}-v1.abc.def`);
  await tab.getByText("This login was started too long ago").waitFor();
});

test("a template that was chosen before the login is on the new page afterwards", async (t) => {
  const { id } = await facebook.addPage({ id: "104000000000024", name: "Noodle house" });
  const tab = await openOwner(t, "/templates");
  await tab.getByRole("button", { name: /^Restaurant/ }).click();
  await tab.getByRole("dialog").getByRole("radio", { name: "Messenger" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Continue with Facebook" }).click();
  await tab.getByRole("link", { name: "Continue as Ann" }).click();

  await tab.getByText("New pages get the template “Restaurant”.").waitFor();
  await tab.getByRole("checkbox", { name: "Noodle house · Messenger" }).check();
  await tab.getByRole("button", { name: "Connect 1 page" }).click();
  await tab.getByRole("link", { name: "Open Noodle house" }).click();
  await tab.waitForURL(`${baseUrl}/pages/${id}`);
  await tab.getByRole("heading", { name: "Your bot is live" }).waitFor();
});
