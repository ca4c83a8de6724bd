import { test } from "node:test";
import { noteMiss } from "@banter/server/domain/knowledge/misses.ts";
import { someCustomers } from "@banter/server/test/customers.ts";
import { opened, openScreen } from "./catalog.ts";

test("an owner teaches the bot a text and a file, tries a question, and answers what was not found", async (t) => {
  const { tab, page } = await openScreen(t, "ai?tab=knowledge");
  const { node } = await opened;
  await tab.getByText("The bot knows nothing yet").waitFor();
  await tab.getByRole("button", { name: "Add a source" }).click();
  await tab.getByRole("menuitem", { name: /^Text/ }).click();
  await tab.getByRole("textbox", { name: "Name" }).fill("Delivery");
  await tab.getByRole("textbox", { name: "Text" }).fill("# Delivery\nParcels arrive within two days.");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("1 passage", { exact: false }).first().waitFor();

  await tab.locator("input[type=file]").setInputFiles({
    name: "questions.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("question,answer\nMay I pay by card?,Yes: Visa and Mastercard.\n"),
  });
  await tab.getByText("“questions.csv” is read: 1 passage.").waitFor();
  await tab.getByRole("textbox", { name: "Question" }).fill("can I pay with a card");
  await tab.getByRole("button", { name: "Search" }).click();
  await tab.getByRole("list", { name: "Found passages" }).getByText("Yes: Visa and Mastercard.").waitFor();
  await tab.getByRole("textbox", { name: "Question" }).fill("who won the world cup");
  await tab.getByRole("button", { name: "Search" }).click();
  await tab.getByText("Nothing fits.").waitFor();

  await tab.getByRole("button", { name: "Show passages of Delivery" }).click();
  await tab.getByRole("dialog").getByText("Parcels arrive within two days.").waitFor();
  await tab.keyboard.press("Escape");

  await someCustomers(node.deps, page.pageId, [{ psid: "web_1" }]);
  await noteMiss(node.deps, page.pageId, { psid: "web_1", question: "Do you gift-wrap?", score: 0.1 });
  await tab.reload();
  await tab.getByRole("button", { name: "Write the answer to Do you gift-wrap?" }).click();
  await tab.getByRole("textbox", { name: "Text" }).fill("# Do you gift-wrap?\nYes, for free.");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByRole("list", { name: "Sources" }).getByText("Do you gift-wrap?").waitFor();
  await tab.getByRole("button", { name: "Clear Do you gift-wrap?" }).click();
  await tab.getByText("No question is left open.").waitFor();
});

test("the screen is in Vietnamese, too, and a viewer changes nothing", async (t) => {
  const setup = { knowledge: [{ kind: "text" as const, name: "Giờ mở cửa", text: "Từ 9 giờ." }] };
  const { tab } = await openScreen(t, "ai?tab=knowledge", { setup, role: "viewer", locale: "vi-VN" });

  await tab.getByRole("heading", { name: "Được hỏi mà chưa có câu trả lời" }).waitFor();
  await tab.getByText("1 đoạn", { exact: false }).waitFor();
  const buttons = await tab.getByRole("button", { name: /Thêm nguồn|Việc khác với/ }).count();
  if (buttons > 0) throw new Error("a viewer may change sources");
});
