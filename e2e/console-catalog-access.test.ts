import assert from "node:assert/strict";
import { test } from "node:test";
import { aKeyword } from "@banter/server/test/builders.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { everything, isShown, openScreen, type Setup, shop } from "./console/catalog.ts";

test("a viewer sees everything and can change nothing", async (t) => {
  const setup: Setup = {
    ...shop,
    keywords: [aKeyword("hello", "Welcome")],
    ice_breakers: [{ title: "Who are you?", flow: "Welcome" }],
    tools: [{ type: "qr_code", name: "Poster", ref: "poster", flow: "Welcome", is_published: true }],
    tags: ["vip"],
    fields: [{ name: "size", type: "text" }],
  };
  const { tab, page, baseUrl } = await openScreen(t, "flows", { setup, role: "viewer" });
  const go = (name: string) => tab.goto(`${baseUrl}/pages/${page.pageId}/${name}`);
  const absent = async (...names: (string | RegExp)[]) => {
    for (const name of names) assert.equal(await tab.getByRole("button", { name }).count(), 0, String(name));
  };

  await tab.getByRole("link", { name: "Welcome" }).waitFor();
  await isShown(tab, "ask an owner for the role of editor");
  await absent("New flow", "New folder", /^More for/, /^Move /);
  await go("keywords");
  await tab.getByRole("button", { name: "Edit Says hello" }).click();
  await absent("New keyword", /^More for/, /^Move /, "Save");
  assert.ok(await tab.getByRole("switch", { name: "Says hello is on", includeHidden: true }).isDisabled());
  await go("offers");
  await tab.getByRole("textbox", { name: "Question 1" }).waitFor();
  await absent("Save", /^Add/, /^Remove/, /^Move /);
  await go("tools");
  await tab.getByRole("img", { name: "QR code of Poster" }).waitFor();
  await absent("New tool", /^Edit/, /^Delete/, /^Move /);
  await go("fields");
  await tab.getByText("vip").first().waitFor();
  await absent(/^Add/, /^Delete/, /^Rename/);
});

test("axe finds nothing in the dialogs, and they fit on a phone", async (t) => {
  const wide = { width: 1280, height: 844 };
  const { tab, page, baseUrl } = await openScreen(t, "flows", { setup: everything, viewport: wide });
  const open = async (path: string, button: string) => {
    await tab.setViewportSize(wide);
    await tab.goto(`${baseUrl}/pages/${page.pageId}/${path}`);
    await tab.getByRole("button", { name: button }).click();
    await tab.getByRole("dialog").waitFor();
    assert.deepEqual(await axeFaultsInBothSchemes(tab), [], button);
    await tab.setViewportSize({ width: 390, height: 844 });
    await tab.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  };

  await open("flows", "New flow");
  await open("flows", "New folder");
  await open("keywords", "New keyword");
  await open("tools", "New tool");
  await open("tools", "Delete Poster");
});

test("axe finds nothing in the lab", async (t) => {
  const { tab } = await openScreen(t, "keywords", { setup: everything });
  await tab.getByRole("textbox", { name: "A customer writes" }).fill("hello");
  await tab.getByText("wins and starts").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});
