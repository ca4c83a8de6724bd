import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aKeyword, aPage, aPostPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { startPlatform } from "../../test/platform.ts";
import { accepted, postWebhook, sendText, textOf, withPostChannel } from "../../test/post-page.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const shop = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };
const customers = 300;

/** Stores queued messages, spread over the customers. In parts, each well within the time-out of a statement. */
async function queueMessages({ db }: { db: Database }, pageId: string, count: number): Promise<void> {
  for (let first = 1; first <= count; first += 10_000) {
    const last = Math.min(count, first + 9999);
    await db.count(sql`
      insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
      select ${pageId}, nextval('conversation_ids'), 'tg_' || number % ${customers}, 1, 'bulk',
             json_build_object('type', 'text', 'text', number::text), 'queued', now()
        from generate_series(${first}::int, ${last}::int) as number`);
  }
}

test("a queue longer than the window is sent in order for each customer, replies first", async (t) => {
  const platform = await startPlatform(t);
  const hasReplied = () => platform.received.some(({ to }) => to === "tg_new");
  // Slow until the reply has come, so that the queue is still long then.
  platform.answer = () => ({ delayMs: platform.received.length < 100 || hasReplied() ? 0 : 100 });
  const setting = await testNode(t, withPostChannel());
  const db = setting.deps.db as Database;
  const page = await aPostPage({ db }, platform.origin, shop);
  await setting.stop();
  await queueMessages({ db }, page.pageId, 6000);
  await db.count(sql`
    insert into page_leases (page_id, epoch, is_unfinished) values (${page.pageId}, 1, true)
        on conflict (page_id) do update set is_unfinished = true`);

  const { baseUrl } = await testNode(t, withPostChannel({ timeoutMs: 60_000 }), db);
  await platform.waitFor(100);
  // While the queue is long, more is sent and a new customer writes.
  const sends = Array.from({ length: 100 }, (_, index) => 6001 + index).map((number) =>
    accepted(sendText(baseUrl, page, `tg_${number % customers}`, String(number))),
  );
  await Promise.all(sends);
  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "1", from: "tg_new", text: "hello" }]));
  await until(hasReplied);
  const sentBefore = platform.received.length;

  const received = await platform.waitFor(6101);
  assert.ok(sentBefore < 6101, "the reply did not wait for the whole queue");
  for (const [psid, group] of Map.groupBy(received, ({ to }) => to)) {
    if (psid === "tg_new") continue;
    const numbers = group.map((posted) => Number(textOf(posted)));
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    );
  }
  assert.equal(new Set(received.map(({ id }) => id)).size, 6101);
  assert.equal(await db.count(sql`select from messages where attempts > 1`), 0, "each was attempted once");
});

test("a page with a long mailbox delays no other page's customer", async (t) => {
  const { baseUrl, deps, runner } = await testNode(t);
  const [flooded, calm] = [await aPage(deps, shop), await aPage(deps, shop)] as const;
  await deps.db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    select ${flooded.pageId}, 'web_' || number, now(), '{"type":"message","text":"hello"}'
      from generate_series(1, 5000) as number`);
  runner.wake([flooded.pageId]);
  await until(() => runner.owns(flooded.pageId));

  const visitor = await aVisitor(baseUrl, calm.pageId);
  await visitor.say("hello");
  await visitor.hear((messages) => messages.some(({ text }) => text === "Hello"));

  assert.ok((await deps.db.count(sql`select from mailbox where page_id = ${flooded.pageId}`)) > 0);
  await until(async () => (await deps.db.count(sql`select from mailbox`)) === 0);
});

test("a page with too many unsent messages refuses sends and still accepts customers' messages", async (t) => {
  const platform = await startPlatform(t);
  platform.answer = () => ({ hang: true });
  const setting = await testNode(t, withPostChannel());
  const db = setting.deps.db as Database;
  const page = await aPostPage({ db }, platform.origin, shop);
  await setting.stop();
  await queueMessages({ db }, page.pageId, 100_001);

  const { baseUrl, runner } = await testNode(t, withPostChannel(), db);
  runner.wake([page.pageId]);
  await until(() => runner.owns(page.pageId));
  const answer = await sendText(baseUrl, page, "tg_1", "one more");

  assert.equal(answer.status, 429);
  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "1", from: "tg_new", text: "hello" }]));
});

test("the timer of a wait that has ended is deleted at once", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const ask = {
    type: "ask",
    content: { messages: [{ type: "text", text: "Your name?" }] },
    ...{ accept: "text", save_to: "name", retries: 1, no_reply_seconds: 86_400 },
    next: { answered: "thanks", gave_up: null, no_reply: null },
  };
  const thanks = { type: "message", content: { messages: [{ type: "text", text: "Thanks" }] }, next: null };
  const { pageId } = await aPage(deps, {
    fields: [{ name: "name", type: "text" }],
    flows: [{ name: "Hello", published: true, document: { version: 1, start: "ask", steps: { ask, thanks } } }],
    keywords: [aKeyword("hello", "Hello")],
  } as Parameters<typeof aPage>[1]);
  const visitor = await aVisitor(baseUrl, pageId);

  await visitor.say("hello");
  await visitor.hear((messages) => messages.some(({ text }) => text === "Your name?"));
  assert.equal(await deps.db.count(sql`select from mailbox`), 1);
  await visitor.say("Ann");
  await visitor.hear((messages) => messages.some(({ text }) => text === "Thanks"));

  assert.equal(await deps.db.count(sql`select from mailbox`), 0);
});
