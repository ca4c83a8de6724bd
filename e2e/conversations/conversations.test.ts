import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { makeBreakable } from "../console/breakable-stream.ts";
import { sharedConsole } from "../console/console.ts";
import {
  aDesk,
  allIn,
  bubble,
  composer,
  draftIn,
  hears,
  open,
  row,
  showsTexts,
  texts,
  write,
} from "../console/conversations.ts";
import { insertConversations } from "../console/many-conversations.ts";

const it = await sharedConsole({ after });

test("a customer asks for a person, a member answers, and the bot is given the conversation back", async (t) => {
  const { pageId, path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  const tab = await it.openAs(t, "agent", `/pages/${pageId}/flows`);
  await ann.say("person");

  await tab.getByRole("img", { name: "1 customer waits for a person" }).waitFor();
  await tab.getByRole("link", { name: "Conversations" }).click();
  // The inbox opens with those who wait.
  await tab.getByRole("button", { name: /^Waiting/, pressed: true }).waitFor();
  await row(tab, "Ann")
    .getByRole("img", { name: /^Waits for/ })
    .waitFor();
  await open(tab, "Ann");
  assert.ok(tab.url().includes(`${path}/${ann.psid}`));
  await tab.getByText("Asked for a person").waitFor();
  await write(tab, "I am here");
  await hears(ann, "I am here");
  await tab
    .getByText(/Bot paused · resumes at/)
    .first()
    .waitFor();
  await tab.getByRole("img", { name: /waits for a person/ }).waitFor({ state: "detached" });

  await ann.say("hello");
  await bubble(tab, "hello").waitFor();
  await tab.getByRole("button", { name: "Give back to the bot" }).click();
  await tab.getByText("The bot answers").waitFor();
  await ann.say("hello");
  await hears(ann, "Hello there");
  await showsTexts(tab, ["person", "A person answers soon", "I am here", "hello", "hello", "Hello there"]);
});

test("a member sees that the customer types", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  const tab = await it.openAs(t, "owner", allIn(path));
  await open(tab, "Ann");
  await bubble(tab, "Hello there").waitFor();

  await ann.post("/typing", { is_typing: true });
  await tab.getByText("The customer is typing…").waitFor();
  await ann.say("Thank you");

  await bubble(tab, "Thank you").waitFor();
  await tab.getByText("The customer is typing…").waitFor({ state: "detached" });
});

test("two members see each other, what the other writes, and the notes", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  const one = await it.openAs(t, "owner", allIn(path));
  const other = await it.openAs(t, "agent", allIn(path));
  await open(one, "Ann");
  await open(other, "Ann");

  await one.getByText("The agent is here too").waitFor();
  await other.getByText("The owner is here too").waitFor();
  await composer(one).pressSequentially("Let me look");
  await other.getByText("The owner is writing an answer…").waitFor();
  await composer(one).press("Enter");
  await bubble(other, "Let me look").waitFor();
  await other.getByText("The owner", { exact: true }).first().waitFor();
  await write(other, "Me too");
  await showsTexts(one, ["hello", "Hello there", "Let me look", "Me too"]);

  await other.getByText("Note", { exact: true }).click();
  const note = other.getByRole("textbox", { name: "Note to other members" });
  await note.fill("She likes blue");
  await note.press("Enter");
  await one.getByRole("article", { name: "Note" }).getByText("She likes blue").waitFor();
  await one.locator(".beside-column").getByRole("button", { name: "Take it" }).click();
  await other.getByRole("img", { name: "Assigned to The owner" }).waitFor();
});

test("a member writes while the bot runs: everything arrives once", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("slow");
  const tab = await it.openAs(t, "agent", `${path}/${ann.psid}`);
  await bubble(tab, "One").waitFor();

  await write(tab, "From me");
  await hears(ann, "From me");
  await tab.getByRole("button", { name: "Give back to the bot" }).click();
  await hears(ann, "Two");

  await bubble(tab, "Two").waitFor();
  assert.deepEqual((await texts(tab)).toSorted(), ["From me", "One", "Two", "slow"]);
});

