import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { sql } from "../../store/db/sql.ts";
import { anAgent, refusalOf } from "../../test/agent.ts";
import { aFlow, aKeyword, aPageFile } from "../../test/builders.ts";
import { platformOn } from "../../test/platforms/graph/driver.ts";
import type { Graph } from "../../test/platforms/graph/stand-in.ts";
import { startInstagram } from "../../test/platforms/instagram.ts";
import { startMessenger } from "../../test/platforms/messenger.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { until } from "../../test/until.ts";

const platforms = { messenger: startMessenger, instagram: startInstagram };

for (const [type, start] of Object.entries(platforms)) {
  test(`${type}: a flow gives the conversation to Meta's inbox, and goes on when it is back`, async (t) => {
    const { graph, person, line, says } = await aShop(t, type as keyof typeof platforms, start);

    await person.say("help");
    await graph.until(() => graph.elsewhere.has(person.id));
    await until(async () => (await line()).elsewhere_since !== null);
    await person.say("hello");
    await until(async () => (await line()).last.text === "hello");
    assert.deepEqual(person.heard(), ["One moment"]);

    await graph.passBack(person.id);

    await graph.until(() => person.heard().includes("We are back"));
    await until(async () => (await line()).elsewhere_since === null);
    await says("hello", "Hello");
    assert.equal(graph.refused.length, 0);
  });
}

