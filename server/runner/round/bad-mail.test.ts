import assert from "node:assert/strict";
import { test } from "node:test";
import { pausePage } from "../../domain/pages/page-settings.ts";
import { sql } from "../../store/db/sql.ts";
import { nextConversationIds } from "../../store/runtime/mailbox.ts";
import { listParkedMail, retryParkedMail } from "../../store/runtime/parked-mail.ts";
import { testDeps } from "../../test/app.ts";
import { aFlow, aKeyword, aPage, aPostPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { startPlatform } from "../../test/platform.ts";
import { accepted, postWebhook, withPostChannel } from "../../test/post-page.ts";
import { until } from "../../test/until.ts";

type Flow = Parameters<typeof aPage>[1] extends { flows?: (infer Item)[] } | undefined ? Item : never;

const shop = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };

/** JSON allows an escaped NUL but PostgreSQL's text does not, so that the commit of its turn fails. */
const poison = '{"type":"message","text":"poi\\u0000son"}';

test("mail that cannot be committed is parked: its customer, its page and other pages go on", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps, runner } = await testNode(t, withPostChannel());
  const { db } = deps;
  const [page, other] = [
    await aPostPage(deps, platform.origin, shop),
    await aPostPage(deps, platform.origin, shop),
  ] as const;
  const ids = await nextConversationIds(db, 12);
  for (const [index, id] of ids.entries()) {
    // Two of a dozen cannot be handled; the one after each is from the same customer.
    const event = index === 3 || index === 8 ? poison : '{"type":"message","text":"hello"}';
    const psid = `tg_${index === 3 || index === 8 ? index + 1 : index}`;
    await db.count(sql`
      insert into mailbox (page_id, id, psid, due_at, event)
      values (${page.pageId}, ${id}, ${psid}, now(), ${event}::json)`);
  }

  runner.wake([page.pageId]);
  await accepted(postWebhook(baseUrl, other.pageId, [{ id: "1", from: "tg_1", text: "hello" }]));
  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "1", from: "tg_99", text: "hello" }]));

  await platform.waitFor(12);
  const parked = await listParkedMail(db, page.pageId, 10);
  assert.deepEqual(parked.map(({ id }) => id).sort(), [ids[3], ids[8]]);
  assert.ok(parked.every(({ error }) => error.length > 0));
  assert.equal(await db.count(sql`select from mailbox`), 0);

  // Retrying parked mail loses nothing, even if it fails again.
  assert.equal(await retryParkedMail(db, page.pageId, null), 2);
  runner.wake([page.pageId]);
  await until(async () => (await listParkedMail(db, page.pageId, 10)).length === 2);
});

test("mail that holds no event is parked: its page and other pages go on", async (t) => {
  const platform = await startPlatform(t);
  const { deps, runner } = await testNode(t, withPostChannel());
  const bad = await aPostPage(deps, platform.origin, shop);
  const good = await aPostPage(deps, platform.origin, shop);
  const put = (pageId: string, event: string) =>
    deps.db.count(sql`
      insert into mailbox (page_id, psid, due_at, event) values (${pageId}, 'tg_1', now(), ${event}::json)`);
  for (const event of ["null", "[]", '{"text":"hello"}', '{"type":"message","text":"hello"}'])
    await put(bad.pageId, event);
  await put(good.pageId, '{"type":"message","text":"hello"}');

  runner.wake([bad.pageId, good.pageId]);

  await platform.waitFor(2);
  assert.equal((await listParkedMail(deps.db, bad.pageId, 10)).length, 3);
});

test("a receipt with an impossible time does no harm", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel());
  const { pageId } = await aPostPage(deps, platform.origin, shop);
  const event = { type: "report", status: "seen", about: { through: 1.791e18 } };

  await accepted(postWebhook(baseUrl, pageId, [{ id: "1", from: "tg_1", event }]));
  await accepted(postWebhook(baseUrl, pageId, [{ id: "2", from: "tg_1", text: "hello" }]));

  await platform.waitFor(1);
  assert.deepEqual(await listParkedMail(deps.db, pageId, 10), []);
});

