import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultRetention, type RetentionSettings } from "@banter/core/model/limits/retention.ts";
import type { Deps } from "../../deps.ts";
import { cleanPage } from "../../domain/retention/clean-page.ts";
import { json, sql } from "../../store/db/sql.ts";
import { saveRetention } from "../../store/retention/retention-settings.ts";
import { testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { aPastMessage, aPastTurn, digest } from "../../test/database/history.ts";

const keepAll: RetentionSettings = { ...defaultRetention, traces_days: null, visits_days: null };

async function aKeptPage(t: Parameters<typeof testDeps>[0], settings: Partial<RetentionSettings>) {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  await saveRetention(deps.db, pageId, { ...keepAll, ...settings });
  return { deps, db: deps.db, pageId };
}

/** A pass over the page, as if the last one was long ago. */
async function clean(deps: Deps, pageId: string): Promise<void> {
  await deps.db.count(sql`
    update retention_positions set checked_at = '-infinity', restarted_at = '-infinity' where page_id = ${pageId}`);
  await cleanPage(deps, pageId, { goesOn: () => true, rest: async () => undefined });
}

const idsIn = async ({ db }: Pick<Deps, "db">, table: "turns" | "messages" | "message_words", pageId: string) => {
  const name = { turns: sql`turns`, messages: sql`messages`, message_words: sql`message_words` }[table];
  const rows = await db.many<{ id: number }>(sql`select id from ${name} where page_id = ${pageId} order by id`);
  return rows.map(({ id }) => id);
};

test("old messages and turns go with all that belongs to them, newer ones stay", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { messages_days: 10, turns_days: 20 });
  await aPastTurn(db, pageId, { days: 30 });
  await aPastMessage(db, pageId, { days: 30 });
  const turns = [await aPastTurn(db, pageId, { days: 15 }), await aPastTurn(db, pageId, { days: 1 })];
  await aPastMessage(db, pageId, { days: 15, status: "failed" });
  await db.count(sql`insert into message_troubles select page_id, id from messages where status = 'failed'`);
  const newest = await aPastMessage(db, pageId, { days: 1 });
  await digest(deps, pageId);

  await clean(deps, pageId);

  assert.deepEqual(await idsIn(deps, "turns", pageId), turns);
  assert.deepEqual(await idsIn(deps, "messages", pageId), [newest]);
  assert.deepEqual(await idsIn(deps, "message_words", pageId), [...turns, newest].sort());
  assert.equal(await db.count(sql`select from message_attempts where page_id = ${pageId}`), 1);
  assert.equal(await db.count(sql`select from message_troubles where page_id = ${pageId}`), 0);
});

