import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { createEventParser } from "../../../sdk/event-stream.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { sql } from "../../store/db/sql.ts";
import { testDatabase } from "../../test/app.ts";
import { aPageFile, aPostPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { startPlatform } from "../../test/platform.ts";
import { anAiDocument, anAiFile, anAiPage, giveKey } from "../../test/platforms/models/ai-page.ts";
import { aModelServer, type Spoken } from "../../test/platforms/models/model-server.ts";
import { postChannel } from "../../test/post-channel.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const allowPrivateHosts = ["127.0.0.1"];
const db = await testDatabase({ after });
const node = await testNode({ after }, { allowPrivateHosts }, db);
const other = await testNode({ after }, { allowPrivateHosts }, db);

const none = { calls: null, tokens: null, cost: null };
const limits = { customer_day: none, page_day: none, page_month: none, never_say: ["Free shipping"] };

/** A page whose model says this. */
async function aPageThat(t: TestContext, speak: (count: number) => Spoken, step = {}) {
  const server = await aModelServer(t, "openai", (_, count) => speak(count));
  const { pageId } = await anAiPage({ db }, server.model, anAiDocument(step), { model_limits: limits });
  const visitor = await aVisitor(node.baseUrl, pageId);
  return { server, pageId, visitor };
}

/** An open event stream of a visitor, and what it was told, in order. */
async function listen(t: TestContext, baseUrl: string, pageId: string, token: string) {
  const url = `${baseUrl}/api/webchat/v1/pages/${pageId}/events`;
  const { body } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: t.signal });
  const told: [event: string, text: string][] = [];
  void (async () => {
    const parser = createEventParser();
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const { event, data } of parser.push(chunk)) told.push([event, JSON.parse(data).text]);
  })().catch(() => undefined);
  const hasTold = (event: string, text: string) => told.some((each) => each[0] === event && each[1] === text);
  return {
    told,
    hears: (text: string) => until(() => hasTold("message", text)),
    sees: (text: string) => until(() => hasTold("writing", text)),
    /** The words that were seen being written. On a slow machine they are renewed, which changes nothing. */
    seen: () => {
      const texts = told.flatMap(([event, text]) => (event === "writing" ? [text] : []));
      return texts.filter((text, index) => text !== texts[index - 1]);
    },
  };
}

test("an answer is seen while it is written, on every node, and its message is the only one stored", async (t) => {
  const ears: Awaited<ReturnType<typeof listen>>[] = [];
  const all = (see: (ear: (typeof ears)[number]) => Promise<unknown>) => Promise.all(ears.map(see));
  async function* pieces() {
    yield "Hello there, I am ";
    await all(({ sees }) => sees("Hello there, I am"));
    yield "the bot.";
  }
  const { pageId, visitor } = await aPageThat(t, () => ({ pieces: pieces() }));
  for (const { baseUrl } of [node, other]) ears.push(await listen(t, baseUrl, pageId, visitor.token));

  await visitor.say("hi");
  await all(({ hears }) => hears("Hello there, I am the bot."));

  for (const { told, seen } of ears) {
    assert.deepEqual(seen(), ["Hello there, I am"]);
    assert.deepEqual(told.at(-1), ["message", "Hello there, I am the bot."]);
  }
  const stored = await db.many<{ content: { text: string } }>(sql`
    select content from messages where page_id = ${pageId}`);
  assert.deepEqual(
    stored.map(({ content }) => content.text),
    ["Hello there, I am the bot."],
  );
});

test("a phrase that must never be said is not seen when it comes in two pieces, and what was seen is taken back", async (t) => {
  let ear: Awaited<ReturnType<typeof listen>> | undefined;
  async function* pieces() {
    yield "We offer FREE ";
    await ear?.sees("We offer");
    yield "shipping to everybody ";
    await ear?.sees("");
    yield "today.";
  }
  const { pageId, visitor } = await aPageThat(t, () => ({ pieces: pieces() }));
  ear = await listen(t, node.baseUrl, pageId, visitor.token);

  await visitor.say("What is new?");
  await ear.hears("Sorry.");

  assert.deepEqual(ear.seen(), ["We offer", ""]);
  assert.doesNotMatch(JSON.stringify(ear.told), /free|shipping/i);
});

test("a model that fails in the middle takes its words back, and the step leaves by failed", async (t) => {
  let ear: Awaited<ReturnType<typeof listen>> | undefined;
  async function* pieces() {
    yield "Half an ";
    await ear?.sees("Half an");
  }
  const { pageId, visitor } = await aPageThat(t, () => ({ pieces: pieces(), isCut: true }));
  ear = await listen(t, node.baseUrl, pageId, visitor.token);

  await visitor.say("hi");
  await ear.hears("Sorry.");

  assert.deepEqual(ear.seen(), ["Half an", ""]);
});