test("mail that cannot be stored does not affect other pages", async (t) => {
  const deps = await testDeps(t);
  const [bad, good] = [await aPage(deps), await aPage(deps)] as const;
  const mail = ({ pageId }: { pageId: string }, text: string, number: number) =>
    deps.accept({ pageId, psid: `web_${number}`, event: { type: "message", text }, key: `${number}` });

  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, number) => [
      mail(bad, number % 3 === 0 ? "nul\0" : "fine", number),
      mail(good, "fine", number),
    ]).flat(),
  );

  const failed = results.flatMap(({ status }, index) => (status === "rejected" ? index : []));
  assert.deepEqual(
    failed,
    Array.from({ length: 20 }, (_, number) => number * 6),
  );
});

test("an event id that is too long for an index still identifies one event", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel());
  const { pageId } = await aPostPage(deps, platform.origin, shop);
  const event = { id: Array.from({ length: 6000 }, (_, index) => index % 7).join(""), from: "tg_1", text: "hello" };

  for (let count = 0; count < 3; count++) await accepted(postWebhook(baseUrl, pageId, [event]));
  await accepted(postWebhook(baseUrl, pageId, [{ ...event, id: "2", from: "tg_2" }]));

  const received = await platform.waitFor(2);
  assert.deepEqual(
    received.map(({ to }) => to),
    ["tg_1", "tg_2"],
  );
});

test("mail keeps its order while the backlog is being checked", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  const mail = (text: string) => deps.accept({ pageId, psid: "web_1", event: { type: "message", text } });
  await Promise.all(Array.from({ length: 999 }, () => mail("before")));

  await Promise.all([mail("first"), mail("second"), mail("third")]);

  const last = await deps.db.many<{ text: string }>(sql`
    select event ->> 'text' as text from mailbox where page_id = ${pageId} order by due_at desc, id desc limit 3`);
  assert.deepEqual(
    last.map(({ text }) => text),
    ["third", "second", "first"],
  );
});

test("mail that cannot be read as JSON does not keep the same customer's next answer from being committed", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel());
  const { pageId } = await aPostPage(deps, platform.origin, {
    flows: [question],
    keywords: [aKeyword("hello", "Ask")],
  });
  await accepted(postWebhook(baseUrl, pageId, [{ id: "1", from: "tg_1", text: "hello" }]));
  await platform.waitFor(1);
  await deps.db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    values (${pageId}, 'tg_1', now() + interval '1 hour', ${poison}::json)`);

  // The answer ends the question's timer, which is looked for among the customer's mail.
  await accepted(postWebhook(baseUrl, pageId, [{ id: "2", from: "tg_1", text: "Ann" }]));

  const received = await platform.waitFor(2);
  assert.match(JSON.stringify(received[1]), /Thanks/);
  assert.deepEqual(await listParkedMail(deps.db, pageId, 10), []);
});

test("mail that cannot be read as JSON in a paused page stops no other page", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps, runner } = await testNode(t, withPostChannel());
  const paused = await aPostPage(deps, platform.origin, shop);
  const other = await aPostPage(deps, platform.origin, shop);
  for (const { pageId } of [paused, other])
    await accepted(postWebhook(baseUrl, pageId, [{ id: "1", from: "tg_1", text: "hello" }]));
  await platform.waitFor(2);
  await pausePage(deps, paused.pageId, true);
  await deps.db.count(sql`
    insert into mailbox (page_id, psid, due_at, event) values (${paused.pageId}, 'tg_1', now(), ${poison}::json)`);
  await deps.db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    values (${other.pageId}, 'tg_1', now(), '{"type":"message","text":"hello"}')`);

  runner.wake([paused.pageId, other.pageId]);

  await platform.waitFor(3);
  await until(async () => (await listParkedMail(deps.db, paused.pageId, 10)).length === 1);
});

const question = {
  name: "Ask",
  published: true,
  document: {
    version: 1,
    start: "ask",
    steps: {
      ask: {
        type: "ask",
        content: { messages: [{ type: "text", text: "Your name?" }] },
        accept: "text",
        no_reply_seconds: 86_400,
        next: { answered: "thanks" },
      },
      thanks: { type: "message", content: { messages: [{ type: "text", text: "Thanks" }] } },
    },
  },
} as Flow;
