import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { editCustomer, setBlocked } from "../domain/customers/edits.ts";
import { loadPageState } from "../domain/page-file/state.ts";
import type { Node } from "../node.ts";
import { findPage } from "../store/catalog/pages.ts";
import { sql } from "../store/db/sql.ts";
import { anAgent, passHandOverTime, refusalOf } from "../test/agent.ts";
import { testDatabase } from "../test/app.ts";
import { aFlow, aKeyword, aPage, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { aMember, signedIn } from "../test/people.ts";
import { startPlatform } from "../test/platform.ts";
import { accepted, postWebhook, sendText, withPostChannel } from "../test/post-page.ts";
import { until } from "../test/until.ts";
import { aVisitor, type ChatMessage } from "../test/visitor.ts";

const said = (text: string) => (messages: ChatMessage[]) => messages.some((message) => message.text === text);
const textsOf = (messages: ChatMessage[]) => messages.map(({ text }) => text);

const text = (words: string) => ({ messages: [{ type: "text", text: words }] });

const askName = {
  name: "Ask",
  published: true,
  document: {
    version: 1,
    start: "ask",
    steps: {
      ask: {
        type: "ask",
        content: text("Your name?"),
        accept: "text",
        save_to: "user_first_name",
        next: { answered: "thanks" },
      },
      thanks: { type: "message", content: text("Thanks, {{user_first_name}}"), next: null },
    },
  },
};

const handOver = {
  name: "Help",
  published: true,
  document: {
    version: 1,
    start: "say",
    steps: {
      say: { type: "message", content: text("A person will answer"), next: "hand" },
      hand: { type: "action", actions: [{ action: "hand_over" }], next: null },
    },
  },
};

async function aShop(t: Test, page: Partial<PageFile["page"]> = {}, given?: Node) {
  const node = given ?? (await testNode(t));
  const { deps, baseUrl } = node;
  const made = await aPage(deps, {
    page: { name: "Corner shop", timezone: "UTC", welcome: null, default_reply: null, ...page },
    tags: ["vip"],
    flows: [aFlow("Hello"), askName, handOver],
    keywords: [aKeyword("hello", "Hello"), aKeyword("ask", "Ask"), aKeyword("help", "Help")],
  } as Partial<PageFile>);
  const visitor = await aVisitor(baseUrl, made.pageId, { first_name: "Ann" });
  await visitor.say("hi");
  return { ...node, ...made, visitor, agent: await anAgent(node, made.pageId) };
}

const waitingOf = ({ db }: Node["deps"], pageId: string) =>
  db.many<{ psid: string; isTimed: boolean; isBound: boolean }>(sql`
    select psid, until > since as is_timed, flow_id is not null and turn_id is not null as is_bound
      from hand_overs where page_id = ${pageId}`);

test("a person writes while the bot waits on a question: the bot is silent until it is given back", async (t) => {
  const { visitor, agent } = await aShop(t);
  await visitor.say("ask");
  await visitor.hear(said("Your name?"));

  const { messages } = await agent.write(visitor.psid, "Hello {{user_first_name}}, I am Bea");
  await visitor.say("Bob");
  await visitor.hear(said("Bob"));
  await agent.giveBack(visitor.psid);
  await visitor.say("Carl");

  const [message] = messages;
  assert.deepEqual(
    [messages.length, message?.from, message?.author, message?.state, message?.content],
    [1, "person", { user_id: agent.userId, name: "Bea" }, "sent", { type: "text", text: "Hello Ann, I am Bea" }],
  );
  assert.deepEqual(textsOf(await visitor.hear(said("Thanks, Carl"))), [
    "hi",
    "ask",
    "Your name?",
    "Hello Ann, I am Bea",
    "Bob",
    "Carl",
    "Thanks, Carl",
  ]);
});

test("the bot is paused for the page's time", async (t) => {
  const { deps, pageId, visitor, agent } = await aShop(t, { pause_minutes: 7 });

  await agent.write(visitor.psid, "Hello");

  const { until, now } = await deps.db.get<{ until: number; now: number }>(sql`
    select (state -> 'paused' ->> 'until')::float8 as until, extract(epoch from clock_timestamp()) * 1000 as now
      from customers where page_id = ${pageId} and psid = ${visitor.psid}`);
  const minutes = (until - now) / 60_000;
  assert.ok(minutes > 5 && minutes <= 7, `${minutes} minutes`);
});

test("the same key writes once, and another text with it is refused", async (t) => {
  const { visitor, agent } = await aShop(t);

  const calls = await Promise.all([1, 2, 3].map(() => agent.write(visitor.psid, "Once", { key: "k1" })));
  const again = await agent.write(visitor.psid, "Once", { key: "k1" });

  const ids = [...calls, again].flatMap(({ messages }) => messages.map(({ id }) => id));
  assert.deepEqual([ids.length, new Set(ids).size], [4, 1]);
  assert.equal(await refusalOf(agent.write(visitor.psid, "Twice", { key: "k1" })), "409 idempotency_conflict");
  assert.deepEqual(textsOf(await visitor.hear(said("Once"))), ["hi", "Once"]);
});

test("a hand-over that nobody answers ends by itself with the page's message, also after a restart", async (t) => {
  const db = await testDatabase(t);
  const first = await testNode(t, {}, db);
  const page = { hand_over_minutes: 30, hand_over_text: "Sorry {{user_first_name}}, nobody is here" };
  const { deps, pageId, visitor } = await aShop(t, page, first);
  await visitor.say("help");
  await visitor.hear(said("A person will answer"));
  await visitor.say("hello");
  await visitor.hear(said("hello"));
  assert.deepEqual(await waitingOf(deps, pageId), [{ psid: visitor.psid, isTimed: true, isBound: true }]);
  await first.stop();

  const second = await testNode(t, {}, db);
  await passHandOverTime(second.deps, pageId);
  const back = await aVisitor(second.baseUrl, pageId, {}, visitor.token);
  await back.hear(said("Sorry Ann, nobody is here"));
  await back.say("hello");

  const heard = await back.hear(said("Hello"));
  assert.deepEqual(textsOf(heard).slice(-3), ["Sorry Ann, nobody is here", "hello", "Hello"]);
  assert.deepEqual(await waitingOf(second.deps, pageId), []);
});

test("a person who answers ends the hand-over, and its time does nothing any more", async (t) => {
  const { deps, pageId, visitor, agent } = await aShop(t, { hand_over_minutes: 30, hand_over_text: "Sorry" });
  await visitor.say("help");
  await visitor.hear(said("A person will answer"));

  await agent.write(visitor.psid, "Here I am");
  assert.deepEqual(await waitingOf(deps, pageId), []);
  await passHandOverTime(deps, pageId);
  await agent.giveBack(visitor.psid);
  await visitor.say("hello");

  assert.deepEqual(textsOf(await visitor.hear(said("Hello"))).slice(-3), ["Here I am", "hello", "Hello"]);
});

test("a person starts a flow in spite of a pause, which ends", async (t) => {
  const { deps, pageId, visitor, agent } = await aShop(t);
  const flows = (await loadPageState(deps.db, pageId))?.flows ?? [];
  await agent.pause(visitor.psid, null);
  await visitor.say("hello");

  await agent.startFlow(visitor.psid, flows.find(({ name }) => name === "Ask")?.id ?? 0);
  await visitor.say("Dora");

  assert.deepEqual(textsOf(await visitor.hear(said("Thanks, Dora"))), [
    "hi",
    "hello",
    "Your name?",
    "Dora",
    "Thanks, Dora",
  ]);
  assert.equal(await refusalOf(agent.startFlow(visitor.psid, 999_999)), "404 flow_not_found");
});

test("a blocked customer's messages are kept and answered by nobody, and nothing is sent to them", async (t) => {
  const node = await aShop(t);
  const { deps, baseUrl, pageId, token, visitor, agent } = node;
  const { userId } = agent;

  await setBlocked(deps, pageId, visitor.psid, { isBlocked: true, userId });
  await visitor.say("hello");
  await visitor.hear(said("hello"));
  const sent = await sendText(baseUrl, { pageId, token }, visitor.psid, "Offer");

  assert.equal(sent.status, 422);
  assert.match(sent.headers.get("x-error-code") ?? "", /customer_unreachable/);
  assert.equal(await refusalOf(agent.write(visitor.psid, "Hello")), "422 customer_unreachable");
  await setBlocked(deps, pageId, visitor.psid, { isBlocked: false, userId });
  await visitor.say("hello");
  assert.deepEqual(textsOf(await visitor.hear(said("Hello"))), ["hi", "hello", "hello", "Hello"]);
});

test("an edit of the customer is seen by the next flow", async (t) => {
  const { deps, pageId, visitor, agent } = await aShop(t);
  const tag = (await loadPageState(deps.db, pageId))?.tags[0]?.id ?? 0;
  const edit = (fields: Record<string, string>, addTags: number[]) =>
    editCustomer(deps, pageId, visitor.psid, { edit: { fields, addTags, removeTags: [] }, userId: agent.userId });

  await edit({ user_full_name: "Eve Lee", email: "eve@example.com" }, [tag]);
  await edit({}, [tag]);
  await agent.write(visitor.psid, "Hello {{user_first_name}}, is {{email}} right?");

  await visitor.hear(said("Hello Eve, is eve@example.com right?"));
  const customer = await deps.lookups.recipient(pageId, visitor.psid);
  assert.deepEqual([customer?.lastName, customer?.tags], ["Lee", [tag]]);
  await assert.rejects(edit({ email: "nonsense" }, []), { code: "invalid_field" });
  await assert.rejects(edit({}, [999]), { code: "invalid_field" });
});

test("nobody writes to a customer whom the page does not have", async (t) => {
  const { agent } = await aShop(t);

  assert.equal(await refusalOf(agent.write("web_1", "Hello")), "404 customer_not_found");
  assert.equal(await refusalOf(agent.pause("web_1", null)), "404 customer_not_found");
});

test("an owner changes the inbox's settings, and an agent reads them", async (t) => {
  const node = await aShop(t);
  const { deps, baseUrl, pageId, agent } = node;
  const { workspaceId, revision } = (await findPage(deps.db, pageId)) ?? assert.fail();
  const owner = await signedIn(baseUrl, await aMember(deps, { workspaceId }));
  const params = { page_id: pageId };
  const body = { pause_minutes: null, hand_over_minutes: 15, hand_over_text: "Sorry", answer_minutes: 30 };
  const usual = await agent.api("GET /pages/:page_id/inbox_settings", { params });

  await owner.api("PUT /pages/:page_id/inbox_settings", { params, body });

  assert.deepEqual(usual, {
    ...{ pause_minutes: 60, hand_over_minutes: null },
    ...{ hand_over_text: null, answer_minutes: null },
  });
  assert.deepEqual(await agent.api("GET /pages/:page_id/inbox_settings", { params }), body);
  assert.ok(((await findPage(deps.db, pageId))?.revision ?? 0) > revision);
  assert.equal(await refusalOf(agent.api("PUT /pages/:page_id/inbox_settings", { params, body })), "403 forbidden");
});

test("a person writes on a server that does not run the page", async (t) => {
  const db = await testDatabase(t);
  const first = await testNode(t, {}, db);
  const { pageId, visitor } = await aShop(t, {}, first);
  const second = await testNode(t, {}, db);
  const agent = await anAgent(second, pageId);

  const { messages } = await agent.write(visitor.psid, "From over there");

  assert.deepEqual(
    messages.map(({ from, state }) => [from, state]),
    [["person", "sent"]],
  );
  await visitor.hear(said("From over there"));
});

test("the commit of a person's message is signalled to the server on which they write", async (t) => {
  const db = await testDatabase(t);
  const platform = await startPlatform(t);
  const first = await testNode(t, withPostChannel(), db);
  const { pageId } = await aPostPage(first.deps, platform.origin, { flows: [aFlow("Hello")], keywords: [] });
  await accepted(postWebhook(first.baseUrl, pageId, [{ id: "1", from: "tg_1", text: "hello" }]));
  await until(() => first.runner.owns(pageId));
  const second = await testNode(t, withPostChannel(), db);
  const agent = await anAgent(second, pageId);
  const signal = Promise.withResolvers<void>();
  second.deps.hub.subscribe({ pageId, psid: "tg_1" }, () => signal.resolve());

  const [{ messages }] = await Promise.all([agent.write("tg_1", "From over there"), signal.promise]);

  assert.equal(messages.length, 1);
  await platform.waitFor(1);
});