test("a member takes the conversation back, and the bot answers again", async (t) => {
  const { graph, person, line, takeBack } = await aShop(t, "messenger", startMessenger);
  await person.say("help");
  await graph.until(() => graph.elsewhere.has(person.id));

  graph.isPrimary = false;
  assert.equal(await refusalOf(takeBack()), "502 platform_failed");
  await assert.rejects(takeBack(), { message: /only the page's default app/ });
  assert.notEqual((await line()).elsewhere_since, null);
  graph.isPrimary = true;
  await takeBack();

  await graph.until(() => person.heard().includes("We are back"));
  await until(async () => (await line()).elsewhere_since === null);
});

test("the inbox asks for a conversation and gets it", async (t) => {
  const { graph, person, says } = await aShop(t, "messenger", startMessenger);
  await says("hello", "Hello");

  await graph.post({ ...from(graph, person.id), request_thread_control: { requested_owner_app_id: 263902037430900 } });

  await graph.until(() => graph.elsewhere.has(person.id));
});

test("if Meta refuses to pass the conversation, the team is asked for a person", async (t) => {
  const start = (each: Test) => startInstagram(each, { login: "instagram" });
  const { graph, person, line, node } = await aShop(t, "instagram", start);

  await person.say("help");
  await graph.until(() => person.heard().includes("One moment"));

  await until(async () => (await line()).waiting_since !== null);
  assert.equal((await line()).elsewhere_since, null);
  const kinds = await node.deps.db.many<{ kind: string }>(sql`select kind from notifications`);
  assert.deepEqual(kinds, [{ kind: "hand_over" }]);
});

test("an app that may not pass conversations stays connected", async (t) => {
  const { graph, person, line, says } = await aShop(t, "messenger", startMessenger);
  graph.trouble = ({ path }) => (path.endsWith("/pass_thread_control") ? { refuse: { code: 10 } } : undefined);

  await person.say("help");
  await graph.until(() => person.heard().includes("One moment"));

  await until(async () => (await line()).waiting_since !== null);
  await graph.post({ ...from(graph, person.id), pass_thread_control: { new_owner_app_id: String(graph.appId) } });
  await says("hello", "Hello");
});

test("Meta's policies reach the owner and the page's health, each block once", async (t) => {
  const { graph, home, node } = await aShop(t, "messenger", startMessenger);
  const tell = (policy_enforcement: object) =>
    graph.post({ recipient: { id: graph.accountId }, timestamp: graph.now(), policy_enforcement });
  const restriction = async () => (await home()).needs.platform.restriction;

  await tell({ action: "warning", reason: "Too many messages with tags." });
  for (const _ of [1, 2]) await tell({ action: "block", reason: "The bot sends spam." });

  assert.equal(await restriction(), "Meta has blocked messages of the page: The bot sends spam.");
  await tell({ action: "unblock" });
  await tell({ action: "something new" });
  assert.equal(await restriction(), null);
  const told = await node.deps.db.many<{ kind: string; text: string }>(sql`
    select kind, text from notifications order by id`);
  assert.deepEqual(
    told.map(({ kind, text }) => `${kind}: ${text}`),
    [
      "platform: Meta warns the page that it breaks a policy: Too many messages with tags.",
      "platform: Meta has blocked messages of the page: The bot sends spam.",
      "platform: Meta lets the page send messages again.",
    ],
  );
});

test("the status that Meta gives a page reaches the owner and the page's health", async (t) => {
  const { graph, home, node } = await aShop(t, "messenger", startMessenger);
  const tell = (status: string, about: object = {}) => graph.post({ timestamp: 1794700800, status, ...about });
  const restriction = async () => (await home()).needs.platform.restriction;
  const violations = [{ type: "SPAM", description: "The page sends spam.", url: "https://example.com" }];

  await tell("warning", { violations });
  for (const _ of [1, 2]) {
    await tell("restricted", {
      violations,
      restrictions: [{ feature: "page_messaging", description: "No messages." }],
    });
  }
  assert.equal(await restriction(), "Meta has restricted the page: No messages. The page sends spam.");
  await tell("suspended");
  assert.equal(await restriction(), "Meta has suspended the page.");
  await tell("ok");

  assert.equal(await restriction(), null);
  const told = await node.deps.db.many<{ text: string }>(sql`select text from notifications order by id`);
  assert.deepEqual(
    told.map(({ text }) => text),
    [
      "Meta warns the page that it breaks a policy: The page sends spam.",
      "Meta has restricted the page: No messages. The page sends spam.",
      "Meta has suspended the page.",
      "Meta has lifted its restrictions of the page.",
    ],
  );
});

const from = (graph: Graph, id: string) => ({
  ...{ sender: { id }, recipient: { id: graph.accountId }, timestamp: graph.now() },
});

/** A page whose flow "Help" gives the conversation to the platform's inbox, a customer and a member. */
async function aShop(t: Test, type: keyof typeof platforms, start: (t: Test) => ReturnType<typeof startMessenger>) {
  const started = await start(t);
  const { graph } = started;
  const steps = {
    say: message("One moment", "pass"),
    pass: { type: "action", actions: [{ action: "hand_over_to_platform" }], next: "wait" },
    wait: { type: "delay", seconds: 1, next: "back" },
    back: message("We are back", null),
  };
  const help = { name: "Help", published: true, document: { version: 1, start: "say", steps } };
  const file = { flows: [help, aFlow("Hello")], keywords: [aKeyword("help", "Help"), aKeyword("hello", "Hello")] };
  const { node, pageId } = await aConversation(t, type, platformOn(started));
  await applyPageFile(node.deps, pageId, aPageFile(file), { prune: true });
  const person = graph.person("24001112223330001");
  const { api } = await anAgent(node, pageId);
  const params = { page_id: pageId, psid: person.psid };
  return {
    graph,
    node,
    person,
    says: async (text: string, answer: string) => {
      const heard = person.heard().filter((each) => each === answer).length;
      await person.say(text);
      await graph.until(() => person.heard().filter((each) => each === answer).length > heard);
    },
    line: async () => (await api("GET /pages/:page_id/conversations/:psid", { params })).conversation,
    takeBack: () => api("POST /pages/:page_id/conversations/:psid/take_back", { params }),
    home: () => api("GET /pages/:page_id/home", { params: { page_id: pageId } }),
  };
}

const message = (text: string, next: string | null) => ({
  ...{ type: "message", content: { messages: [{ type: "text", text }] }, next },
});