test("a customer who writes while a member types disturbs nothing, and drafts stay with their conversation", async (t) => {
  const { path, visitor } = await aDesk(it);
  const [ann, bob] = [await visitor("Ann"), await visitor("Bob")];
  await ann.say("hello");
  await bob.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path));
  await open(tab, "Ann");
  await bubble(tab, "Hello there").waitFor();

  await composer(tab).pressSequentially("Half a sen");
  await ann.say("And one more thing");
  await bubble(tab, "And one more thing").waitFor();
  await composer(tab).pressSequentially("tence");
  assert.equal(await draftIn(tab), "Half a sentence");

  await open(tab, "Bob");
  assert.equal(await draftIn(tab), "");
  await open(tab, "Ann");
  assert.equal(await draftIn(tab), "Half a sentence");
});

test("a stream that breaks resumes without a gap or a double", async (t) => {
  const { path, visitor } = await aDesk(it);
  const [ann, bob] = [await visitor("Ann"), await visitor("Bob")];
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path), { expectErrors: true });
  const stream = await makeBreakable(tab);
  await open(tab, "Ann");
  await showsTexts(tab, ["hello", "Hello there"]);

  await stream.cut();
  await tab.getByText("The connection is lost.").waitFor();
  for (const text of ["one", "two", "three"]) await ann.say(text);
  await bob.say("I am new");
  await stream.restore();

  await row(tab, "Bob").getByText("I am new").waitFor();
  await showsTexts(tab, ["hello", "Hello there", "one", "two", "three"]);
  assert.equal(await row(tab, "Ann").count(), 1);
  await tab.getByText("The connection is lost.").waitFor({ state: "detached" });
});

test("a message that the server did not get keeps its text, and is sent once", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path), { expectErrors: true });
  await open(tab, "Ann");
  await bubble(tab, "Hello there").waitFor();

  let isLost = true;
  await tab.route("**/messages", async (route) => {
    if (route.request().method() !== "POST" || !isLost) return route.fallback();
    // The server gets it, and its answer is lost.
    isLost = false;
    await route.fetch();
    return route.abort();
  });
  await write(tab, "Only once");
  await tab.getByRole("button", { name: "Send again" }).click();
  await hears(ann, "Only once");
  await tab.getByRole("button", { name: "Send again" }).waitFor({ state: "detached" });
  await showsTexts(tab, ["hello", "Hello there", "Only once"]);
});

test("saved replies are made in the dialog and used with a slash", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path));
  await open(tab, "Ann");

  await tab.getByRole("button", { name: "Saved replies" }).click();
  await tab.getByRole("menuitem", { name: "Manage saved replies" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add a reply" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Giờ mở cửa");
  await dialog.getByRole("textbox", { name: "Text" }).fill("We are open from 8 to 5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Edit Giờ mở cửa" }).waitFor();
  await tab.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await composer(tab).pressSequentially("/gio mo");
  await tab.getByRole("option", { name: /Giờ mở cửa/ }).waitFor();
  await composer(tab).press("Enter");
  await eventually(async () => assert.equal(await draftIn(tab), "We are open from 8 to 5"));
  await composer(tab).press("Enter");
  await hears(ann, "We are open from 8 to 5");
});

test("why the bot answered is explained, and a flow is started by hand", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path));
  await open(tab, "Ann");

  await tab.getByRole("button", { name: "Why this reply?" }).click();
  const drawer = tab.getByRole("dialog", { name: "Why this reply?" });
  await drawer.getByText("The keyword Says hello matched “hello”; flow Greeting, version 1.").waitFor();
  assert.equal(await drawer.getByText("Steps of the flow").count(), 0);
  await drawer.getByRole("button", { name: "Details" }).click();
  await drawer.getByText("Steps of the flow").waitFor();
  await drawer.getByRole("link", { name: "Says hello" }).click();
  const keyword = tab.getByRole("dialog", { name: "Keyword" });
  assert.equal(await keyword.getByRole("textbox", { name: "Name" }).inputValue(), "Says hello");
  await tab.keyboard.press("Escape");
  await keyword.waitFor({ state: "detached" });
  assert.equal(new URL(tab.url()).search, "");
  await tab.goBack();
  await open(tab, "Ann");
  await tab.getByRole("button", { name: "Why this reply?" }).click();
  await drawer.waitFor();
  await tab.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  const beside = tab.locator(".beside-column");
  await beside.getByRole("combobox", { name: "Start a flow" }).click();
  await tab.getByRole("option", { name: "Person" }).click();
  await beside.getByRole("button", { name: "Start", exact: true }).click();
  await hears(ann, "A person answers soon");
});

