import assert from "node:assert/strict";
import { after, test } from "node:test";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { password } from "./console/team.ts";
import { aWorkspace } from "./console/workspace.ts";

const it = await sharedConsole({ after });

test("an invited viewer joins by the link, sees everything and can change nothing", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const owner = await openAs(t, "owner", "/settings/team");
  await owner.getByRole("button", { name: "Invite" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await owner.getByRole("option", { name: /^Viewer/ }).click();
  assert.deepEqual(await axeFaultsInBothSchemes(owner), []);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const link = await dialog.getByText(/^https?:/).innerText();

  const guest = await it.open(t, link.slice(new URL(link).origin.length), { expectErrors: true });
  await guest.getByText("You are invited as: Viewer.").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(guest), []);
  await guest.getByLabel("Your name").fill("Vi Ewer");
  await guest.getByLabel("E-mail").fill("vi@example.com");
  await guest.getByRole("textbox", { name: "Password" }).fill(password);
  await guest.getByRole("button", { name: "Join" }).click();
  await guest.getByRole("link", { name: "Corner shop", exact: true }).waitFor();

  assert.equal(await guest.getByRole("button", { name: "New page" }).count(), 0);
  assert.equal(await guest.getByRole("switch").count(), 0);
  assert.equal(await guest.getByRole("link", { name: "Audit log" }).count(), 0);
  await guest.goto(new URL(`/pages/${pageId}/settings`, guest.url()).href);
  await guest.getByText("Your role lets you look, not change.").waitFor();
  for (const name of ["Save", "Delete page"])
    assert.equal(await guest.getByRole("button", { name, exact: true }).count(), 0);
  assert.equal(await guest.getByRole("tab", { name: "API" }).count(), 0);
  assert.ok(await guest.getByLabel("Name").isDisabled());
  await guest.goto(new URL("/settings/team", guest.url()).href);
  await guest.getByText("vi@example.com").waitFor();
  assert.equal(await guest.getByRole("button", { name: "Invite" }).count(), 0);
  assert.equal(await guest.getByRole("button", { name: /^Remove/ }).count(), 0);
});

test("a used or withdrawn invitation says that it does not work any more", async (t) => {
  const { openAs } = await aWorkspace(it);
  const owner = await openAs(t, "owner", "/settings/team");
  await owner.getByRole("button", { name: "Invite" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Make the link" }).click();
  const link = await owner
    .getByRole("dialog")
    .getByText(/^https?:/)
    .innerText();
  await owner.getByRole("dialog").getByRole("button", { name: "Done" }).click();

  await owner.getByRole("button", { name: "Withdraw the invitation of Whoever has the link" }).click();
  await owner.getByText("The invitation is withdrawn", { exact: false }).waitFor();

  const guest = await it.open(t, link.slice(new URL(link).origin.length), { expectErrors: true });
  await guest.getByRole("heading", { name: "This invitation does not work any more" }).waitFor();
});

test("an owner changes a member's role and removes them, and the audit log says so", async (t) => {
  const { openAs, addMember, emailOf } = await aWorkspace(it);
  await addMember("editor");
  const owner = await openAs(t, "owner", "/settings/team");

  await owner.getByRole("combobox", { name: "Role of The editor" }).click();
  await owner.getByRole("option", { name: /^Agent/ }).click();
  await owner.getByText("The editor is now: Agent.").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(owner), []);
  await owner.getByRole("button", { name: "Remove The editor" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await owner.getByText(emailOf("editor")).waitFor({ state: "detached" });
  await owner.getByRole("link", { name: "Audit log" }).click();

  await owner.getByText(/removed a member: /).waitFor();
  await owner.getByText(/changed a member's role: /).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(owner), []);
});

test("the audit log is loaded a hundred entries at a time", async (t) => {
  const { baseUrl } = it;
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const tab = await openAs(t, "owner", "/pages");
  for (let count = 0; count < 130; count++) {
    const answer = await tab.request.post(`${baseUrl}/api/v1/pages/${pageId}/tags`, {
      data: { name: `Tag ${count}` },
      headers: { origin: baseUrl },
    });
    assert.equal(answer.status(), 200);
  }

  await tab.goto(`${baseUrl}/settings/audit`);
  await tab.getByRole("listitem").first().waitFor();
  assert.equal(await tab.getByRole("listitem").count(), 100);
  await tab.getByRole("button", { name: "Load more" }).click();
  await tab.getByRole("listitem").nth(129).waitFor();
});
