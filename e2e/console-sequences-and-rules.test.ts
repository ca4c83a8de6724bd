import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { changePageSettings } from "@banter/server/domain/pages/page-settings.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { someCustomers } from "@banter/server/test/customers.ts";
import { until } from "@banter/server/test/until.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { opened, openScreen } from "./console/catalog.ts";

test("a sequence is written step by step, saved and found again", async (t) => {
  const { tab, page } = await openScreen(t, "audience?tab=sequences");

  await tab.getByRole("link", { name: "New sequence" }).first().click();
  await tab.getByLabel("Name").fill("Welcome week");
  const first = tab.getByRole("region", { name: "Step 1" });
  await first.getByRole("textbox", { name: "Text" }).fill("Glad that you are here");
  await tab.getByRole("button", { name: "Add a step" }).click();
  const second = tab.getByRole("region", { name: "Step 2" });
  await second.getByText("A flow", { exact: true }).click();
  await second.getByLabel("Flow", { exact: true }).click();
  await tab.getByRole("option", { name: "Welcome" }).click();
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("“Welcome week” is saved.").waitFor();

  const { baseUrl } = await opened;
  const answer = await tab.request.get(`${baseUrl}/api/v1/pages/${page.pageId}/sequences`);
  const { sequences } = (await answer.json()) as ReplyOf<"GET /pages/:page_id/sequences">;
  const [saved = assert.fail()] = sequences;
  assert.equal(saved.name, "Welcome week");
  assert.deepEqual(
    saved.steps.map((step) => [step.wait_seconds, "content" in step ? step.content.messages : "flow"]),
    [
      [0, [{ type: "text", text: "Glad that you are here" }]],
      [86_400, "flow"],
    ],
  );
  await tab.getByRole("link", { name: "All sequences" }).click();
  await tab.getByRole("link", { name: "Welcome week" }).waitFor();
  await tab.getByText("2 steps").waitFor();
});

test("a rule is made, and one that would go on for ever warns", async (t) => {
  const { tab } = await openScreen(t, "audience?tab=rules", { setup: { tags: ["vip"] } });
  const make = async (name: string, when: string, action: string) => {
    await tab.getByRole("link", { name: "New rule" }).first().click();
    await tab.getByLabel("Name").fill(name);
    await tab.getByRole("combobox", { name: "This happens" }).click();
    await tab.getByRole("option", { name: when }).click();
    await tab.getByRole("combobox", { name: "Tag" }).first().click();
    await tab.getByRole("option", { name: "vip" }).locator("visible=true").click();
    await tab.getByRole("button", { name: action, exact: true }).click();
    await tab.getByRole("combobox", { name: "Tag" }).last().click();
    await tab.getByRole("option", { name: "vip" }).locator("visible=true").click();
    await tab.getByRole("combobox", { name: "For one customer" }).click();
    await tab.getByRole("option", { name: "Every time" }).click();
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText(`“${name}” is saved.`).waitFor();
    await tab.getByText("It has done nothing yet.").waitFor();
    await tab.getByRole("link", { name: "All rules" }).click();
  };
  await make("Take away", "A tag is added", "Remove a tag");
  await make("Give back", "A tag is removed", "Add a tag");

  await tab.getByText("When the tag “vip” is added: Remove a tag").waitFor();
  await tab.getByText("Would go on for ever").nth(1).waitFor();
  await tab.getByRole("link", { name: "Take away" }).click();
  await tab.getByText("Take away → Give back → Take away").waitFor();
});

