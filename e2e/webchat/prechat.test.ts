import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { findCustomer } from "@banter/server/store/customers/customer-rows.ts";
import { aFlow, aPageFile } from "@banter/server/test/builders.ts";
import { showsTexts } from "@banter/widget/test/chat-page.ts";
import { axeFaults, axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";
import { aWorkspace } from "../console/workspace.ts";

const it = await sharedConsole({ after });

const aShop = () => ({
  ...aPageFile({
    fields: [{ name: "size", type: "text" as const, label: "Shirt size" }],
    flows: [aFlow("Welcome", "Hello {{user_first_name}}, size {{size}}")],
  }),
  page: { ...aPageFile().page, welcome: "Welcome" },
  chat: { welcome_on_open: true },
});

test("an owner makes a form beside a preview, and a visitor fills it in before the welcome", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage(aShop());
  const tab = await openAs(t, "owner", `/pages/${pageId}/settings?tab=form`);
  const chat = tab.frameLocator("iframe").frameLocator("iframe");

  await chat.getByText("Do you have this in size M?").waitFor();
  await tab.getByRole("switch", { name: "Ask visitors to fill in a form" }).click();
  await chat.getByRole("textbox", { name: "Email address" }).waitFor();
  await tab.getByLabel("Heading (English)").fill("Who are you?");
  await chat.getByRole("heading", { name: "Who are you?" }).waitFor();
  await tab.getByRole("combobox", { name: "Add a question" }).click();
  await tab.getByRole("option", { name: "Shirt size" }).click();
  const size = tab.getByRole("group", { name: "Shirt size" });
  await size.getByRole("combobox", { name: "Choices" }).fill("S");
  await tab.keyboard.press("Enter");
  await tab.getByText("Add at least two different choices").waitFor();
  assert.equal(await tab.getByRole("button", { name: "Save" }).isDisabled(), true);
  await tab.keyboard.type("M");
  await tab.keyboard.press("Enter");
  await chat.getByRole("combobox", { name: "Shirt size (optional)" }).waitFor();
  await tab.getByRole("button", { name: "Remove Email address" }).click();
  await tab.getByRole("switch", { name: "Ask for consent" }).click();
  await tab.getByLabel("Words (English)").fill("I agree.");
  await tab.getByLabel("Link to read more").fill("https://shop.example/privacy");
  await tab.getByText("Tiếng Việt", { exact: true }).click();
  await tab.getByLabel("Heading (Tiếng Việt)").fill("Bạn là ai?");
  await chat.getByRole("heading", { name: "Bạn là ai?" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.", { exact: true }).waitFor();

  assert.deepEqual((await readPageFile(it.node.deps, pageId)).chat?.prechat_form, {
    title: { en: "Who are you?", vi: "Bạn là ai?" },
    fields: [
      { field: "user_full_name", is_required: true },
      { field: "size", is_required: false, choices: ["S", "M"] },
    ],
    consent: { text: { en: "I agree." }, url: "https://shop.example/privacy", is_required: true },
    may_skip: false,
  });
  const visitor = await it.open(t, `/chat/${pageId}`);
  await visitor.getByRole("textbox", { name: "Name" }).fill("Lan Anh");
  await visitor.getByRole("combobox", { name: "Shirt size" }).selectOption("M");
  await visitor.getByRole("button", { name: "Start chat" }).click();
  await visitor.getByText("Please tick this to go on.").waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    await visitor.locator(`html[data-scheme="${colorScheme}"]`).waitFor();
    assert.deepEqual(await axeFaults(visitor), []);
  }
  await visitor.getByRole("checkbox", { name: "I agree." }).check();
  await visitor.getByRole("button", { name: "Start chat" }).click();
  await showsTexts(visitor, ["Hello Lan, size M"]);

  const token = await visitor.evaluate((page) => localStorage.getItem(`banter:${page}:token`), pageId);
  const psid = token?.split(".")[0] ?? "";
  await tab.goto(`${it.baseUrl}/pages/${pageId}/customers/${psid}`);
  await tab.getByText("Filled in the form").waitFor();
  await tab.getByText(/^I agree\. · https:\/\/shop\.example\/privacy · /).waitFor();
  assert.equal((await findCustomer(it.node.deps.db, pageId, psid))?.lastName, "Anh");
});
