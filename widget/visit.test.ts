import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser } from "./test/browser.ts";
import { eventually, isListening, openChat, showsTexts, texts, write } from "./test/chat-page.ts";

const browser = await openBrowser({ after });
const says = (text: string, fields: object = {}) => ({ type: "text", text, ...fields });

test("loading the page again keeps the conversation and the visitor", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { answer: ({ text }) => [says(`You said ${text}`)] });
  await write(tab, "hello");
  await showsTexts(tab, ["hello", "You said hello"]);

  await tab.reload();
  await showsTexts(tab, ["hello", "You said hello"]);
  await isListening(standIn);
  standIn.say(says("Still there?"));

  await showsTexts(tab, ["hello", "You said hello", "Still there?"]);
  assert.equal(standIn.records.visitors.length, 1);
});

test("a link's ref and ad are sent once, language and time zone with every visit", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { query: "?ref=poster&ad_id=77", tab: { locale: "vi-VN" } });

  await tab.reload();
  await eventually(() => assert.equal(standIn.visitor().visits.length, 2));

  const about = { locale: "vi-VN", timezone: "Europe/Paris", opened: true };
  assert.deepEqual(standIn.visitor().visits, [{ ...about, ref: "poster", ad_id: "77" }, about]);
});

test("the chat uses the visitor's language", async (t) => {
  const { tab } = await openChat(t, browser, { tab: { locale: "vi-VN" } });

  await tab.getByRole("textbox", { name: "Nhập tin nhắn…" }).waitFor();
  await tab.locator('html[lang="vi"]').waitFor();
});

test("with blocked storage the chat works until the page is closed", async (t) => {
  const blockStorage = () => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
  };
  const { tab, standIn } = await openChat(t, browser, {
    prepare: (tab) => tab.addInitScript(blockStorage),
    answer: () => [says("Hello")],
  });

  await write(tab, "hi");

  await showsTexts(tab, ["hi", "Hello"]);
  assert.equal(standIn.records.visitors.length, 1);
});

test("messages are delivered and counted in the title while the tab has no focus, and seen later", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    prepare: (tab) => tab.addInitScript(() => Object.assign(document, { hasFocus: () => "isThere" in window })),
  });

  standIn.say(says("One"), says("Two"));
  await eventually(async () => assert.equal(await tab.title(), "(2) Corner shop"));
  const newest = standIn.visitor().messages.at(-1)?.id;
  await eventually(() => assert.deepEqual(standIn.visitor().receipts, { delivered: newest, seen: 0 }));
  await tab.reload();
  await eventually(async () => assert.equal(await tab.title(), "(2) Corner shop"));
  await tab.evaluate(() => Object.assign(window, { isThere: true }).dispatchEvent(new Event("focus")));

  await eventually(async () => assert.equal(await tab.title(), "Corner shop"));
  await eventually(() => assert.deepEqual(standIn.visitor().receipts, { delivered: newest, seen: newest }));
});

test("a visitor who has scrolled up is not moved, but sees that there are new messages", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { tab: { viewport: { width: 390, height: 600 } } });
  const log = tab.locator(".log");
  standIn.say(...Array.from({ length: 30 }, (_, index) => says(`Line ${index}`)));
  await tab.getByText("Line 29", { exact: true }).waitFor();
  const distance = () => log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
  await eventually(async () => assert.ok((await distance()) < 2));

  await log.hover();
  await tab.mouse.wheel(0, -800);
  await eventually(async () => assert.ok((await distance()) > 300));
  const seenBefore = standIn.visitor().receipts.seen;
  standIn.say(says("New one"));
  await tab.getByRole("button", { name: "New messages" }).waitFor();
  assert.ok((await distance()) > 300);
  assert.ok(
    seenBefore <= standIn.visitor().receipts.seen &&
      standIn.visitor().receipts.seen < Number(standIn.visitor().messages.at(-1)?.id),
  );
  await tab.getByRole("button", { name: "New messages" }).click();

  await eventually(async () => assert.ok((await distance()) < 2));
  await tab.locator(".pill").waitFor({ state: "detached" });
  await eventually(() => assert.equal(standIn.visitor().receipts.seen, standIn.visitor().messages.at(-1)?.id));
});

test("each day begins with a line that names it", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const { visitor, records } = standIn;
  for (const daysAgo of [400, 1, 0]) {
    const message = records.addMessage(visitor(), "page", says(`${daysAgo} days ago`));
    message.at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  }

  await tab.reload();
  await eventually(async () => assert.equal((await texts(tab)).length, 3));

  const days = await tab.locator(".day").allTextContents();
  assert.match(days[0] ?? "", /^\w+ \d+, \d{4}$/);
  assert.deepEqual(days.slice(1), ["Yesterday", "Today"]);
});

test("a page that does not exist says so", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });

  standIn.faults.refuse("visits", 404);
  await tab.reload();

  await tab.getByRole("alert").getByText("This chat is not available.").waitFor();
  assert.equal(await tab.getByRole("textbox").isDisabled(), true);
});

test("a ref that the server refuses does not prevent the visit", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true, answer: () => [says("Hello")] });

  standIn.faults.refuse("visits", 400);
  await tab.goto(`${standIn.chatUrl}?ref=poster`);
  await eventually(() => assert.deepEqual(standIn.visitor().visits.at(-1), { ref: "poster", opened: true }));
  standIn.faults.refuse("visits", 400, { times: 2 });
  await tab.goto(`${standIn.chatUrl}?ref=${"x".repeat(3000)}`);
  await write(tab, "hi");

  await showsTexts(tab, ["hi", "Hello"]);
  assert.deepEqual(standIn.visitor().visits.at(-1), {});
});

test("a message written before the visit has started is sent after it", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  await tab.evaluate(() => localStorage.clear());
  standIn.records.visitors.length = 0;

  const answer = standIn.faults.hold("visits");
  await tab.reload();
  await write(tab, "early");
  answer();

  await eventually(() => assert.equal(standIn.visitor()?.messages.length, 1));
  assert.equal(standIn.records.visitors.length, 1);
  await showsTexts(tab, ["early"]);
});

test("the visitor sees that their newest message is sent, then that it is seen", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const receipts = () => tab.locator(".receipt").allTextContents();

  await write(tab, "hello");
  await write(tab, "anybody?");
  await eventually(async () => assert.deepEqual(await receipts(), ["Sent"]));
  await eventually(() => assert.equal(standIn.visitor().messages.length, 2));
  const newest = standIn.visitor().messages.at(-1)?.id ?? 0;
  standIn.streams.read(standIn.visitor(), newest - 1);
  standIn.streams.read(standIn.visitor(), newest);
  await eventually(async () => assert.deepEqual(await receipts(), ["Seen"]));

  await write(tab, "and now?");
  await eventually(async () => assert.deepEqual(await receipts(), ["Sent"]));
  standIn.say(says("Here I am"));
  await eventually(async () => assert.deepEqual(await receipts(), ["Seen"]));
});
