import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@banter/core/test/at-end.ts";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { connectTest, testDatabase } from "../../test/app.ts";
import { aFlow, aKeyword, aPostPage, type TestPage } from "../../test/builders.ts";
import { aServer } from "../../test/loopback-server.ts";
import { testNode } from "../../test/node.ts";
import { startPlatform } from "../../test/platform.ts";
import { accepted, postWebhook, sendText, textOf, withPostChannel } from "../../test/post-page.ts";
import { aDatabaseProxy } from "../../test/tcp-proxy.ts";
import { until } from "../../test/until.ts";

const shop = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };

test("busy pages answer again after the database was unreachable", async (t) => {
  const platform = await startPlatform(t);
  const direct = await testDatabase(t);
  const proxy = await aDatabaseProxy(t, direct.url);
  const db = connectTest(proxy.url);
  atEnd(t, () => db.close());
  const { baseUrl } = await testNode(t, withPostChannel(), db);
  const pages: TestPage[] = [];
  for (let count = 0; count < 3; count++) pages.push(await aPostPage({ db: direct }, platform.origin, shop));
  let number = 0;
  const write = async (pageId: string) => {
    number++;
    return (await postWebhook(baseUrl, pageId, [{ id: `${number}`, from: `tg_${number}`, text: "hello" }])).status;
  };
  for (const { pageId } of pages) assert.equal(await write(pageId), 200);
  await platform.waitFor(3);

  for (let outage = 0; outage < 3; outage++) {
    const writing = pages.map(({ pageId }) => write(pageId));
    proxy.cut();
    await Promise.all(writing);
    for (const { pageId } of pages) await write(pageId);
    proxy.restore();

    const before = platform.received.length;
    for (const { pageId } of pages) await until(async () => (await write(pageId)) === 200);
    await until(() => platform.received.length >= before + pages.length);
  }
  await until(async () => (await direct.count(sql`select from mailbox`)) === 0);
  await until(async () => (await direct.count(sql`select from messages where status <> 'sent'`)) === 0);
});

test("a node that drops a page waits for its running calls, so that nothing is sent twice", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel({ timeoutMs: 20_000 }));
  const page = await aPostPage(deps, platform.origin, shop);
  platform.answer = () => ({ delayMs: 5000 });
  for (const psid of ["tg_1", "tg_2", "tg_3"]) await accepted(sendText(baseUrl, page, psid, "slow"));
  await platform.waitFor(3);

  // A lock on the page's rows outlasts the statement timeout, so that the next round fails.
  await deps.db.transact(async (db) => {
    await db.count(sql`select from page_leases where page_id = ${page.pageId} for update`);
    void sendText(baseUrl, page, "tg_4", "during").catch(() => undefined);
    await sleep(8500);
  });
  platform.answer = () => ({});
  await accepted(sendText(baseUrl, page, "tg_5", "after"));

  await until(() => platform.received.some((posted) => textOf(posted) === "after"));
  await until(async () => (await deps.db.count(sql`select from messages where status <> 'sent'`)) === 0);
  const ids = platform.received.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(await deps.db.count(sql`select from messages where possible_duplicate`), 0);
});

test("a message whose commit lost its answer is sent by the same node at once, and is no repeat", async (t) => {
  const platform = await startPlatform(t);
  const direct = await testDatabase(t);
  const proxy = await aDatabaseProxy(t, direct.url);
  const db = connectTest(proxy.url);
  atEnd(t, () => db.close());
  const { baseUrl } = await testNode(t, withPostChannel({ confirmsWithinSeconds: 600 }), db);
  const page = await aPostPage({ db: direct }, platform.origin, shop);
  await accepted(sendText(baseUrl, page, "tg_1", "one"));
  await until(async () => (await direct.count(sql`select from messages where status = 'sent'`)) === 1);

  // The commit waits for a lock while its connection is lost, and then succeeds.
  await direct.transact(async (locked) => {
    await locked.count(sql`select from customers where psid = 'tg_1' for update`);
    void sendText(baseUrl, page, "tg_1", "two").catch(() => undefined);
    await until(async () => (await direct.count(sql`select from pg_locks where not granted`)) > 0);
    proxy.cut();
  });
  const stored = sql`select from messages where status = 'sending' and attempts = 1`;
  await until(async () => (await direct.count(stored)) === 1);
  proxy.restore();

  const waits = sql`select from messages where due_at is not null`;
  await until(async () => platform.received.length === 2 || (await direct.count(waits)) > 0);
  assert.deepEqual(platform.received.map(textOf), ["one", "two"]);
  await until(async () => (await direct.count(sql`select from messages where status = 'sent'`)) === 2);
  assert.equal(await direct.count(sql`select from messages where possible_duplicate`), 0);
});

