import assert from "node:assert/strict";
import { test } from "node:test";
import type { Db } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { testDatabase } from "../../test/app.ts";
import { aFlow, aKeyword, aPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";
import { digestPages } from "./digest.ts";

type Line = { psid: string; lastId: number; lastFrom: string; lastText: string; unread: number; changed: number };

const linesOf = (db: Db, pageId: string) =>
  db.many<Line>(sql`
    select psid, last_id, last_from, last_text, unread, changed from conversations
     where page_id = ${pageId} order by last_id desc`);

async function say(db: Db, pageId: string, texts: [psid: string, text: string][]): Promise<void> {
  for (const [psid, text] of texts)
    await db.count(sql`
      insert into turns (page_id, id, psid, at, event)
      values (${pageId}, nextval('conversation_ids'), ${psid}, now(), ${JSON.stringify({ type: "message", text })})`);
}

test("conversations follow the turns and messages of a running page", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db }, { flows: [aFlow("Hello", "Hi there")], keywords: [aKeyword("hi", "Hello")] });
  const node = await testNode(t, {}, db);
  const [ann, bob] = [await aVisitor(node.baseUrl, pageId), await aVisitor(node.baseUrl, pageId)];

  await ann.say("hi");
  await until(async () => (await linesOf(db, pageId)).some(({ lastFrom }) => lastFrom === "bot"));
  await bob.say("xin chào");
  await until(async () => (await linesOf(db, pageId)).length === 2);

  const lines = await linesOf(db, pageId);
  assert.deepEqual(
    lines.map(({ psid, lastFrom, lastText, unread }) => ({ psid, lastFrom, lastText, unread })),
    [
      { psid: bob.psid, lastFrom: "customer", lastText: "xin chào", unread: 1 },
      { psid: ann.psid, lastFrom: "bot", lastText: "Hi there", unread: 0 },
    ],
  );
});

test("a digest works through a history in bounded pieces, and never digests anything twice", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, nextval('conversation_ids'), 'psid ' || number % 50, now(), '{"type":"message","text":"hello"}'
      from generate_series(1, 5000) as number`);

  let pieces = 0;
  for (let isMore = true; isMore; pieces++) isMore = (await digestPages(db, [pageId])).unfinished.length > 0;
  await digestPages(db, [pageId]);

  assert.ok(pieces > 1);
  const lines = await linesOf(db, pageId);
  assert.equal(lines.length, 50);
  assert.deepEqual([...new Set(lines.map(({ unread }) => unread))], [100]);
});

test("a turn with more messages than one piece is digested in several, each message for its sender", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    values (${pageId}, nextval('conversation_ids') + 10, 'ann', now(), '{"type":"person_message"}')`);
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    select page_id, id + number, psid, id, 'reply', '{"type":"text","text":"hello"}', 'sent', now()
      from turns, generate_series(1, 5000) as number
     where page_id = ${pageId}`);

  let pieces = 0;
  while ((await digestPages(db, [pageId])).unfinished.length > 0) assert.ok(++pieces < 10, "it does not end");

  const sent = await db.many(sql`select what, count from statistics_days where page_id = ${pageId}`);
  assert.deepEqual(sent, [{ what: "sent_by_person", count: 5000 }]);
  assert.deepEqual(
    (await linesOf(db, pageId)).map(({ lastFrom }) => lastFrom),
    ["person"],
  );
});

test("two digests of a page at once digest everything once", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  for (let round = 0; round < 10; round++) {
    await say(db, pageId, [
      ["ann", `round ${round}`],
      ["bob", `round ${round}`],
    ]);
    await Promise.all([digestPages(db, [pageId]), digestPages(db, [pageId])]);
  }
  await digestPages(db, [pageId]);

  const lines = await linesOf(db, pageId);
  assert.deepEqual(
    lines.map(({ psid, unread }) => [psid, unread]),
    [
      ["bob", 10],
      ["ann", 10],
    ],
  );
  assert.equal(new Set(lines.map(({ changed }) => changed)).size, 2);
});

test("conversations of a page that no node runs are digested too", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  await say(db, pageId, [["ann", "before the upgrade"]]);

  await testNode(t, {}, db);

  await until(async () => (await linesOf(db, pageId)).length === 1);
});
