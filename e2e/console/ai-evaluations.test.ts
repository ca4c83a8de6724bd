import assert from "node:assert/strict";
import { test } from "node:test";
import { listQuestions } from "@banter/server/store/evaluations/evaluation-questions.ts";
import { anAiDocument, anAiPage, giveKey } from "@banter/server/test/platforms/models/ai-page.ts";
import { aModelServer } from "@banter/server/test/platforms/models/model-server.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { opened, openScreen } from "./catalog.ts";
import { bubble, hears } from "./conversations.ts";

const setupFor = (model: Awaited<ReturnType<typeof aModelServer>>["model"]) => ({
  models: [model],
  flows: [{ name: "Bot", published: true, document: anAiDocument() as never }],
});

test("an owner writes an evaluation, runs it, and sees the answers of draft and live side by side", async (t) => {
  const server = await aModelServer(t, "openai", () => ({ text: "Within two days." }));
  const { tab, page } = await openScreen(t, "ai?tab=evaluations", { setup: setupFor(server.model) });
  await giveKey((await opened).node.deps, page.pageId);
  await tab.getByText("No evaluation yet").waitFor();
  await tab.getByRole("button", { name: "Add an evaluation" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Delivery");
  await dialog.getByRole("combobox", { name: "Flow" }).click();
  await tab.getByRole("option", { name: "Bot" }).click();
  await dialog.getByRole("textbox", { name: "What the customer says" }).fill("How long does it take?");
  await dialog.getByRole("button", { name: "Add an expectation" }).click();
  await dialog.getByRole("textbox", { name: "Words" }).fill("TWO days");
  await dialog.getByRole("button", { name: "Save" }).click();

  await tab.getByRole("button", { name: "Run Delivery", exact: true }).click();
  const question = tab.getByRole("dialog").getByRole("region", { name: "Question 1" });
  await question.getByText("Within two days.").nth(1).waitFor();
  await question.getByText("Met: says “TWO days”").nth(1).waitFor();
  await tab.keyboard.press("Escape");
  await tab.getByText("Draft: passed").waitFor();
  await tab.getByText("Live: passed").waitFor();
});

test("evaluations are in Vietnamese, too, and a viewer changes nothing", async (t) => {
  const server = await aModelServer(t, "openai");
  const said = [{ from: "customer" as const, text: "Mấy giờ mở cửa?" }];
  const evaluations = [{ name: "Giờ giấc", flow: "Bot", step: "ai", blocks: true, questions: [{ said, expects: [] }] }];
  const setup = { ...setupFor(server.model), evaluations };
  const { tab } = await openScreen(t, "ai?tab=evaluations", { setup, role: "viewer", locale: "vi-VN" });

  await tab.getByText("Bản nháp: chưa chạy từ lần sửa cuối").waitFor();
  await tab.getByText("1 câu hỏi · chưa chạy lần nào · Phải đạt trước khi xuất bản", { exact: false }).waitFor();
  await tab.getByRole("button", { name: "Kết quả của Giờ giấc" }).click();
  await tab.getByRole("dialog").getByText("Mấy giờ mở cửa?").waitFor();
  const buttons = await tab.getByRole("button", { name: /Thêm bài kiểm tra|^Chạy/ }).count();
  if (buttons > 0) throw new Error("a viewer may change evaluations");
});

test("a member makes a question of what a customer has written", async (t) => {
  const { node, baseUrl, openAs } = await opened;
  const server = await aModelServer(t, "openai", () => ({ text: "Within two days." }));
  const questions = [{ said: [{ from: "customer" as const, text: "Are you open?" }], expects: [] }];
  const evaluations = [{ name: "Delivery", flow: "Bot", step: "ai", blocks: false, questions }];
  const { pageId } = await anAiPage(node.deps, server.model, undefined, { evaluations });
  const visitor = await aVisitor(baseUrl, pageId, { first_name: "Lan" });
  await visitor.say("Do you ship to Huế?");
  await hears(visitor, "Within two days.");
  const tab = await openAs(t, "owner", `/pages/${pageId}/conversations/${visitor.psid}`);
  await bubble(tab, "Do you ship").hover();
  await tab.getByRole("button", { name: "Add to an evaluation" }).click();
  const dialog = tab.getByRole("dialog", { name: "Add to an evaluation" });
  const words = dialog.getByRole("textbox", { name: "What the customer says" });
  assert.equal(await words.inputValue(), "Do you ship to Huế?");
  await words.fill("Do you ship?");
  await dialog.getByRole("textbox", { name: "The answer must say" }).fill("two days");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();

  await tab.getByText("The question was added.").waitFor();
  const [, added] = await listQuestions(node.deps.db, pageId, null);
  assert.deepEqual(added?.question, {
    said: [{ from: "customer", text: "Do you ship?" }],
    expects: [{ expect: "says", text: "two days" }],
  });
});