test("traces are forgotten however old and many they are, the events stay", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { traces_days: 30 });
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event, trace)
    select ${pageId}, nextval('conversation_ids'), 'web_1', now() - make_interval(days => 120 - number / 100),
           '{"type":"message","text":"hello"}', '{"outcome":"nothing"}'
      from generate_series(0, 11999) as number`);
  await digest(deps, pageId);

  await clean(deps, pageId);

  assert.equal(await db.count(sql`select from turns where page_id = ${pageId}`), 12_000);
  const kept = await db.get<{ count: number; oldest: number }>(sql`
    select count(*), extract(day from now() - min(at))::int as oldest from turns where trace is not null`);
  assert.deepEqual(kept, { count: 2900, oldest: 29 });
});

test("a page that keeps everything loses nothing", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, {});
  await aPastTurn(db, pageId, { days: 3000 });
  await aPastMessage(db, pageId, { days: 3000 });
  await db.count(sql`
    insert into customers (page_id, psid, token_hash, created_at)
    values (${pageId}, 'web_2', '\\x00', now() - interval '3000 days')`);
  await digest(deps, pageId);

  await clean(deps, pageId);

  const left = await db.count(sql`
    select 1 from turns where trace is not null union all select 1 from messages union all select 1 from customers`);
  assert.equal(left, 3);
});

test("rows that are still needed stay until they are not", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { messages_days: 10, turns_days: 10 });
  const state = { main: null, sequences: [{ flowId: 7 }] };
  await db.count(sql`
    insert into customers (page_id, psid, state) values (${pageId}, 'runs', ${json(state)}), (${pageId}, 'waits', null)`);
  await db.count(sql`
    insert into hand_overs (page_id, psid, since, turn_id) values (${pageId}, 'waits', now(), 1)`);
  const asked = await aPastTurn(db, pageId, { days: 30, psid: "waits" });
  await aPastTurn(db, pageId, { days: 30, psid: "runs" });
  const unsent = await aPastMessage(db, pageId, { days: 30, status: "queued" });
  const offered = await aPastMessage(db, pageId, { days: 30, psid: "runs", flowId: 7 });
  await aPastMessage(db, pageId, { days: 30, psid: "runs", flowId: 8 });
  const answered = await aPastMessage(db, pageId, { days: 30, psid: "waits" });
  await digest(deps, pageId);
  const undigested = await aPastTurn(db, pageId, { days: 30 });

  await clean(deps, pageId);

  assert.deepEqual(await idsIn(deps, "turns", pageId), [asked, undigested]);
  assert.deepEqual(await idsIn(deps, "messages", pageId), [unsent, offered, answered]);

  await db.count(sql`update customers set state = null`);
  await db.count(sql`delete from hand_overs`);
  await db.count(sql`update messages set status = 'sent' where status = 'queued'`);
  await digest(deps, pageId);
  await clean(deps, pageId);

  assert.deepEqual(await idsIn(deps, "turns", pageId), []);
  assert.deepEqual(await idsIn(deps, "messages", pageId), []);
});

test("a row with a wrong time keeps no later row back", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { turns_days: 10 });
  const wrong = await aPastTurn(db, pageId, { days: -400 });
  await aPastTurn(db, pageId, { days: 30 });
  await digest(deps, pageId);

  await clean(deps, pageId);

  assert.deepEqual(await idsIn(deps, "turns", pageId), [wrong]);
});

test("the inbox shows nothing that is gone, and keeps customers who have newer entries", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { messages_days: 10, turns_days: 60 });
  await aPastTurn(db, pageId, { days: 90, psid: "gone", text: "long ago" });
  await aPastTurn(db, pageId, { days: 30, psid: "stays", text: "my question" });
  await aPastMessage(db, pageId, { days: 30, psid: "stays", text: "our answer" });
  await aPastTurn(db, pageId, { days: 1, psid: "new", text: "today" });
  await digest(deps, pageId);

  await clean(deps, pageId);

  const lines = await db.many(sql`select psid, last_text from conversations where page_id = ${pageId} order by psid`);
  assert.deepEqual(lines, [
    { psid: "new", lastText: "today" },
    { psid: "stays", lastText: "" },
  ]);
});

test("a page's own entries leave the audit log, those of others stay", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { audit_days: 30 });
  await db.count(sql`
    insert into audit_log (workspace_id, at, user_id, page, action)
    select workspace_id, now() - make_interval(days => days), 'ann',
           case when is_own then id when not is_own then 'other' end, 'test'
      from pages, (values (40, true), (40, false), (40, null), (20, true)) as entry (days, is_own)
     where id = ${pageId}`);

  await clean(deps, pageId);

  const left = await db.many(sql`
    select page = ${pageId} as is_own, extract(day from now() - at)::int as days from audit_log order by id`);
  assert.deepEqual(left, [
    { isOwn: false, days: 40 },
    { isOwn: null, days: 40 },
    { isOwn: true, days: 20 },
  ]);
});

test("questions without an answer go with the turns that they quote", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { turns_days: 10 });
  const { pageId: other } = await aPage(deps);
  await saveRetention(db, other, keepAll);
  for (const each of [pageId, other])
    await db.count(sql`
      insert into knowledge_misses (page_id, id, psid, question, folded, score, asked_at)
      select ${each}, days, 'ann', 'Where?', 'where', 0, now() - make_interval(days => days)
        from unnest(array[1, 11, 91]) as days`);

  for (const each of [pageId, other]) await clean(deps, each);

  const left = await db.many<{ id: number }>(sql`
    select id from knowledge_misses order by page_id = ${pageId} desc, id`);
  assert.deepEqual(
    left.map(({ id }) => id),
    [1, 1, 11],
  );
});

test("what models have used for single customers is forgotten after some days, that of the page stays", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, {});
  await db.count(sql`
    insert into model_usage (page_id, psid, day, calls, tokens, cost)
    select ${pageId}, psid, (now() - make_interval(days => days))::date, 1, 2, 3
      from unnest(array['', 'ann']) as psid, unnest(array[0, 2, 5, 400]) as days`);

  await clean(deps, pageId);

  const left = await db.many(sql`
    select psid, count(*)::int as days from model_usage where page_id = ${pageId} group by psid order by psid`);
  assert.deepEqual(left, [
    { psid: "", days: 4 },
    { psid: "ann", days: 2 },
  ]);
});

test("notifications go with the turns that they quote, and after 90 days anyway", async (t) => {
  const { deps, db, pageId } = await aKeptPage(t, { turns_days: 10 });
  const { pageId: other } = await aPage(deps);
  for (const each of [pageId, other])
    await db.count(sql`
      insert into notifications (page_id, id, text, created_at)
      select ${each}, days, 'hello', now() - make_interval(days => days) from unnest(array[1, 11, 91]) as days`);

  for (const each of [pageId, other]) await clean(deps, each);

  const left = await db.many<{ id: number }>(sql`select id from notifications order by page_id = ${pageId} desc, id`);
  assert.deepEqual(
    left.map(({ id }) => id),
    [1, 1, 11],
  );
});