test("a model that says no more is given up after its time, and its words are taken back", async (t) => {
  const { promise: stalled, resolve: release } = Promise.withResolvers<void>();
  async function* pieces() {
    yield "Half an ";
    await stalled;
  }
  const server = await aModelServer(t, "openai", () => ({ pieces: pieces() }));
  const { pageId } = await anAiPage({ db }, { ...server.model, timeout_seconds: 3 });
  const visitor = await aVisitor(node.baseUrl, pageId);
  const ear = await listen(t, node.baseUrl, pageId, visitor.token);

  await visitor.say("hi");
  await ear.hears("Sorry.");
  release();

  // A slow machine may see nothing of it. What it sees is taken back.
  assert.equal(ear.seen().at(-1) ?? "", "");
});

const endings: [what: string, event: MailEvent][] = [
  ["a person takes over", { type: "pause", seconds: null, userId: "" }],
  ["the customer is erased", { type: "erase" }],
];
for (const [what, event] of endings)
  test(`words of an answer are taken back when ${what}`, async (t) => {
    let ear: Awaited<ReturnType<typeof listen>> | undefined;
    async function* pieces() {
      yield "Half an ";
      await ear?.sees("");
      yield "answer and more ";
    }
    const { pageId, visitor } = await aPageThat(t, () => ({ pieces: pieces() }));
    ear = await listen(t, other.baseUrl, pageId, visitor.token);

    await visitor.say("hi");
    await ear.sees("Half an");
    await node.deps.accept({ pageId, psid: visitor.psid, event });
    await ear.sees("");
    await until(async () => (await db.count(sql`select from requests where page_id = ${pageId}`)) === 0);
    await until(
      async () =>
        (await db.count(sql`
          select from mailbox where page_id = ${pageId} and event ->> 'type' = 'answer'`)) === 0,
    );

    assert.deepEqual(ear.seen(), ["Half an", ""]);
    assert.equal(await db.count(sql`select from messages where page_id = ${pageId}`), 0);
  });

test("a customer who writes more sees the answer to all of it instead", async (t) => {
  let ear: Awaited<ReturnType<typeof listen>> | undefined;
  async function* pieces(count: number) {
    yield count === 1 ? "Half an " : "A whole ";
    await ear?.sees(count === 1 ? "" : "A whole");
    yield "answer.";
  }
  const { pageId, visitor } = await aPageThat(t, (count) => ({ pieces: pieces(count) }));
  ear = await listen(t, node.baseUrl, pageId, visitor.token);

  await visitor.say("hi");
  await ear.sees("Half an");
  await visitor.say("one more thing");
  await ear.hears("A whole answer.");

  assert.deepEqual(ear.seen(), ["Half an", "", "A whole"]);
});

test("on a platform, no sign of typing follows an answer that was there before the sign could be shown", async (t) => {
  const platform = await startPlatform(t);
  const channels = { telegram: postChannel({ timeoutMs: 300_000 }) };
  const posting = await testNode(t, { allowPrivateHosts, channels });
  const server = await aModelServer(t, "openai");
  const { pageId } = await aPostPage(posting.deps, platform.origin);
  await giveKey(posting.deps, pageId);
  const wait = { type: "message", content: { messages: [{ type: "text", text: "One moment." }] }, next: "ai" };
  const document = { ...anAiDocument({}, { wait }), start: "wait" };
  await applyPageFile(posting.deps, pageId, aPageFile(anAiFile(server.model, document)), { prune: true });
  const countSaid = () => posting.deps.db.count(sql`select from messages where page_id = ${pageId}`);
  const signsBefore: number[] = [];
  platform.answer = () => {
    signsBefore.push(platform.calls.filter(({ path }) => path === "/typing").length);
    return { after: until(async () => (await countSaid()) >= 2) };
  };
  const say = (text: string) => posting.deps.accept({ pageId, psid: "tg_1", event: { type: "message", text } });

  await say("hi");
  await platform.waitFor(2);
  await say("hi again");
  await platform.waitFor(3);

  assert.deepEqual(signsBefore.slice(0, 3), [0, 0, 0]);
});

test("on a platform, the sign of typing is renewed while the model thinks", async (t) => {
  const platform = await startPlatform(t);
  const channels = { telegram: postChannel({ typingSeconds: 1 }) };
  const posting = await testNode(t, { allowPrivateHosts, channels });
  const server = await aModelServer(t, "openai", async () => {
    await platform.waitForCalls("/typing", 3);
    return { text: "Here I am." };
  });
  const { pageId } = await aPostPage(posting.deps, platform.origin);
  await giveKey(posting.deps, pageId);
  await applyPageFile(posting.deps, pageId, aPageFile(anAiFile(server.model)), { prune: true });

  await posting.deps.accept({ pageId, psid: "tg_1", event: { type: "message", text: "hi" } });
  const [answer] = await platform.waitFor(1);

  assert.equal(answer?.message.type === "text" && answer.message.text, "Here I am.");
  assert.deepEqual(platform.calls.at(-1), { path: "/typing", body: { to: "tg_1" } });
});
