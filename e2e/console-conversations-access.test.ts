import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { aDesk, bubble, composer, hears, open, row, write } from "./console/conversations.ts";

const it = await sharedConsole({ after });
const narrow = { viewport: { width: 390, height: 844 } };
const isTooWide = (tab: Tab) => tab.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** A page with two conversations: in one the customer waits for a person. */
async function aBusyDesk() {
  const desk = await aDesk(it);
  const [ann, bob] = [await desk.visitor("Ann"), await desk.visitor("Bob")];
  await bob.say("hello");
  await hears(bob, "Hello there");
  await ann.say("person");
  await hears(ann, "A person answers soon");
  return { ...desk, ann, bob };
}

test("an agent does everything in conversations and cannot build", async (t) => {
  const { pageId, path, ann } = await aBusyDesk();
  const tab = await it.openAs(t, "agent", path);
  await open(tab, "Ann");
  const beside = tab.locator(".beside-column");

  await beside.getByRole("button", { name: "Take it" }).click();
  await row(tab, "Ann").getByRole("img", { name: "Assigned to The agent" }).waitFor();
  await beside.getByRole("button", { name: "Pause the bot" }).click();
  await tab.getByRole("menuitem", { name: "Until it is given back" }).click();
  await tab.getByText("Bot paused until it is given back").first().waitFor();
  await write(tab, "Here I am");
  await hears(ann, "Here I am");
  await tab.getByRole("button", { name: "Give back to the bot" }).first().click();
  await tab.getByText("The bot answers").first().waitFor();
  await beside.getByRole("button", { name: "Mark unread" }).click();
  await row(tab, "Ann")
    .getByRole("img", { name: /unread/ })
    .waitFor();

  await tab.goto(`${it.baseUrl}/pages/${pageId}/flows`);
  await tab.getByRole("link", { name: "Greeting" }).waitFor();
  assert.equal(await tab.getByRole("button", { name: "New flow" }).count(), 0);
  await tab.goto(`${it.baseUrl}/pages/${pageId}/settings?tab=inbox`);
  await tab.getByText("Your role does not allow changes here.").waitFor();
  assert.ok(await tab.getByRole("button", { name: "Save" }).isDisabled());
});

test("a viewer reads everything and writes nothing", async (t) => {
  const { pageId, path, ann } = await aBusyDesk();
  const tab = await it.openAs(t, "viewer", path, { expectErrors: true });
  await open(tab, "Ann");
  await bubble(tab, "A person answers soon").waitFor();

  await tab.getByText("You can read conversations.").waitFor();
  assert.equal(await composer(tab).count(), 0);
  for (const name of ["Give back to the bot", "Pause the bot", "Take it", "Mark unread", "Start"])
    assert.equal(await tab.getByRole("button", { name, exact: true }).count(), 0, name);
  const answer = await tab.request.post(`${it.baseUrl}/api/v1/pages/${pageId}/conversations/${ann.psid}/messages`, {
    data: { content: { messages: [{ type: "text", text: "No" }] } },
    headers: { origin: it.baseUrl },
  });
  assert.equal(answer.status(), 403);
});

test("the owner sets how long the bot pauses and when a hand-over ends", async (t) => {
  const { pageId } = await aDesk(it);
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/settings?tab=inbox`);

  await tab.getByRole("combobox", { name: "Pause of the bot" }).click();
  await tab.getByRole("option", { name: "2 hours", exact: true }).click();
  await tab.getByRole("combobox", { name: "A hand-over that nobody answers" }).click();
  await tab.getByRole("option", { name: "1 day", exact: true }).click();
  await tab.getByRole("textbox", { name: "Message to the customer then" }).fill("Sorry, nobody is here.");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.").waitFor();
  await tab.reload();

  assert.equal(await tab.getByRole("combobox", { name: "Pause of the bot" }).inputValue(), "2 hours");
  await tab.getByText("Sorry, nobody is here.").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("on a phone the list, the conversation and the customer are shown one after another", async (t) => {
  const { path, ann } = await aBusyDesk();
  const tab = await it.openAs(t, "agent", path, narrow);
  await row(tab, "Bob").waitFor();
  assert.equal(await isTooWide(tab), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await open(tab, "Ann");
  await row(tab, "Bob").waitFor({ state: "hidden" });
  await bubble(tab, "A person answers soon").waitFor();
  assert.equal(await isTooWide(tab), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await composer(tab).fill("From my phone");
  await tab.getByRole("button", { name: "Send", exact: true }).click();
  await hears(ann, "From my phone");
  await tab.getByRole("button", { name: "Show the customer" }).click();
  await tab.getByRole("dialog", { name: "Customer" }).getByRole("button", { name: "Pause the bot" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Back to the list" }).click();
  await row(tab, "Bob").waitFor();
});

test("a conversation is found, opened, answered and left by keyboard alone", async (t) => {
  const { path, bob } = await aBusyDesk();
  const tab = await it.openAs(t, "agent", path);
  await row(tab, "Bob").waitFor();
  const isFocused = (selector: string) => tab.locator(`${selector}:focus`).waitFor();

  await tab.keyboard.press("/");
  await isFocused("input[type=search]");
  await tab.keyboard.press("ArrowDown");
  await isFocused("a.inbox-row");
  await tab.keyboard.press("ArrowDown");
  await tab.locator(`a.inbox-row[data-psid="${bob.psid}"]:focus`).waitFor();
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { level: 2, name: "Bob" }).waitFor();
  for (let presses = 0; !(await composer(tab).evaluate((input) => input === document.activeElement)); presses++) {
    assert.ok(presses < 60, "Tab did not reach the composer");
    await tab.keyboard.press("Tab");
  }
  await tab.keyboard.type("By keyboard");
  await tab.keyboard.press("Enter");
  await hears(bob, "By keyboard");
  await tab.keyboard.press("Escape");
  await tab.locator(`a.inbox-row[data-psid="${bob.psid}"]:focus`).waitFor();
});

test("everything is in Vietnamese too, and axe finds nothing", async (t) => {
  const { path } = await aBusyDesk();
  const tab = await it.openAs(t, "agent", path, { locale: "vi-VN" });
  await row(tab, "Ann").getByText("Đang chờ").waitFor();
  await row(tab, "Ann").click();
  await tab.getByText("Chờ người thật từ").first().waitFor();
  await tab.getByRole("button", { name: "Vì sao trả lời vậy?" }).click();
  await tab.getByRole("dialog").getByText("Điều đã xảy ra").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("axe finds nothing in the conversation, its dialogs and its menus", async (t) => {
  const { path } = await aBusyDesk();
  const tab = await it.openAs(t, "owner", path);
  await open(tab, "Ann");
  await bubble(tab, "A person answers soon").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Emoji" }).click();
  await tab.getByRole("button", { name: "🙏" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "🙏" }).click();
  assert.equal(await composer(tab).inputValue(), "🙏");
  await tab.getByRole("button", { name: "Saved replies" }).click();
  await tab.getByRole("menuitem", { name: "Manage saved replies" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Add a reply" }).click();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});
