import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createSavedReply } from "@banter/server/domain/conversations/saved-replies.ts";
import { changePageSettings } from "@banter/server/domain/pages/page-settings.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { until } from "@banter/server/test/until.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";
import { aDesk, allIn, bubble, composer, draftIn, hears, open, row } from "../console/conversations.ts";

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
  const tab = await it.openAs(t, "agent", allIn(path));
  await open(tab, "Ann");
  const beside = tab.locator(".beside-column");

  await beside.getByRole("button", { name: "Take it" }).click();
  await row(tab, "Ann").getByRole("img", { name: "Assigned to The agent" }).waitFor();
  await beside.getByRole("button", { name: "Pause the bot" }).click();
  await tab.getByRole("menuitem", { name: "Until it is given back" }).click();
  await tab.getByText("Bot paused until it is given back").first().waitFor();
  await composer(tab).fill("Here I am");
  // Answering is the strongest thing on the screen: only it has a full colour.
  const groundOf = (name: string) =>
    tab.getByRole("button", { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
  assert.match(await groundOf("Send"), /^rgb\(/);
  assert.equal(await groundOf("Give back to the bot"), "rgba(0, 0, 0, 0)");
  await composer(tab).press("Enter");
  await hears(ann, "Here I am");
  // It stands once: a second one would make this ambiguous.
  await tab.getByRole("button", { name: "Give back to the bot" }).click();
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
  const tab = await it.openAs(t, "viewer", allIn(path), { expectErrors: true });
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
  const tab = await it.openAs(t, "agent", allIn(path), { ...narrow, hasTouch: true, isMobile: true });
  await row(tab, "Bob").waitFor();
  assert.equal(await isTooWide(tab), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await open(tab, "Ann");
  await row(tab, "Bob").waitFor({ state: "hidden" });
  await bubble(tab, "A person answers soon").waitFor();
  assert.equal(await isTooWide(tab), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await composer(tab).fill("From my phone");
  await tab.getByRole("button", { name: "Send", exact: true }).tap();
  await hears(ann, "From my phone");
  await tab.getByRole("button", { name: "Show the customer" }).click();
  await tab.getByRole("dialog", { name: "Customer" }).getByRole("button", { name: "Pause the bot" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Back to the list" }).tap();
  await row(tab, "Bob").waitFor();

  // Put off, and back by the toast; then answered and done with one press.
  await tab.getByRole("button", { name: /^Waiting/ }).tap();
  await ann.say("one more thing");
  await row(tab, "one more thing").tap();
  await tab.getByRole("button", { name: "Snooze" }).tap();
  await tab.getByRole("menuitem", { name: "When the customer writes" }).tap();
  await tab.getByText("Nobody waits").waitFor();
  await tab.getByRole("button", { name: "Undo" }).tap();
  await row(tab, "Ann").tap();
  await composer(tab).fill("Bye");
  await tab.getByRole("button", { name: "Send and done" }).tap();
  await hears(ann, "Bye");
  await tab.getByText("Nobody waits").waitFor();
  assert.equal(await isTooWide(tab), false);
});

test("the whole inbox works by keyboard alone", async (t) => {
  const { path, pageId, ann, bob, visitor } = await aBusyDesk();
  await addReply(pageId);
  const dan = await visitor("Dan");
  await dan.say("do you have bread?");
  const tab = await it.openAs(t, "agent", path);
  const { keyboard } = tab;
  const heading = (name: string) => tab.getByRole("heading", { level: 2, name }).waitFor();
  const isFocused = (selector: string) => tab.locator(`${selector}:focus`).waitFor();
  await row(tab, "Dan").waitFor();

  await keyboard.press("?");
  await tab.getByRole("dialog", { name: "Keys" }).getByText("Send, done, next conversation").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await keyboard.press("Escape");
  await tab.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });

  // The longest wait is first. An answer that ends the conversation leads to the next one.
  await keyboard.press("j");
  await heading("Ann");
  await keyboard.press("r");
  await isFocused(".composer [role=textbox]");
  await keyboard.type("/gio");
  await tab.getByRole("option", { name: /Giờ mở cửa/ }).waitFor();
  await keyboard.press("Enter");
  await eventually(async () => assert.equal(await draftIn(tab), "We are open from 8 to 5"));
  await keyboard.press("Control+Enter");
  await hears(ann, "We are open from 8 to 5");
  await heading("Dan");
  await row(tab, "Ann").waitFor({ state: "detached" });

  await keyboard.press("a");
  await row(tab, "Dan").getByRole("img", { name: "Assigned to The agent" }).waitFor();
  await keyboard.press("z");
  await tab.getByRole("menuitem", { name: "In an hour" }).waitFor();
  await keyboard.press("Escape");
  await tab.getByRole("menuitem", { name: "In an hour" }).waitFor({ state: "detached" });
  await keyboard.press("e");
  await tab.getByText("Nobody waits").waitFor();

  await keyboard.press("3");
  await row(tab, "Bob").waitFor();
  await row(tab, "Dan").getByRole("img", { name: "Done" }).waitFor();
  await keyboard.press("/");
  await isFocused("input[type=search]");
  await keyboard.type("Bob");
  await row(tab, "Dan").waitFor({ state: "detached" });
  await row(tab, "Bob").waitFor();
  await keyboard.press("ArrowDown");
  await tab.locator(`a.inbox-row[data-psid="${bob.psid}"]:focus`).waitFor();
  await keyboard.press("Enter");
  await heading("Bob");
  await keyboard.press("n");
  await keyboard.type("She likes blue");
  await keyboard.press("Enter");
  await tab.getByRole("article", { name: "Note" }).getByText("She likes blue").waitFor();
  await keyboard.press("Escape");
  await keyboard.press("r");
  await keyboard.type("By keyboard");
  await keyboard.press("Enter");
  await hears(bob, "By keyboard");
  await tab.getByText(/Bot paused/).waitFor();
  await keyboard.press("Escape");
  await tab.locator(`a.inbox-row[data-psid="${bob.psid}"]:focus`).waitFor();
  await keyboard.press("b");
  await tab.getByText("The bot answers").waitFor();
});

const addReply = (pageId: string) =>
  createSavedReply(it.node.deps, pageId, { name: "Giờ mở cửa", text: "We are open from 8 to 5" });

test("a member saves a view for customers who meet a condition, and those who wait too long are red", async (t) => {
  const { path, pageId, ann } = await aBusyDesk();
  const { db } = it.node.deps;
  await changePageSettings({ db }, pageId, { answerMinutes: 5 });
  await until(async () => {
    const late = sql`update conversations set needed_at = now() - interval '7 minutes'
                      where page_id = ${pageId} and psid = ${ann.psid} and needed_at is not null`;
    return (await db.count(late)) > 0;
  });
  const tab = await it.openAs(t, "agent", path);
  await row(tab, "Ann")
    .getByRole("img", { name: /^Waits for \d+ min: too long$/ })
    .waitFor();

  await tab.getByRole("button", { name: "More" }).click();
  await tab.getByRole("menuitem", { name: "Save a view…" }).click();
  const dialog = tab.getByRole("dialog", { name: "Saved views" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("VIP");
  await dialog.getByRole("button", { name: "Add a condition" }).click();
  await tab.getByRole("menuitem", { name: "Tag", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Which tag" }).click();
  await tab.getByRole("option", { name: "vip" }).click();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Save the view" }).click();
  await tab.getByText("Nobody waits").waitFor();
  await tab.reload();
  await tab.getByRole("button", { name: "VIP" }).click();
  await tab.getByRole("menuitem", { name: "VIP" }).waitFor();
});

test("everything is in Vietnamese too, and axe finds nothing", async (t) => {
  const { path } = await aBusyDesk();
  const tab = await it.openAs(t, "agent", allIn(path), { locale: "vi-VN" });
  await row(tab, "Ann")
    .getByRole("img", { name: /^Đã chờ/ })
    .waitFor();
  await row(tab, "Ann").click();
  await tab.getByText("Muốn gặp người thật").waitFor();
  await tab.getByRole("button", { name: "Vì sao trả lời vậy?" }).click();
  await tab.getByRole("dialog").getByText("Từ khóa Says person khớp với “person”").waitFor();
  await tab.getByRole("dialog").getByRole("button", { name: "Chi tiết" }).click();
  await tab.getByRole("dialog").getByText("Điều đã xảy ra").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("axe finds nothing in the conversation, its dialogs and its menus", async (t) => {
  const { path } = await aBusyDesk();
  const tab = await it.openAs(t, "owner", allIn(path));
  await open(tab, "Ann");
  await bubble(tab, "A person answers soon").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Emoji" }).click();
  await tab.getByRole("button", { name: "🙏" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "🙏" }).click();
  assert.equal(await draftIn(tab), "🙏");
  await tab.getByRole("button", { name: "Saved replies" }).click();
  await tab.getByRole("menuitem", { name: "Manage saved replies" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Add a reply" }).click();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});
