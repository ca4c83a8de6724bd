import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser } from "./test/browser.ts";
import { eventually, isGone, isListening, openChat, showsTexts, texts, write } from "./test/chat-page.ts";

const browser = await openBrowser({ after });
const says = (text: string) => ({ type: "text", text });

test("after 50 interruptions every message is there once and in order", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });
  const { streams, visitor, records } = standIn;
  streams.state.repeats = true;
  const said: string[] = [];

  for (let round = 0; round < 50; round++) {
    // One message arrives through the stream, one while there is none.
    said.push(`${round} received`, `${round} missed`);
    standIn.say(says(`${round} received`));
    await tab.getByText(`${round} received`, { exact: true }).waitFor();
    if (round % 5 === 0) {
      streams.cut(visitor());
      await tab.evaluate(() => setTimeout(() => window.dispatchEvent(new Event("online")), 50));
    } else streams.end(visitor(), round);
    records.addMessage(visitor(), "page", says(`${round} missed`));
    await isListening(standIn);
  }

  await showsTexts(tab, said);
  assert.equal(streams.state.opened, 51);
  await tab.reload();
  await showsTexts(tab, said);
});

test("the chat reconnects after the server's retry time", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  standIn.say(says("Back soon"));
  await showsTexts(tab, ["Back soon"]);

  const began = Date.now();
  standIn.streams.end(standIn.visitor(), 1500);
  await isListening(standIn);

  const waited = Date.now() - began;
  assert.ok(waited >= 1450, `came back after ${waited} ms`);
});

test("messages written offline wait, and each is sent once when the network is back", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    expectErrors: true,
    answer: ({ text }) => [says(`Got ${text}`)],
  });
  const context = tab.context();

  await context.setOffline(true);
  await write(tab, "one");
  await write(tab, "two");
  await tab.getByRole("button", { name: "Try again" }).last().waitFor();
  assert.deepEqual(await texts(tab), ["one", "two"]);
  assert.equal(standIn.visitor().messages.length, 0);
  await tab.getByRole("button", { name: "Try again" }).first().click();
  await tab.waitForTimeout(300);
  await context.setOffline(false);

  await showsTexts(tab, ["one", "Got one", "two", "Got two"]);
  assert.equal(standIn.visitor().messages.length, 4);
  await isGone(tab.locator(".not-sent"));
});

test("unsent messages survive a reload", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });

  standIn.faults.refuse("messages", 503, { times: 100 });
  await write(tab, "do not lose me");
  await tab.getByRole("button", { name: "Try again" }).waitFor();
  standIn.faults.clear();
  await tab.reload();

  await showsTexts(tab, ["do not lose me"]);
  await eventually(() => assert.equal(standIn.visitor().messages.length, 1));
  await isGone(tab.locator(".sending"));
});

test("a message whose answer is lost is sent again and stored once", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });

  // Without a stream, only the answer can tell the chat that the message has arrived.
  standIn.faults.refuse("events", 503, { times: 100 });
  standIn.streams.cut(standIn.visitor());
  standIn.faults.loseAnswers("messages", 3);
  await write(tab, "once");
  await eventually(() => assert.equal(standIn.faults.count("messages"), 4));
  standIn.faults.clear();
  await tab.evaluate(() => window.dispatchEvent(new Event("online")));

  await showsTexts(tab, ["once"]);
  await isListening(standIn);
  await showsTexts(tab, ["once"]);
  assert.equal(standIn.visitor().messages.length, 1);
});

test("a message answered with 429 is sent again after Retry-After", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });

  standIn.faults.refuse("messages", 429, { retryAfter: 2 });
  const began = Date.now();
  await write(tab, "patience");
  await eventually(() => assert.equal(standIn.visitor().messages.length, 1));

  assert.ok(Date.now() - began >= 1950);
});

test("a message that the server refuses can be removed", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });

  standIn.faults.refuse("messages", 400);
  await write(tab, "bad");
  await tab.getByRole("button", { name: "Remove" }).waitFor();
  await write(tab, "good");
  await eventually(() => assert.equal(standIn.visitor().messages.length, 1));
  await tab.getByRole("button", { name: "Remove" }).click();

  await showsTexts(tab, ["good"]);
});

test("a message is shown as sending while the server is slow", async (t) => {
  const { tab, standIn } = await openChat(t, browser);

  const answer = standIn.faults.hold("messages");
  await write(tab, "slowly");

  await tab.getByText("Sending…").waitFor({ state: "visible" });
  answer();
  await isGone(tab.locator(".sending"));
  await showsTexts(tab, ["slowly"]);
});

test("a visitor unknown to the server gets a new token, and their message arrives", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });
  standIn.say(says("Old times"));
  await showsTexts(tab, ["Old times"]);
  const { streams, records } = standIn;
  const old = standIn.visitor();

  records.visitors.length = 0;
  streams.end(old, 0);
  await write(tab, "hello?");

  await showsTexts(tab, ["hello?"]);
  await eventually(() =>
    assert.deepEqual(
      records.visitors.map(({ messages }) => messages.length),
      [1],
    ),
  );
});

test("the chat waits for a server that is still starting", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true, answer: () => [says("Here")] });

  for (const call of ["visits", "profile", "events"] as const) standIn.faults.refuse(call, 503, { times: 2 });
  await tab.reload();
  await write(tab, "hello");

  await showsTexts(tab, ["hello", "Here"]);
  await tab.getByRole("heading", { name: "Corner shop", level: 1 }).waitFor();
});
