import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { guestNumber } from "@banter/core/flow/fields/person-name.ts";
import { changePageSettings } from "@banter/server/domain/pages/page-settings.ts";
import { aFlow, aKeyword, aPage } from "@banter/server/test/builders.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { sharedConsole } from "../console/console.ts";
import { allIn, bubble, open, write } from "../console/conversations.ts";

const it = await sharedConsole({ after });

const greeter = {
  flows: [
    {
      ...aFlow("Welcome"),
      document: {
        version: 1,
        start: "tag",
        steps: { tag: { type: "action", actions: [{ action: "add_tag", tag: "vip" }], next: null } },
      },
    },
  ],
  keywords: [aKeyword("hello", "Welcome")],
  tags: ["vip", "gold"],
  rules: [
    {
      ...{ name: "VIPs are gold", when: { type: "tag_added", tag: "vip" }, often: { type: "once" } },
      do: { actions: [{ action: "add_tag", tag: "gold" }] },
    },
  ],
};

test("a customer without a name is called the same in the inbox, its notes of work done and the log of a rule", async (t) => {
  const { pageId } = await aPage(it.node.deps, greeter as never);
  const guest = await aVisitor(it.baseUrl, pageId);
  const name = `Guest ${guestNumber(guest.psid)}`;
  await guest.say("hello");
  const tab = await it.openAs(t, "owner", allIn(`/pages/${pageId}/conversations`));

  await open(tab, name);
  await tab.getByRole("button", { name: "Done", exact: true }).last().click();
  await tab.getByText(`${name} is done.`).waitFor();
  await open(tab, name);
  await write(tab, "Bye");
  await bubble(tab, "Bye").waitFor();
  await tab.getByRole("button", { name: "Reopen" }).waitFor();
  await tab.goto(`${it.baseUrl}/pages/${pageId}/audience?tab=rules`);
  await tab.getByRole("link", { name: "VIPs are gold" }).click();
  await tab.getByRole("link", { name }).waitFor();
  assert.equal(await tab.getByText(guest.psid).count(), 0);
});

test("members who read English call a guest as the page's other members do, and see no raw number first", async (t) => {
  const { pageId } = await aPage(it.node.deps);
  await changePageSettings(it.node.deps, pageId, { look: { language: "vi" } });
  const guest = await aVisitor(it.baseUrl, pageId);
  const name = `Khách ${guestNumber(guest.psid)}`;
  await guest.say("hello");
  const tab = await it.openAs(t, "owner", allIn(`/pages/${pageId}/conversations`), {
    viewport: { width: 1440, height: 900 },
  });

  await open(tab, name);
  const beside = tab.locator(".beside");
  await beside.getByRole("heading", { name }).waitFor();
  const words = await beside.innerText();
  assert.ok(words.trim().startsWith(name) && words.trim().endsWith(guest.psid), words);
  await tab.goto(`${it.baseUrl}/pages/${pageId}/customers`);
  await tab.getByRole("link", { name }).waitFor();
  const [file] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("link", { name: "Export" }).click()]);
  const lines = await readFile(await file.path(), "utf8");
  assert.ok(lines.includes(name) && !lines.includes("Guest "), lines);
});
