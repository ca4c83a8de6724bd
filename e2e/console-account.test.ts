import assert from "node:assert/strict";
import { after, test } from "node:test";
import { totpCode } from "@banter/server/test/totp.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { openConsole, sharedConsole } from "./console/console.ts";
import { password } from "./console/team.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });

async function logIn(tab: Tab, email: string, given = password): Promise<void> {
  await tab.getByLabel("E-mail").fill(email);
  await tab.getByLabel("Password", { exact: false }).first().fill(given);
  await tab.getByRole("button", { name: "Log in" }).click();
}

test("the first owner signs up, makes a web chat page, and is led to its home with first steps", async (t) => {
  const { open } = await openConsole(t);
  const tab = await open(t, "/", { expectErrors: true });

  await tab.getByRole("heading", { name: "Welcome to Banter" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByLabel("Your name").fill("Ann Owner");
  await tab.getByLabel("E-mail").fill("ann@example.com");
  await tab.getByRole("textbox", { name: "Password" }).fill(password);
  await tab.getByLabel("Name of your workspace").fill("Corner shop");
  await tab.getByRole("button", { name: "Begin" }).click();
  await tab.getByRole("heading", { name: "Make your first page" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "New page" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop chat");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Create page" }).click();

  await tab.waitForURL(/\/pages\/web_\d+$/);
  await tab.getByRole("heading", { name: "First steps" }).waitFor();
  await tab.getByRole("link", { name: "Start from a template" }).waitFor();
});

test("a login leads to the requested page, a wrong password is reported, and logging out works", async (t) => {
  const { addPage, addMember, emailOf } = await aWorkspace(it);
  const pageId = await addPage();
  await addMember("owner");
  const tab = await it.open(t, `/pages/${pageId}/settings`, { expectErrors: true });

  await logIn(tab, emailOf("owner"), "not the password at all");
  await tab.getByRole("alert").getByText("do not go together").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await logIn(tab, emailOf("owner"));
  await tab.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await tab.goto(new URL("/settings/profile", tab.url()).href);
  await tab.getByRole("button", { name: "Log out" }).click();
  await tab.getByRole("heading", { name: "Log in" }).waitFor();

  await tab.goto(new URL("/pages", tab.url()).href);
  await tab.getByRole("heading", { name: "Log in" }).waitFor();
});

test("somebody with one page is led to its home, with several to the list, and then to the one last opened", async (t) => {
  const team = await aWorkspace(it);
  const pageId = await team.addPage();
  const tab = await team.openAs(t, "owner", "/settings/profile");
  const openAnew = async () => {
    await tab.evaluate(() => localStorage.removeItem("banter-page"));
    await tab.goto(`${it.baseUrl}/`);
  };
  await openAnew();
  await tab.waitForURL(`${it.baseUrl}/pages/${pageId}`);
  // The page is remembered a moment after it is shown: what is removed before would be there again.
  await tab.waitForFunction(() => localStorage.getItem("banter-page") !== null);

  const other = await team.addPage();
  await openAnew();
  await tab.waitForURL(`${it.baseUrl}/pages`);
  await tab.goto(`${it.baseUrl}/pages/${other}`);
  await tab.waitForFunction((id) => localStorage.getItem("banter-page") === id, other);
  await tab.goto(`${it.baseUrl}/`);
  await tab.waitForURL(`${it.baseUrl}/pages/${other}`);
});

test("two-factor login: enrol, log in with the app's code, and with a backup code", async (t) => {
  const { openAs, emailOf } = await aWorkspace(it);
  const profile = await openAs(t, "owner", "/settings/profile", { expectErrors: true });
  assert.deepEqual(await axeFaultsInBothSchemes(profile), []);

  await profile.getByRole("button", { name: "Turn on", exact: true }).click();
  await profile.getByRole("dialog").getByRole("textbox", { name: "Password" }).fill("wrong password");
  await profile.getByRole("button", { name: "Go on" }).click();
  await profile.getByRole("alert").getByText("The password is not right.").waitFor();
  await profile.getByRole("dialog").getByRole("textbox", { name: "Password" }).fill(password);
  await profile.getByRole("button", { name: "Go on" }).click();
  await profile.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(profile), []);
  const totpKey = await profile.locator("code").first().innerText();
  await profile.getByLabel("Code from the app").fill("000000");
  await profile.getByRole("button", { name: "Turn on", exact: true }).click();
  await profile.getByRole("alert").getByText("That code is not right.", { exact: false }).waitFor();
  await profile.getByLabel("Code from the app").fill(totpCode(totpKey));
  await profile.getByRole("button", { name: "Turn on", exact: true }).click();
  await profile.getByText("Keep these backup codes").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(profile), []);
  const backupCode = await profile.locator("code").first().innerText();

  const byApp = await it.open(t, "/login", { expectErrors: true });
  await logIn(byApp, emailOf("owner"));
  // Each code works once, so this is the next one.
  await byApp.getByLabel("Code from the app").fill(totpCode(totpKey, Date.now() + 30_000));
  await byApp.getByRole("button", { name: "Go on" }).click();
  await byApp.getByRole("heading", { name: "Pages" }).waitFor();

  const byBackup = await it.open(t, "/login", { expectErrors: true });
  await logIn(byBackup, emailOf("owner"));
  await byBackup.getByRole("button", { name: "Use a backup code instead" }).click();
  await byBackup.getByLabel("Backup code").fill(backupCode);
  assert.deepEqual(await axeFaultsInBothSchemes(byBackup), []);
  await byBackup.getByRole("button", { name: "Go on" }).click();
  await byBackup.getByRole("heading", { name: "Pages" }).waitFor();
});

