import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createSource } from "@banter/server/domain/knowledge/sources.ts";
import { findSecretValues } from "@banter/server/store/catalog/page-secrets.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { anAiPage } from "@banter/server/test/platforms/models/ai-page.ts";
import { aModelServer, rightKey } from "@banter/server/test/platforms/models/model-server.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import type { Locator } from "playwright-core";
import { axeFaultsInBothSchemes } from "./axe.ts";
import { aShop, empty, panel, saved, step } from "./builder.ts";
import { opened, openScreen, saves } from "./catalog.ts";
import { aDesk, bubble, composer, draftIn, hears } from "./conversations.ts";
import { digested } from "./numbers.ts";

const it = await opened;
const { deps } = it.node;

/** A page whose model answers with these words, in a conversation that the customer has begun. */
async function aTalk(t: TestContext, words: string) {
  const server = await aModelServer(t, "openai", () => ({ text: words }));
  const { pageId } = await anAiPage(deps, server.model);
  const visitor = await aVisitor(it.baseUrl, pageId, { first_name: "Lan" });
  await visitor.say("Do you ship to Huế?");
  await hears(visitor, words);
  return { server, pageId, visitor, path: `/pages/${pageId}/conversations/${visitor.psid}` };
}

test("an owner adds a model with its key, reads why it was refused, and sees it answer", async (t) => {
  const server = await aModelServer(t, "openai", () => ({ text: "Hello, shop!" }));
  const { tab, page } = await openScreen(t, "ai?tab=models");
  await tab.getByText("No model yet").waitFor();
  await tab.getByRole("button", { name: "Add a model" }).click();
  const form = tab.getByRole("dialog", { name: "Add a model" });
  assert.ok(await form.getByRole("button", { name: "Try it" }).isDisabled());
  await form.getByRole("radio", { name: "Ollama or another server" }).click();
  await form.getByRole("textbox", { name: "Name" }).fill("Small");
  await form.getByRole("textbox", { name: "Address" }).fill(`${server.origin}/v1`);
  await form.getByRole("textbox", { name: "Model" }).fill("small");

  await form.getByRole("button", { name: "Try it" }).click();
  await form.getByText("The key was refused").waitFor();
  await form.getByText("The server said: The key is wrong. (401)").waitFor();
  await form.getByRole("combobox", { name: "Key" }).click();
  await tab.getByRole("option", { name: "A new key" }).click();
  await form.getByLabel("New key").fill(rightKey);
  await form.getByRole("textbox", { name: "Price of a million tokens in" }).fill("1");
  await form.getByRole("textbox", { name: "Price of a million tokens out" }).fill("2.5");
  await form.getByRole("button", { name: "Try it" }).click();
  await form.getByText("Hello, shop!").waitFor();
  await form.getByText("100 tokens in, 20 out, cost 0.00015").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await form.getByRole("button", { name: "Add model" }).click();

  await tab.getByRole("list", { name: "Models" }).getByText("small at 127.0.0.1", { exact: false }).waitFor();
  const host = new URL(server.origin).host;
  assert.deepEqual(
    await findSecretValues(deps.db, page.pageId, ["model_key"]),
    new Map([["model_key", { value: rightKey, hosts: [host] }]]),
  );
});