test("after a crash an unconfirmed message waits for the platform's echo before it is sent again", async (t) => {
  const platform = await startPlatform(t);
  const first = await testNode(t, withPostChannel({ confirmsWithinSeconds: 600 }));
  const { db } = first.deps;
  const page = await aPostPage(first.deps, platform.origin, shop);
  await accepted(sendText(first.baseUrl, page, "tg_1", "one"));
  await platform.waitFor(1);
  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 1);
  await first.stop();
  await forgetOutcomes(db);

  const next = await testNode(t, withPostChannel({ confirmsWithinSeconds: 600 }), db as Database);
  await accepted(sendText(next.baseUrl, page, "tg_1", "two"));
  const [message] = platform.received;
  const event = { type: "echo", platformId: "p-echo", messageId: message?.id, isPerson: false };
  await accepted(postWebhook(next.baseUrl, page.pageId, [{ id: "e1", from: "tg_1", event }]));

  await platform.waitFor(2);
  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 2);
  assert.deepEqual(platform.received.map(textOf), ["one", "two"]);
  assert.equal(await db.count(sql`select from messages where possible_duplicate`), 0);
});

test("unconfirmed messages of a page without other traffic are sent after their wait", async (t) => {
  const platform = await startPlatform(t);
  const channel = withPostChannel({ confirmsWithinSeconds: 1 });
  const first = await testNode(t, channel);
  const { db } = first.deps;
  const page = await aPostPage(first.deps, platform.origin, shop);
  for (const psid of ["tg_1", "tg_2"]) await accepted(sendText(first.baseUrl, page, psid, `to ${psid}`));
  await platform.waitFor(2);
  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 2);
  await first.stop();
  await forgetOutcomes(db);

  await testNode(t, channel, db as Database);

  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 2);
  assert.deepEqual(platform.received.map(textOf).sort(), ["to tg_1", "to tg_1", "to tg_2", "to tg_2"]);
  assert.equal(await db.count(sql`select from messages where possible_duplicate`), 2);
});

test("after a crash only the first unfinished message of a customer is in doubt", async (t) => {
  const platform = await startPlatform(t);
  const channel = withPostChannel({ confirmsWithinSeconds: 600 });
  const first = await testNode(t, channel);
  const { db } = first.deps;
  const page = await aPostPage(first.deps, platform.origin, shop);
  for (const text of ["one", "two", "three"]) await accepted(sendText(first.baseUrl, page, "tg_1", text));
  await platform.waitFor(3);
  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 3);
  await first.stop();
  const [one, two, three] = platform.received.splice(0);
  await forgetOutcomes(db);

  const next = await testNode(t, channel, db as Database);
  const event = { type: "echo", platformId: "p-echo", messageId: one?.id, isPerson: false };
  await accepted(postWebhook(next.baseUrl, page.pageId, [{ id: "e1", from: "tg_1", event }]));

  await platform.waitFor(2);
  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 3);
  assert.deepEqual(
    platform.received.map(({ id }) => id),
    [two?.id, three?.id],
  );
  assert.equal(await db.count(sql`select from messages where possible_duplicate`), 0);
});

test("a customer's next message waits until the outcome of the one before it is stored", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel({ timeoutMs: 60_000 }));
  const { db } = deps;
  const page = await aPostPage(deps, platform.origin, shop);
  const answered = Promise.withResolvers<void>();
  platform.answer = ({ to }) => (to === "tg_1" ? { after: answered.promise } : {});
  for (const text of ["one", "two"]) await accepted(sendText(baseUrl, page, "tg_1", text));
  await platform.waitFor(1);

  await db.transact(async (other) => {
    await other.count(sql`select from messages where psid = 'tg_1' order by id limit 1 for update`);
    answered.resolve();
    await until(async () => (await db.count(sql`select from pg_locks where not granted`)) > 0);
    await accepted(sendText(baseUrl, page, "tg_2", "to somebody else"));
    await until(() => platform.received.length === 2);
    assert.deepEqual(platform.received.map(textOf), ["one", "to somebody else"]);
  });

  await platform.waitFor(3);
  assert.deepEqual(platform.received.map(textOf), ["one", "to somebody else", "two"]);
});

test("a message whose call timed out waits as long for the platform's echo as after a crash", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel({ confirmsWithinSeconds: 600, timeoutMs: 300 }));
  const { db } = deps;
  const page = await aPostPage(deps, platform.origin, shop);
  platform.answer = () => ({ delayMs: 2000 });
  await accepted(sendText(baseUrl, page, "tg_1", "one"));
  const [message] = await platform.waitFor(1);
  await until(
    async () => (await db.count(sql`select from messages where status = 'queued' and reason is not null`)) === 1,
  );

  const { seconds } = await db.get<{ seconds: number }>(sql`
    select extract(epoch from due_at - now())::float8 as seconds from messages`);
  assert.ok(seconds > 300, `sent again after ${seconds} s`);
  const event = { type: "echo", platformId: "p-echo", messageId: message?.id, isPerson: false };
  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "e1", from: "tg_1", event }]));

  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 1);
  assert.equal(platform.received.length, 1);
});