test("a person changes name and password, which ends their other sessions", async (t) => {
  const { openAs, emailOf } = await aWorkspace(it);
  const here = await openAs(t, "owner", "/settings/profile");
  const there = await it.open(t, "/login", { expectErrors: true });
  await logIn(there, emailOf("owner"));
  await there.getByRole("heading", { name: "Pages" }).waitFor();
  await here.reload();
  await here.getByRole("button", { name: /^End the session of/ }).waitFor();

  await here.getByLabel("Your name").fill("Ann the owner");
  await here.getByRole("button", { name: "Save" }).click();
  await here.getByText("Saved.").waitFor();
  await here.getByRole("textbox", { name: "Current password" }).fill(password);
  await here.getByRole("textbox", { name: "New password" }).fill("a brand new password");
  await here.getByRole("button", { name: "Change password" }).click();
  await here.getByText("The password is changed.").waitFor();

  await here.reload();
  assert.equal(await here.getByLabel("Your name").inputValue(), "Ann the owner");
  assert.equal(await here.getByRole("button", { name: /^End the session of/ }).count(), 0);
  await there.reload();
  await there.getByRole("heading", { name: "Log in" }).waitFor();
});

test("language and colours are remembered in the browser", async (t) => {
  const { openAs } = await aWorkspace(it);
  const tab = await openAs(t, "owner", "/pages", { colorScheme: "light" });

  await tab.getByRole("button", { name: /^Account: / }).click();
  await tab.getByRole("menuitemradio", { name: "Tiếng Việt" }).click();
  await tab.getByRole("heading", { name: "Tạo trang đầu tiên của bạn" }).waitFor();
  await tab.getByRole("button", { name: /^Tài khoản: / }).click();
  await tab.getByRole("menuitemradio", { name: "Tối" }).click();
  await tab.locator('html[data-mantine-color-scheme="dark"][lang="vi"]').waitFor();
  await tab.reload();

  await tab.getByRole("heading", { name: "Tạo trang đầu tiên của bạn" }).waitFor();
  await tab.locator('html[data-mantine-color-scheme="dark"][lang="vi"]').waitFor();
});
