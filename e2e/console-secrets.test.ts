import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findSecretValues, savePageSecret } from "@banter/server/store/catalog/page-secrets.ts";
import { aFlow } from "@banter/server/test/builders.ts";
import { aServer } from "@banter/server/test/loopback-server.ts";
import { until } from "@banter/server/test/until.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
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
  const save = async (name: string, value: string, host = "") => {
    await tab.getByRole("textbox", { name: "Name" }).fill(name);
    await tab.getByRole("combobox", { name: "Hosts" }).fill(host);
    await tab.getByLabel("Value", { exact: true }).fill(value);
    await tab.keyboard.press("Enter");
  };

  await tab.getByText("This page has no secrets.").waitFor();
  await tab.getByText("Write {{secret.name}} in the address").waitFor();
  await save("shop key", "short");
  await tab.getByText("Use letters, digits and underscores, and begin with a letter.").waitFor();
  await tab.getByText("Use at least 8 characters, in one line.").waitFor();
  await tab.getByText("Name the hosts that the secret is for.").waitFor();
  await save("shop_key", "sk_live_one", "https://api.example.com");
  await tab.getByText("Use names of hosts such as api.example.com").waitFor();
  await tab.getByRole("combobox", { name: "Hosts" }).press("Backspace");
  await save("shop_key", "sk_live_one", "api.example.com");
  await tab.getByText("The secret shop_key is saved.").waitFor();
  assert.deepEqual(await stored(), new Map([["shop_key", { value: "sk_live_one", hosts: ["api.example.com"] }]]));
  await tab.getByRole("list", { name: "Secrets of this page" }).getByText("For api.example.com").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= 390));

  await save("shop_key", "sk_live_two");
  await tab.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=password]")?.value === "");
  assert.deepEqual(await stored(), new Map([["shop_key", { value: "sk_live_two", hosts: ["api.example.com"] }]]));
  assert.ok(!(await tab.content()).includes("sk_live"));

  await tab.getByRole("button", { name: "Delete shop_key" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete secret" }).click();
  await tab.getByText("This page has no secrets.").waitFor();
  assert.deepEqual(await stored(), new Map());
});

test("a secret without hosts asks for them, and takes them without its value", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const { db } = it.node.deps;
  await savePageSecret(db, pageId, "old_key", { value: "sk_live_old", hosts: [] });
  const tab = await openAs(t, "editor", `/pages/${pageId}/settings?tab=secrets`);

  await tab.getByText("This secret names no hosts yet").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("combobox", { name: "Hosts of old_key" }).fill("*.example.com");
  await tab.keyboard.press("Enter");
  await tab.getByRole("button", { name: "Save hosts" }).click();
  await tab.getByText("For *.example.com").waitFor();

  const stored = await findSecretValues(db, pageId, ["old_key"]);
  assert.deepEqual(stored, new Map([["old_key", { value: "sk_live_old", hosts: ["*.example.com"] }]]));
  assert.equal(await tab.getByText("This secret names no hosts yet").count(), 0);
});

test("a viewer sees the names of secrets and nothing to change them", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  await savePageSecret(it.node.deps.db, pageId, "shop_key", { value: "sk_live_one", hosts: ["api.example.com"] });
  await savePageSecret(it.node.deps.db, pageId, "old_key", { value: "sk_live_old", hosts: [] });

  const tab = await openAs(t, "viewer", `/pages/${pageId}/settings?tab=secrets`);

  await tab.getByText("shop_key").waitFor();
  await tab.getByText("Your role lets you see the names and hosts only.").waitFor();
  await tab.getByText("This secret names no hosts yet").waitFor();
  assert.equal(await tab.getByText(/Name the hosts|For which hosts/).count(), 0);
  assert.equal(await tab.getByRole("button", { name: /Delete|Save/ }).count(), 0);
});

test("an editor adds a program, tests it, sees what failed and sends it again", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  let status = 410;
  const program = await aServer(t, (_, response) => response.writeHead(status).end());
  const tab = await openAs(t, "editor", `/pages/${pageId}/settings?tab=events`);

  await tab.getByRole("button", { name: "Add a program" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Till");
  await dialog.getByLabel("Address").fill(`${program.origin}/events`);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await tab.getByText(/^whsec_/).waitFor();
  await (await aVisitor(it.baseUrl, pageId)).say("hello");
  await tab.getByText("Turned off: the program answered that it wants no more").waitFor();
  status = 200;
  await tab.getByRole("switch", { name: "Till gets events" }).click({ force: true });
  await tab.getByText("Turned off").waitFor({ state: "detached" });
  await tab.getByRole("button", { name: "Deliveries" }).click();
  await tab.getByRole("button", { name: "Send all failed again" }).click();
  await tab.getByText("Arrived").first().waitFor();
  await tab
    .getByRole("button", { name: /^Show evt_/ })
    .first()
    .click();
  await tab.getByText("message.received").first().waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  assert.ok(program.seen.length >= 2);
});

test("an editor makes an address for other programs, tries it on a sample and sees its calls", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage({ flows: [aFlow("Thanks")] });
  const visitor = await aVisitor(it.baseUrl, pageId, { email: "lan@example.com" });
  await visitor.say("hello");
  const tab = await openAs(t, "editor", `/pages/${pageId}/settings?tab=hooks`);
  await tab.setViewportSize({ width: 390, height: 800 });

  await tab.getByRole("button", { name: "Add an address" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Orders");
  const fill = async (label: string, path: string) => {
    await dialog.getByLabel(label).fill(path);
    // Closes the list of paths, which would cover what is below.
    await tab.keyboard.press("Tab");
  };
  await fill("Where it is in the call", "customer.email");
  await dialog.getByRole("switch", { name: "Count a goal" }).click();
  await dialog.getByLabel("Goal", { exact: true }).fill("Purchase");
  await fill("Where its value is", "order.total");
  await until(async () => {
    await dialog.getByRole("button", { name: "Try it" }).click();
    await dialog.getByText(/Nobody here|Finds a customer/).waitFor();
    return (await dialog.getByText("Finds a customer by").count()) > 0;
  });
  await dialog.getByText("Counts the goal “Purchase”, worth 120000").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const url = (await tab.getByText(/\/hooks\//).innerText()).trim();
  const body = { customer: { email: "lan@example.com" }, order: { total: 5 } };
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.deepEqual(await answer.json(), { accepted: true });
  await tab.getByRole("button", { name: "Last calls" }).click();
  await tab.getByText("Taken").waitFor();
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= 390));
});