test("an owner limits what models may use and say", async (t) => {
  const { pageId } = await aTalk(t, "Yes, within two days.");
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/ai?tab=models`);
  await tab.getByRole("row", { name: "Today 1 120 0.0001" }).waitFor();
  await tab.getByRole("textbox", { name: "Calls: The page, in a day" }).fill("2");
  await tab.getByRole("textbox", { name: "Cost: The page, in a month" }).fill("0.5");
  await tab.getByRole("combobox", { name: "What the bot must never say" }).fill("free of charge");
  await tab.keyboard.press("Enter");
  await saves(tab, "PUT", "/model_limits", () => tab.getByRole("button", { name: "Save limits" }).click());

  await tab.reload();
  await tab.getByRole("row", { name: "Today 1 of 2" }).waitFor();
  await tab.getByText("free of charge").waitFor();
  assert.equal(await tab.getByRole("textbox", { name: "Cost: The page, in a month" }).inputValue(), "0.5");
});

test("an AI step is set up in its form, and its intents are exits on the canvas", async (t) => {
  const { pageId, path } = await aShop(it, empty);
  const source = await createSource(deps, pageId, { kind: "text", name: "Prices", text: "A shirt costs five euros." });
  const tab = await it.openAs(t, "owner", path);
  await tab
    .getByRole("button", { name: /^Answer by AI/ })
    .first()
    .click();
  await panel(tab).getByText("This page has no model yet.").waitFor();
  assert.equal(await panel(tab).getByText("Choose a model.").count(), 0);
  await panel(tab).getByRole("link", { name: "Add one under AI, Models." }).waitFor();

  await panel(tab).getByRole("textbox", { name: "Instructions" }).fill("You answer for the shop.");
  await panel(tab).getByRole("switch", { name: "Answer only from the page's knowledge" }).click({ force: true });
  await panel(tab).getByRole("button", { name: "More" }).click();
  const sources = panel(tab).getByRole("group", { name: "Only from these sources" });
  await sources.getByRole("button", { name: "Add" }).click();
  await sources.getByRole("combobox", { name: "Source" }).click();
  await tab.getByRole("option", { name: "Prices" }).click();
  await panel(tab).getByRole("checkbox", { name: "Hand over to a person" }).click();
  await panel(tab).getByRole("textbox", { name: "When to use it" }).fill("The customer asks for a person.");
  await panel(tab).getByRole("button", { name: "Intent", exact: true }).click();
  await panel(tab).getByRole("textbox", { name: "Name" }).last().fill("Wants to order");
  await panel(tab).getByRole("textbox", { name: "What the customer wants" }).fill("The customer wants to buy.");
  await step(tab, "You answer for the shop.").getByText("Wants to order").waitFor();
  await step(tab, "You answer for the shop.").getByText("Not sure").waitFor();
  await saved(tab);

  const { draft } = await deps.db.get<{ draft: { steps: Record<string, Record<string, unknown>> } }>(sql`
    select draft from flows where page_id = ${pageId}`);
  const [ai] = Object.values(draft.steps);
  assert.deepEqual(ai?.tools, [{ tool: "hand_over", description: "The customer asks for a person." }]);
  assert.deepEqual(ai?.knowledge, { sources: [{ source_id: source.id }] });
});

test("why this reply shows what the model was told, and what it took", async (t) => {
  const { path } = await aTalk(t, "Yes, within two days.");
  const tab = await it.openAs(t, "owner", path);
  await tab.getByRole("button", { name: "Why this reply?" }).click();
  const why = tab.getByRole("dialog", { name: "Why this reply?" });
  await why.getByText("The model Small answered the customer; flow").waitFor();
  const call = why.getByRole("region", { name: "The model Small" });
  await call.getByText("You answer for ‹Corner shop›.").waitFor();
  await call.getByText("100 tokens in, 20 out, cost 0.00014").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("a member edits a suggested reply and sends it; without a model nothing is offered", async (t) => {
  const { server, visitor, path } = await aTalk(t, "Yes, within two days.");
  const tab = await it.openAs(t, "agent", path);
  await bubble(tab, "Yes, within two days.").waitFor();
  server.says(() => ({ text: "Shipping takes two days." }));
  await tab.getByRole("button", { name: "AI help" }).click();
  await tab.getByRole("menuitem", { name: "Suggest a reply" }).click();
  await tab.getByText("From this conversation only.", { exact: false }).waitFor();
  assert.equal(await draftIn(tab), "Shipping takes two days.");
  assert.equal(await bubble(tab, "Shipping takes two days.").count(), 0);
  await composer(tab).fill("Shipping to Huế takes two days.");
  await tab.getByRole("button", { name: "Send", exact: true }).click();
  await hears(visitor, "Shipping to Huế takes two days.");

  server.says(() => ({ text: "Có giao đến Huế không?" }));
  await bubble(tab, "Do you ship").hover();
  await tab.getByRole("button", { name: "Translate" }).first().click();
  await tab.getByText("Có giao đến Huế không?").waitFor();
  server.says(() => ({ text: "Lan asks about shipping." }));
  await tab.getByRole("button", { name: "AI help" }).click();
  await tab.getByRole("menuitem", { name: "Sum the conversation up" }).click();
  await tab.getByRole("dialog").getByText("Lan asks about shipping.").waitFor();

  const desk = await aDesk(it);
  const ann = await desk.visitor("Ann");
  await ann.say("hello");
  await hears(ann, "Hello there");
  await tab.goto(`${it.baseUrl}${desk.path}/${ann.psid}`);
  await composer(tab).waitFor();
  assert.equal(await tab.getByRole("button", { name: /AI help|Translate/ }).count(), 0);
});

test("the statistics show what models did and took, by step and by day", async (t) => {
  const { pageId } = await aTalk(t, "Yes, within two days.");
  await digested(deps, pageId);
  const tab = await it.openAs(t, "viewer", `/pages/${pageId}/statistics`);

  const steps = tab.getByRole("group", { name: "Answers by AI", exact: true });
  await steps.getByRole("row", { name: "Bot ai 1 1 0 0 0 0 120 0.0001 0.0001" }).waitFor();
  const days = tab.getByRole("group", { name: "Answers by AI, by day" });
  await days.getByRole("row", { name: / 1 0 0 0 0 120 0.0001$/ }).waitFor();
});

test("models, the AI step, why this reply and the inbox's help are in Vietnamese, too", async (t) => {
  const { pageId, path } = await aTalk(t, "Có, trong hai ngày.");
  const { id } = await deps.db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/ai?tab=models`, { locale: "vi-VN" });
  await tab.getByRole("row", { name: "Hôm nay 1 120 0,0001" }).waitFor();
  await tab.getByRole("button", { name: "Lưu giới hạn" }).waitFor();
  await hasAllWords(tab.getByRole("main"));
  await tab.getByRole("button", { name: "Thêm mô hình" }).click();
  const form = tab.getByRole("dialog", { name: "Thêm mô hình" });
  await form.getByText("Mô hình của ai?").waitFor();
  await hasAllWords(form);

  await tab.goto(`${it.baseUrl}/pages/${pageId}/flows/${id}`);
  await step(tab, "You answer for").click({ position: { x: 60, y: 20 } });
  await panel(tab).getByRole("textbox", { name: "Hướng dẫn" }).waitFor();
  await panel(tab).getByText("Việc mô hình được làm").waitFor();
  await hasAllWords(panel(tab));

  await tab.goto(it.baseUrl + path);
  await tab.getByRole("button", { name: "Vì sao trả lời vậy?" }).click();
  const why = tab.getByRole("dialog", { name: "Vì sao trả lời vậy?" });
  await why.getByText("100 token vào, 20 ra, chi phí 0,00014", { exact: false }).waitFor();
  await hasAllWords(why);
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "AI hỗ trợ" }).click();
  await tab.getByRole("menuitem", { name: "Gợi ý câu trả lời" }).waitFor();
  await tab.getByRole("menuitem", { name: "Tóm tắt cuộc trò chuyện" }).waitFor();
  await hasAllWords(tab.getByRole("menu"));
});

/** No text is the name of a missing one, such as `models:limits.save`. */
async function hasAllWords(part: Locator): Promise<void> {
  const lines = (await part.innerText()).split(/\s*\n\s*/);
  assert.deepEqual(
    lines.filter((line) => /^([a-z]\w*:)?[a-z]\w*(\.\w+)+$/i.test(line)),
    [],
  );
}
