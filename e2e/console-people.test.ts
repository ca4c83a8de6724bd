import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aBrowser, type Member, signedIn } from "@banter/server/test/people.ts";
import { anSmtpServer, textOf } from "@banter/server/test/smtp-server.ts";
import { totpCode, totpKeyOf } from "@banter/server/test/totp.ts";
import { until } from "@banter/server/test/until.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { openConsole } from "./console/console.ts";
import { password } from "./console/team.ts";
import { aWorkspace } from "./console/workspace.ts";

const { url, emails } = await anSmtpServer({ after });
const it = await openConsole({ after }, { mail: { url, from: "banter@example.com" } });
const phone = { viewport: { width: 390, height: 844 } };
const newPassword = "a brand new password";

async function logIn(tab: Tab, email: string, given: string): Promise<void> {
  await tab.getByLabel("E-mail").fill(email);
  await tab.getByRole("textbox", { name: "Password" }).fill(given);
  await tab.getByRole("button", { name: "Log in" }).click();
}

async function isWide(tab: Tab): Promise<boolean> {
  return tab.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

async function enrol(member: Pick<Member, "email" | "password">): Promise<void> {
  const browser = await signedIn(it.baseUrl, member);
  const enrolment = await browser.auth("/two-factor/enable", { password: member.password });
  const { totpURI } = (await enrolment.json()) as { totpURI: string };
  const verified = await browser.auth("/two-factor/verify-totp", { code: totpCode(totpKeyOf(totpURI)) });
  assert.equal(verified.status, 200);
}

test("a forgotten password is set anew by the link of an e-mail, on a phone and by keyboard", async (t) => {
  const { addMember, emailOf } = await aWorkspace(it);
  await addMember("editor");
  const tab = await it.open(t, "/login", { ...phone, expectErrors: true });

  await tab.getByRole("link", { name: "I forgot my password" }).press("Enter");
  await tab.getByRole("heading", { name: "Forgotten password" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByLabel("E-mail").fill(emailOf("editor"));
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Look into your mailbox" }).waitFor();
  assert.deepEqual([await isWide(tab), await axeFaultsInBothSchemes(tab)], [false, []]);
  await until(() => emails.some((email) => email.includes(emailOf("editor"))));
  const [, token = ""] = /\/reset#([\w-]{43})/.exec(emails.map(textOf).join("\n")) ?? [];
  await tab.goto(`${it.baseUrl}/reset#${token}`);
  await tab.getByText(`For ${emailOf("editor")}.`, { exact: false }).waitFor();
  assert.deepEqual([await isWide(tab), await axeFaultsInBothSchemes(tab)], [false, []]);
  await tab.getByRole("textbox", { name: "New password" }).fill("aaaaaaaaaaaaaaa");
  await tab.keyboard.press("Enter");
  await tab.getByText("Must have at least 5 different characters.").waitFor();
  await tab.getByRole("textbox", { name: "New password" }).fill(newPassword);
  await tab.keyboard.press("Enter");

  await tab.getByRole("heading", { name: "Log in" }).waitFor();
  await logIn(tab, emailOf("editor"), newPassword);
  await tab.getByRole("heading", { name: "Pages" }).waitFor();
  const late = await it.open(t, `/reset#${token}`, { expectErrors: true });
  await late.getByRole("heading", { name: "This link does not work any more" }).waitFor();
});

test("without a mail server, the login says whom to ask for a new password", async (t) => {
  const { open, openAs } = await openConsole(t);
  await openAs(t, "owner", "/pages");
  const tab = await open(t, "/forgotten", { locale: "vi-VN" });

  await tab.getByRole("heading", { name: "Máy chủ này không gửi email" }).waitFor();

  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("an owner helps a member who has lost password and second factor", async (t) => {
  const { addMember, emailOf, openAs } = await aWorkspace(it);
  await addMember("agent");
  const agent = { email: emailOf("agent"), password };
  await enrol(agent);
  const owner = await openAs(t, "owner", "/settings/team", phone);

  await owner.getByRole("button", { name: "More for The agent" }).press("Enter");
  await owner.getByRole("menuitem", { name: "Turn off two-factor login…" }).press("Enter");
  assert.deepEqual(await axeFaultsInBothSchemes(owner), []);
  await owner.getByRole("dialog").getByRole("button", { name: "Turn off" }).press("Enter");
  await owner.getByText("The agent logs in with the password alone.").waitFor();
  await owner.getByRole("button", { name: "More for The agent" }).click();
  await owner.getByRole("menuitem", { name: "New password…" }).click();
  assert.equal(await owner.getByRole("menuitem", { name: "Turn off two-factor login…" }).count(), 0);
  await owner.getByRole("dialog").getByRole("button", { name: "Make the link" }).click();
  const link = await owner
    .getByRole("dialog", { name: "Link for The agent" })
    .getByText(/^https?:/)
    .innerText();
  assert.deepEqual([await isWide(owner), await axeFaultsInBothSchemes(owner)], [false, []]);

  const tab = await it.open(t, link.slice(new URL(link).origin.length), { expectErrors: true });
  await tab.getByRole("textbox", { name: "New password" }).fill(newPassword);
  await tab.getByRole("button", { name: "Set the password" }).click();
  await tab.getByRole("heading", { name: "Log in" }).waitFor();
  await logIn(tab, agent.email, newPassword);
  await tab.getByRole("heading", { name: "Pages" }).waitFor();
  await owner.goto(`${it.baseUrl}/settings/audit`);
  await owner.getByText(/turned off a member's two-factor login: /).waitFor();
  await owner.getByRole("main").getByText("chose a new password by a link").first().waitFor();
});

test("an invitation to an address is sent there, and the link is shown too", async (t) => {
  const { openAs } = await aWorkspace(it);
  const owner = await openAs(t, "owner", "/settings/team");
  await owner.getByRole("button", { name: "Invite" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("E-mail (if you like)").fill("dan@example.com");
  await dialog.getByRole("button", { name: "Make the link" }).click();

  await dialog.getByText("is on its way to dan@example.com", { exact: false }).waitFor();

  const link = await dialog.getByText(/^https?:/).innerText();
  await until(() => emails.map(textOf).some((email) => email.includes(link)));
});

test("an owner makes a workspace, switches between two, and the browser remembers the chosen one", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", "/pages");
  const switcher = tab.getByRole("button", { name: /Switch page$/ });

  await switcher.press("Enter");
  await tab.getByRole("menuitem", { name: "New workspace" }).press("Enter");
  await tab.getByRole("heading", { name: "New workspace" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByLabel("Name").fill("Second shop");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Make your first page" }).waitFor();
  await tab.reload();
  await tab.getByRole("heading", { name: "Make your first page" }).waitFor();
  await tab.getByRole("button", { name: "Page: Second shop. Switch page" }).click();
  await tab.getByRole("menuitem", { name: "Bakery" }).click();
  await tab.getByRole("link", { name: "Corner shop", exact: true }).waitFor();
  await tab.reload();
  await tab.getByRole("link", { name: "Corner shop", exact: true }).waitFor();

  await switcher.click();
  await tab.getByRole("menuitem", { name: "Second shop" }).click();
  await tab.getByRole("heading", { name: "Make your first page" }).waitFor();
  await tab.goto(`${it.baseUrl}/pages/${pageId}`);
  await tab.getByRole("button", { name: "Page: Corner shop. Switch page" }).waitFor();
  await tab.goto(`${it.baseUrl}/settings/team`);
  await tab.getByText("Who works on the pages of Bakery.").waitFor();
});

test("a person who joins a second workspace by a link is led into it", async (t) => {
  const [first, second] = [await aWorkspace(it), await aWorkspace(it)];
  await second.addPage();
  await second.addMember("owner");
  const { api } = await signedIn(it.baseUrl, { email: second.emailOf("owner"), password });
  const { workspaces } = await api("GET /me");
  const params = { workspace_id: workspaces[0]?.id ?? 0 };
  const { link } = await api("POST /workspaces/:workspace_id/invitations", { params, body: { role: "viewer" } });
  assert.deepEqual((await aBrowser(it.baseUrl).api("GET /setup")).has_email, true);

  const tab = await first.openAs(t, "owner", link.slice(new URL(link).origin.length));
  await tab.getByRole("button", { name: "Join" }).click();

  await tab.getByRole("link", { name: "Corner shop", exact: true }).waitFor();
});