test("whoever edits a sequence chooses what customers inside get: the steps as they began, or the new ones", async (t) => {
  const { node, baseUrl } = await opened;
  const { db } = node.deps;
  const steps = [
    { id: "one", wait_seconds: 86_400, content: { messages: [{ type: "text" as const, text: "First" }] } },
  ];
  const sequences = [{ name: "Tips", steps, leave: {} }];
  const { tab, page } = await openScreen(t, "audience?tab=sequences", { setup: { sequences } });
  const { pageId } = page;
  await changePageSettings(node.deps, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  await someCustomers(node.deps, pageId, [{ psid: "web_31" }, { psid: "web_32" }]);
  const { id } = await db.get<{ id: number }>(sql`select id from sequences where page_id = ${pageId}`);
  const path = `${baseUrl}/api/v1/pages/${pageId}/sequences/${id}`;
  const enter = async (psid: string, entered: number) => {
    const answer = await tab.request.post(`${path}/enter`, {
      data: { customers: { psids: [psid] } },
      headers: { origin: baseUrl },
    });
    assert.ok(answer.ok(), await answer.text());
    await until(async () => {
      const report = await (await tab.request.get(`${path}/report`)).json();
      return report.entered === entered && report.inside === 1;
    });
  };
  const change = async (text: string, choose: string) => {
    await tab.getByRole("textbox", { name: "Text" }).fill(text);
    await tab.getByRole("button", { name: "Save" }).click();
    const question = tab.getByRole("dialog", { name: "1 customer is in this sequence" });
    await question.getByText(choose, { exact: true }).click();
    assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
    await question.getByRole("button", { name: "Save" }).click();
    await tab.getByText("“Tips” is saved.").first().waitFor();
    await db.count(sql`
      update mailbox set due_at = now() where page_id = ${pageId} and event ->> 'type' = 'timer'`);
  };
  const isSent = (psid: string, text: string) => async () =>
    (await db.count(sql`
      select from messages where page_id = ${pageId} and psid = ${psid} and content ->> 'text' = ${text}`)) > 0;

  await enter("web_31", 1);
  await tab.getByRole("link", { name: "Tips" }).click();
  await change("Second", "The old steps");
  await until(isSent("web_31", "First"));
  await enter("web_32", 2);
  await tab.reload();
  await change("Third", "The new steps");
  await until(isSent("web_32", "Third"));
});

test("a customer's profile, a sequence, a rule's log and the statistics tell what became of a customer", async (t) => {
  const { node, baseUrl } = await opened;
  const { db } = node.deps;
  const say = (text: string) => ({ content: { messages: [{ type: "text" as const, text }] } });
  const { tab, page } = await openScreen(t, "customers", {
    setup: {
      tags: ["vip", "gold"],
      segments: [{ name: "VIPs", condition: { match: "all", rules: [{ type: "tag", tag: "vip", has: true }] } }],
      sequences: [
        {
          name: "Tips",
          steps: [
            { id: "one", wait_seconds: 0, ...say("First") },
            { id: "two", wait_seconds: 86_400, ...say("Second") },
          ],
          leave: {},
        },
      ],
      rules: [
        {
          ...{ name: "VIPs are gold", when: { type: "tag_added", tag: "vip" }, often: { type: "once" } },
          do: { actions: [{ action: "add_tag", tag: "gold" }] },
        },
      ],
    },
  });
  const { pageId } = page;
  await changePageSettings(node.deps, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  await someCustomers(node.deps, pageId, [
    { psid: "web_41", first_name: "Lan" },
    { psid: "web_42", first_name: "Mai" },
  ]);
  const go = (path: string) => tab.goto(`${baseUrl}/pages/${pageId}/${path}`);

  await go("customers/web_41");
  await tab.getByRole("combobox", { name: "Tags" }).click();
  await tab.getByRole("option", { name: "vip" }).click();
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.").waitFor();
  await tab.getByRole("button", { name: "Note a subscription" }).click();
  await tab.getByRole("textbox", { name: "What the customer has said, and where" }).fill("In the shop: yes");
  await tab.getByRole("button", { name: "Keep" }).click();
  await tab.getByText(/^Wants advertising · .*In the shop: yes/).waitFor();
  await until(async () => (await db.count(sql`select from customers where page_id = ${pageId} and tags <> '{}'`)) > 0);
  await tab.reload();
  await tab.getByRole("button", { name: "Why in “VIPs”?" }).click();
  await tab.getByText("the customer has the tag vip").waitFor();

  await go("audience?tab=sequences");
  await tab.getByRole("link", { name: "Tips" }).click();
  await tab.getByRole("button", { name: "Add customers" }).click();
  const dialog = tab.getByRole("dialog", { name: "Add customers to “Tips”" });
  await dialog.getByRole("combobox", { name: "Who enters?" }).click();
  await tab.getByRole("option", { name: "VIPs" }).click();
  await dialog.getByText("1 customer now").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Add them" }).click();
  await tab.getByText("The customers are entering.").waitFor();
  await until(async () => {
    await tab.reload();
    const step = tab.getByRole("region", { name: "Step 1" });
    await step.getByText(/^\d+ sent$/).waitFor();
    return (await step.getByText("1 sent").count()) === 1;
  });
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await go("customers/web_41");
  await tab.getByRole("link", { name: "Sequence “Tips”" }).waitFor();
  await tab.getByRole("button", { name: "Take out of “Tips”" }).click();
  await tab.getByText("Taken out of “Tips”").waitFor();
  await go("audience?tab=rules");
  await tab.getByRole("link", { name: "VIPs are gold" }).click();
  await tab.getByRole("listitem").filter({ hasText: "Lan" }).getByText("Done", { exact: true }).waitFor();

  const answer = await tab.request.post(`${baseUrl}/api/v1/pages/${pageId}/customers/web_41/goals`, {
    data: { name: "Purchase", value: 120_000, currency: "VND" },
    headers: { origin: baseUrl },
  });
  assert.ok(answer.ok(), await answer.text());
  await until(async () => {
    await go("statistics");
    await tab.getByRole("heading", { name: "Goals" }).waitFor();
    return (await tab.getByRole("cell", { name: "Purchase" }).count()) > 0;
  });
});
