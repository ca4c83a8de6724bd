import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import type { Db } from "../store/db/db.ts";
import { sql } from "../store/db/sql.ts";
import { anAgent, refusalOf } from "../test/agent.ts";
import { aFlow, aKeyword, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import { platformOf } from "../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../test/platforms/whatsapp/whatsapp.ts";
import { postWebhook, textOf, withPostChannel } from "../test/post-page.ts";
import { until } from "../test/until.ts";

const psid = "tg_7";

async function aShop(t: Test) {
  const platform = await startPlatform(t);
  const node = await testNode(t, withPostChannel({ window: { seconds: 86_400, tags: ["HUMAN_AGENT"] } }));
  const { pageId } = await aPostPage(node.deps, platform.origin, {
    flows: [aFlow("Hello"), aFlow("Other", "Other")],
    keywords: [aKeyword("hello", "Hello"), { ...aKeyword("hell", "Other"), match: "begins", name: "Begins so" }],
  });
  const { db } = node.deps;
  let count = 0;
  return {
    ...node,
    pageId,
    platform,
    agent: await anAgent(node, pageId),
    say: (text: string) => postWebhook(node.baseUrl, pageId, [{ id: String(++count), from: psid, text }]),
    message: async (id: number) =>
      db.get<{ status: string; reason: string | null }>(sql`
        select status, reason from messages where page_id = ${pageId} and id = ${id}`),
    newest: async () =>
      (await db.get<{ id: number | null }>(sql`select max(id) as id from messages where page_id = ${pageId}`)).id ?? 0,
    closeWindow: () => closeWindow(db, pageId),
  };
}

/** Makes everything that customers have written more than a day old. */
async function closeWindow(db: Db, pageId: string): Promise<void> {
  await db.count(sql`update turns set at = now() - interval '25 hours' where page_id = ${pageId}`);
  await db.count(sql`update customers set last_input_at = now() - interval '25 hours' where page_id = ${pageId}`);
}

test("a reply that was throttled first is explained with both attempts and the keyword that lost", async (t) => {
  const { platform, say, newest, message, agent } = await aShop(t);
  let calls = 0;
  platform.answer = () => (++calls === 1 ? { status: 429, body: { retryAfter: 1 } } : {});

  await say("hello");
  await platform.waitFor(1);
  const id = await newest();
  await until(async () => (await message(id)).status === "sent");
  const why = await agent.explain(id);

  assert.deepEqual(
    why.attempts.map(({ outcome, answer, answered_at }) => [outcome, answer, answered_at !== null]),
    [
      ["throttled", "status 429", true],
      ["sent", null, true],
    ],
  );
  assert.deepEqual([why.event.type, why.event.text], ["message", "hello"]);
  assert.deepEqual(why.window, { rule: "window", was_open: true });
  const linesOf = (section: string) => why.sections.find((each) => each.section === section)?.lines ?? [];
  assert.deepEqual(linesOf("event"), ["The customer wrote “hello”."]);
  assert.deepEqual(linesOf("triggers"), [
    "The keyword Says hello matched (exact): it leads to the flow Hello.",
    "The keyword Begins so has its phrase in it too (exact), but the one that matched goes before it.",
    "So the flow was started.",
  ]);
  assert.match(
    linesOf("attempts").join("\n"),
    /wanted no more messages for a while\. The answer: status 429\n.*: sent\.$/,
  );
  assert.match(linesOf("window").join(), /window was open/);
  assert.match((await agent.explain(id, "vi")).sections[0]?.lines[0] ?? "", /^Khách đã viết/);
});

test("a message that was sent at once has one attempt, and no row for it", async (t) => {
  const { deps, pageId, say, newest, message, agent } = await aShop(t);

  await say("hello");
  await until(async () => (await newest()) > 0 && (await message(await newest())).status === "sent");
  const why = await agent.explain(await newest());

  assert.deepEqual(
    why.attempts.map(({ outcome }) => outcome),
    ["sent"],
  );
  assert.equal(await deps.db.count(sql`select from message_attempts where page_id = ${pageId}`), 0);
});

test("outside the messaging window a person needs a tag", async (t) => {
  const { platform, say, agent, closeWindow } = await aShop(t);
  await say("hello");
  await platform.waitFor(1);
  await closeWindow();

  assert.equal(await refusalOf(agent.write(psid, "Hello")), "422 outside_messaging_window");
  assert.equal(await refusalOf(agent.write(psid, "Hello", { message_tag: "NEWS" })), "400 invalid_field");
  const { messages } = await agent.write(psid, "It has come", { message_tag: "HUMAN_AGENT" });
  const received = await platform.waitFor(2);

  assert.deepEqual([messages.length, received.map(textOf)], [1, ["Hello", "It has come"]]);
  const why = await agent.explain(messages[0]?.id ?? 0);
  assert.deepEqual(why.window, { rule: "tag", was_open: false });
});

test("a failed message is sent again, or dropped for good", async (t) => {
  const { deps, pageId, platform, say, message, agent } = await aShop(t);
  await say("hello");
  await platform.waitFor(1);
  platform.answer = () => ({ status: 400 });
  const written = [await agent.write(psid, "One"), await agent.write(psid, "Two")];
  const [one = 0, two = 0] = written.flatMap(({ messages }) => messages.map(({ id }) => id));
  await until(async () => (await message(two)).status === "failed");

  platform.answer = () => ({});
  await agent.retry(one);
  await agent.drop(two);
  const received = await platform.waitFor(2);
  await until(async () => (await message(one)).status === "sent");

  assert.deepEqual(received.map(textOf), ["Hello", "One"]);
  assert.deepEqual(await message(two), { status: "failed", reason: "dropped" });
  assert.equal(await deps.db.count(sql`select from message_troubles where page_id = ${pageId}`), 0);
  assert.equal(await refusalOf(agent.retry(two)), "409 conflict");
  assert.equal(await refusalOf(agent.drop(one)), "409 conflict");
  assert.equal(await refusalOf(agent.retry(999_999)), "404 not_found");
  assert.deepEqual(
    (await agent.explain(one)).attempts.map(({ outcome }) => outcome),
    ["failed", "sent"],
  );
});

test("a message that waits for its next attempt can be dropped, and the next one goes out", async (t) => {
  const { platform, say, message, agent } = await aShop(t);
  await say("hello");
  await platform.waitFor(1);
  platform.answer = ({ message }) =>
    textOf({ message } as never) === "Late" ? { status: 429, body: { retryAfter: 600, scope: "customer" } } : {};
  const [late] = (await agent.write(psid, "Late")).messages;
  await until(async () => (await message(late?.id ?? 0)).status === "queued");

  await agent.drop(late?.id ?? 0);
  await agent.write(psid, "Next");
  const received = await platform.waitFor(2);

  assert.deepEqual(received.map(textOf), ["Hello", "Next"]);
  assert.deepEqual(await message(late?.id ?? 0), { status: "failed", reason: "dropped" });
});

test("a person in the platform's own inbox pauses the bot for the page's time", async (t) => {
  const { deps, baseUrl, pageId, platform, say } = await aShop(t);
  await say("hello");
  await platform.waitFor(1);

  const echo = { type: "echo", platformId: "x1", messageId: null, isPerson: true, text: "I am here" };
  await postWebhook(baseUrl, pageId, [{ id: "e1", from: psid, event: echo }]);

  await until(async () => {
    const { paused } = await deps.db.get<{ paused: number | null }>(sql`
      select ((state -> 'paused' ->> 'until')::float8 - extract(epoch from clock_timestamp()) * 1000) / 60000 as paused
        from customers where page_id = ${pageId} and psid = ${psid}`);
    return paused !== null && paused > 50 && paused <= 60;
  });
});

test("outside WhatsApp's window a person writes with a template", async (t) => {
  const whatsapp = await startWhatsapp(t);
  whatsapp.templates = [
    {
      ...{ id: "594425479261596", name: "order_ready", language: "en_US", status: "APPROVED" },
      components: [{ type: "BODY", text: "{{1}}, your order is ready." }],
    },
  ];
  const { node, pageId, customer } = await aConversation(t, "whatsapp", platformOf(whatsapp));
  const agent = await anAgent(node, pageId);
  const ann = customer(1);
  await ann.say("hi");
  await until(async () => (await node.deps.lookups.recipient(pageId, ann.psid)) !== undefined);
  whatsapp.lastWords.delete(ann.psid.replace("wa_", ""));
  await closeWindow(node.deps.db, pageId);

  assert.equal(await refusalOf(agent.write(ann.psid, "Hello")), "422 outside_messaging_window");
  const { messages } = await agent.api("POST /pages/:page_id/conversations/:psid/messages", {
    params: { page_id: pageId, psid: ann.psid },
    body: {
      content: {
        messages: [
          {
            ...{ type: "whatsapp_message_template", template_id: "594425479261596", language: "en_US" },
            category: "UTILITY",
            components: [{ type: "BODY", params: [{ key: "{{1}}", value: "Ann" }] }],
          },
        ],
      },
    },
  });

  await whatsapp.until(() => ann.heard().includes("order_ready"));
  assert.deepEqual((await agent.explain(messages[0]?.id ?? 0)).window, { rule: "template", was_open: false });
});
