import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { findFlow } from "@banter/server/store/catalog/flows.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow } from "@banter/server/test/builders.ts";
import { anAiPage } from "@banter/server/test/platforms/models/ai-page.ts";
import { aModelServer } from "@banter/server/test/platforms/models/model-server.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "./axe.ts";
import { panel, saved, say, step } from "./builder.ts";
import { opened } from "./catalog.ts";

const it = await opened;
const { deps } = it.node;

const proposal = (steps: object) => ({ text: JSON.stringify({ name: "Orders", document: { start: "hello", steps } }) });
const greeting = { version: 1, start: "hello", steps: { hello: say("Hello {{user_first_name ?? there}}") } };

/** A page with a model that says this, and an unpublished flow that greets. */
async function aPageWithModel(t: TestContext, answer: () => { text: string }) {
  const server = await aModelServer(t, "openai", answer);
  const { pageId } = await anAiPage(deps, server.model, undefined, {
    page: { name: "Corner shop", timezone: "UTC", welcome: null, default_reply: null },
    flows: [aFlow("Hours"), { name: "Greeting", published: false, document: greeting as never }],
  });
  const idOf = async (name: string) =>
    (await deps.db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId} and name = ${name}`)).id;
  const read = async (name: string) => (await findFlow(deps.db, pageId, await idOf(name))) ?? assert.fail(name);
  return { server, pageId, idOf, read };
}

test("an owner describes a flow, reads what is proposed, and takes it as a draft", async (t) => {
  const tag = { type: "action", actions: [{ action: "add_tag", tag: "Gold" }], next: "bye" };
  const steps = { hello: say("What size do you wear?", { next: "mark" }), mark: tag, bye: say("Thank you!") };
  const { server, pageId, read } = await aPageWithModel(t, () => proposal(steps));
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/flows`);
  await tab.getByRole("button", { name: "New flow" }).first().click();
  await tab.getByRole("radio", { name: "Describe it" }).click();
  await tab.getByRole("textbox", { name: "Name" }).fill("Orders");
  await tab.getByRole("button", { name: "Create" }).click();

  await panel(tab).getByRole("textbox", { name: "What should this flow do?" }).fill("Ask for the size");
  await panel(tab).getByRole("button", { name: "Draft it" }).click();
  const shown = panel(tab).getByRole("region", { name: "Proposed changes" });
  await shown.getByText("Not on this page, and left open: tag “Gold”.").waitFor();
  await shown.getByText("What size do you wear?").first().waitFor();
  assert.deepEqual(Object.keys((await read("Orders")).draft as object), ["version", "start", "steps"]);
  assert.equal(await step(tab, "What size").count(), 0);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await shown.getByRole("button", { name: "Take it" }).click();
  await step(tab, "What size do you wear?").waitFor();
  await saved(tab);
  const taken = await read("Orders");
  assert.equal(taken.publishedVersion, null);
  assert.deepEqual(Object.keys((taken.draft as { steps: object }).steps), ["hello", "mark", "bye"]);

  server.says(() => ({ text: "I would rather not." }));
  await panel(tab).getByRole("textbox", { name: "What should change?" }).fill("Say it twice");
  await panel(tab).getByRole("button", { name: "Draft it" }).click();
  await panel(tab).getByText("The model did not write a flow that could run", { exact: false }).waitFor();
});

test("a flow is translated beside the one that is there, in the console's Vietnamese", async (t) => {
  const { server, pageId, idOf, read } = await aPageWithModel(t, () => ({ text: "{}" }));
  server.says(() => ({ text: JSON.stringify({ 1: "Xin chào {{user_first_name ?? bạn}}" }) }));
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/flows/${await idOf("Greeting")}`, { locale: "vi-VN" });
  await tab.getByRole("button", { name: "Trợ giúp AI" }).click();
  await panel(tab).getByRole("combobox", { name: "Dịch sang" }).click();
  await tab.getByRole("option", { name: "Tiếng Việt" }).click();
  await panel(tab).getByRole("button", { name: "Dịch", exact: true }).click();
  const shown = panel(tab).getByRole("region", { name: "Thay đổi đề xuất" });
  await shown.locator("ins", { hasText: "Xin chào" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await shown.getByRole("button", { name: "Lưu thành kịch bản mới" }).click();

  await step(tab, "Xin chào").waitFor();
  assert.equal((await read("Greeting (Tiếng Việt)")).publishedVersion, null);
  assert.deepEqual((await read("Greeting")).draft, greeting);
});

test("messages that nothing took become a keyword, with what it would take", async (t) => {
  const { server, pageId } = await aPageWithModel(t, () => ({ text: "{}" }));
  const keywords = [{ name: "Opening hours", phrases: ["open", "closed"], flow: "Hours" }];
  server.says(() => ({ text: JSON.stringify({ keywords }) }));
  const visitor = await aVisitor(it.baseUrl, pageId);
  for (const text of ["When do you open?", "Are you open today?", "Thanks"]) await visitor.say(text);
  await eventually(async () => {
    const rows = await deps.db.many(sql`select id from unmatched_turns where page_id = ${pageId}`);
    assert.equal(rows.length, 3);
  });
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/statistics`);
  await tab.getByRole("link", { name: "Have keywords suggested by AI" }).click();
  const drawer = tab.getByRole("dialog", { name: "Suggested keywords" });
  await drawer.getByText("Takes 2 of 3 messages · Leads to Hours").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await drawer.getByRole("button", { name: "Add the keyword Opening hours" }).click();
  await tab.getByRole("button", { name: "Create keyword" }).click();

  await drawer.getByText("Added").waitFor();
  const stored = await deps.db.many<{ name: string; phrases: string[] }>(sql`
    select name, phrases from keywords where page_id = ${pageId}`);
  assert.deepEqual(stored, [{ name: "Opening hours", phrases: ["open"] }]);
});

test("the test drawer asks the model once the author says so, and shows its answer or why there is none", async (t) => {
  const server = await aModelServer(t, "openai", () => ({ text: "Within two days." }));
  const { pageId } = await anAiPage(deps, server.model);
  const { id } = await deps.db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/flows/${id}`);
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  const ask = panel(tab).getByRole("button", { name: "Ask the model" });
  await ask.waitFor();
  assert.ok(await ask.isDisabled());
  assert.equal(server.seen.length, 0);

  server.says(() => ({ fault: "status", status: 401 }));
  await panel(tab).getByRole("textbox", { name: "What the customer has written" }).fill("When does it arrive?");
  await ask.click();
  await panel(tab).getByRole("alert").getByText("No answer:", { exact: false }).waitFor();
  server.says(() => ({ text: "Within two days." }));
  await ask.click();

  await tab.getByRole("log", { name: "Conversation" }).getByText("Within two days.").waitFor();
  assert.match(JSON.stringify(server.seen.at(-1)), /When does it arrive/);
});