test("a member writes down what the customer tells, beside the conversation", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path));
  await open(tab, "Ann");
  const beside = tab.locator(".beside-column");

  await beside.getByRole("button", { name: "Edit", exact: true }).click();
  await beside.getByRole("textbox", { name: "Phone" }).fill("+84 901 234 567");
  await beside.getByRole("button", { name: "Save" }).click();

  await beside.getByText("+84901234567").waitFor();
  await beside.getByRole("button", { name: "Edit", exact: true }).waitFor();
});

test("search finds words of messages without their accents", async (t) => {
  const { path, visitor } = await aDesk(it);
  const [ann, bob] = [await visitor("Ann"), await visitor("Bob")];
  await ann.say("Cho em hỏi đơn hàng");
  await bob.say("hello");
  const tab = await it.openAs(t, "agent", allIn(path));
  await row(tab, "Bob").waitFor();

  await eventually(async () => {
    await tab.getByRole("searchbox").fill("");
    await tab.getByRole("searchbox").fill("don hang");
    await row(tab, "Bob").waitFor({ state: "detached", timeout: 5000 });
    await row(tab, "Ann").waitFor({ timeout: 2000 });
  });
  await tab.getByRole("searchbox").fill("nothing like it");
  await tab.getByText("Nothing found").waitFor();
});

test("three thousand conversations scroll without a blank", async (t) => {
  const { pageId, path } = await aDesk(it);
  await insertConversations(it.node.deps.db, pageId, 3000);
  const tab = await it.openAs(t, "agent", allIn(path));
  await row(tab, "Customer 3000").waitFor();
  const box = tab.locator(".inbox-rows");
  const place = await box.boundingBox();
  assert.ok(place);
  await tab.mouse.move(place.x + place.width / 2, place.y + place.height / 2);

  for (let step = 0; (await row(tab, "Customer 1 ").count()) === 0; step++) {
    assert.ok(step < 2000, "the end of the list was not reached");
    await tab.mouse.wheel(0, 2500);
    assert.ok(await paintedRows(), `nothing was painted after ${step} steps`);
  }

  /** Rows and placeholders at points of the list, when the browser has drawn it. */
  function paintedRows(): Promise<number> {
    return box.evaluate(async (element) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.1, 0.3, 0.5, 0.7, 0.9].filter((part) =>
        document.elementFromPoint(left + width / 2, top + height * part)?.closest(".inbox-row"),
      ).length;
    });
  }
});

test("older messages come above without a jump, and new ones wait below until one is there", async (t) => {
  const { path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  for (let number = 1; number <= 70; number++) await ann.say(`Message ${number}.`);
  const tab = await it.openAs(t, "agent", allIn(path));
  await open(tab, "Ann");
  await bubble(tab, "Message 70.").waitFor();
  const thread = tab.locator(".thread");
  const placeOf = (text: string) => bubble(tab, text).evaluate((element) => element.getBoundingClientRect().top);

  const before = await thread.evaluate((element) => {
    element.scrollTo(0, 100);
    const seen = [...element.querySelectorAll(".bubble")].find((each) => each.getBoundingClientRect().top > 200);
    return { text: seen?.textContent ?? "", top: seen?.getBoundingClientRect().top ?? 0 };
  });
  await bubble(tab, "Message 1.").waitFor({ state: "attached" });
  assert.ok(Math.abs((await placeOf(before.text)) - before.top) < 3, `${before.text} moved`);
  await thread.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await ann.say("Something new");
  await tab.getByRole("button", { name: "New messages" }).click();
  await bubble(tab, "Something new").waitFor();
  await eventually(async () =>
    assert.ok(await thread.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 60)),
  );
});