/** The state after servers were killed, each between a call and its outcome. */
async function forgetOutcomes(db: Deps["db"]): Promise<void> {
  await db.count(sql`update messages set status = 'sending', sent_at = null, platform_id = null`);
  await db.count(sql`delete from delivery_marks`);
  await db.count(sql`update page_leases set is_unfinished = true`);
}

/** A claim that the database carries out after the node has given up waiting for its answer. */
async function claimLate(db: Deps["db"], { pageId }: TestPage): Promise<void> {
  assert.equal(await db.count(sql`update page_leases set epoch = epoch + 1 where page_id = ${pageId}`), 1);
}

test("a request step goes on after a late claim", async (t) => {
  const platform = await startPlatform(t);
  const claimed = Promise.withResolvers<void>();
  const { origin, seen } = await aServer(t, async (_, response) => {
    await claimed.promise;
    response.end("{}");
  });
  const { baseUrl, deps } = await testNode(t, { ...withPostChannel(), allowPrivateHosts: ["127.0.0.1"] });
  const page = await aPostPage(deps, platform.origin, { flows: [aRequestFlow(origin)], keywords: shop.keywords });
  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "1", from: "tg_1", text: "hello" }]));
  await until(() => seen.length === 1);

  await claimLate(deps.db, page);
  claimed.resolve();

  assert.deepEqual((await platform.waitFor(1)).map(textOf), ["Answered"]);
});

test("mail that a batch puts back after its page was dropped is handled in order", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel({ perSecond: 1000 }));
  const { db } = deps;
  const page = await aPostPage(deps, platform.origin, { flows: [aLongFlow()], keywords: shop.keywords });
  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "0", from: "tg_0", text: "hi" }]));
  await until(async () => (await db.count(sql`select from turns`)) === 1);
  await claimLate(db, page);

  // More messages than a round may make: a part of the mail is put back when the commit has been refused.
  const events = Array.from({ length: 40 }, (_, index) => {
    return { id: `${index + 1}`, from: `tg_${index % 4}`, text: index < 20 ? "hello" : `later ${index}` };
  });
  await accepted(postWebhook(baseUrl, page.pageId, events));

  await until(async () => (await db.count(sql`select from turns`)) === events.length + 1);
  const turns = await db.many(sql`
    select psid as "from", event ->> 'text' as text from turns where event ->> 'text' <> 'hi' order by psid, id`);
  const written = [...Map.groupBy(events, ({ from }) => from).values()].flat();
  const expected = written.map(({ from, text }) => ({ from, text }));
  assert.deepEqual(turns, expected);
});

function aRequestFlow(url: string) {
  const say = (text: string) => ({ type: "message", content: { messages: [{ type: "text", text }] } });
  const ask = { type: "request", method: "GET", url, next: { ok: "answered", failed: "sorry" } };
  const steps = { ask, answered: say("Answered"), sorry: say("Sorry") };
  return { ...aFlow("Hello"), document: { version: 1, start: "ask", steps } };
}

/** A flow that sends ninety messages. */
function aLongFlow() {
  const messages = Array.from({ length: 10 }, (_, index) => ({ type: "text", text: `${index}` }));
  const say = (index: number) => ({ type: "message", content: { messages }, next: index > 1 ? `${index - 1}` : null });
  const steps = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index + 1}`, say(index + 1)]));
  return { ...aFlow("Hello"), document: { version: 1, start: "9", steps } };
}

test("pages are balanced again when a node has joined", async (t) => {
  const platform = await startPlatform(t);
  const first = await testNode(t, withPostChannel());
  const pages: TestPage[] = [];
  for (let count = 0; count < 6; count++) pages.push(await aPostPage(first.deps, platform.origin, shop));
  const write = (baseUrl: string, pageId: string, id: string) =>
    accepted(postWebhook(baseUrl, pageId, [{ id, from: "tg_1", text: "hello" }]));
  for (const { pageId } of pages) await write(first.baseUrl, pageId, "1");
  await platform.waitFor(6);

  const second = await testNode(t, withPostChannel(), first.deps.db as Database);

  const countOf = ({ runner }: typeof first) => pages.filter(({ pageId }) => runner.owns(pageId)).length;
  await until(() => countOf(first) === 3 && countOf(second) === 3);
  for (const { pageId } of pages) await write(first.baseUrl, pageId, "2");
  await platform.waitFor(12);
  const ids = platform.received.map(({ id }) => id);
  assert.equal(new Set(ids).size, 12);
});
