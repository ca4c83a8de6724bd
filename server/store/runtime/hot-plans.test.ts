import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { isClustered } from "../../test/database/citus.ts";
import { hotStatements } from "../../test/database/hot-statements.ts";
import { planOf, scansOf, shardsOf } from "../../test/statements.ts";
import { connectHot, type Database, type Db } from "../db/db.ts";
import { sql, textOf } from "../db/sql.ts";

/** Tables that grow with traffic: no statement of the hot path may read one from end to end. */
const bigTables = [
  ...["customers", "mailbox", "accepted_keys", "turns", "messages", "message_troubles", "message_attempts"],
  "hand_overs",
];

async function assertNoScans(db: Database, pageId: string): Promise<void> {
  const statements = await hotStatements(pageId);
  assert.ok(statements.length >= 18);
  for (const statement of statements) {
    const plan = await planOf(db, statement);
    assert.deepEqual(scansOf(plan, bigTables), [], textOf(statement));
  }
}

/** 20,000 rows in each big table, for a hundred customers of the page. */
async function fill(db: Db, pageId: string): Promise<void> {
  const rows = 20_000;
  await db.count(sql`
    insert into customers (page_id, psid)
    select ${pageId}, 'psid ' || number from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, number, 'psid ' || number % 100, now(), '{}' from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    select ${pageId}, number, 'psid ' || number % 100, number, 'reply', '{}', 'sent', now()
      from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into mailbox (page_id, id, psid, due_at, event)
    select ${pageId}, number, 'psid ' || number % 100, now(), '{}' from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into accepted_keys (page_id, key, mail_id, accepted_at)
    select ${pageId}, 'key ' || number, number, now() from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into message_troubles (page_id, id) select ${pageId}, number from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into message_attempts (page_id, message_id, attempt, at, outcome)
    select ${pageId}, number, 1, now(), 'retry' from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into hand_overs (page_id, psid, since, turn_id)
    select ${pageId}, 'psid ' || number, now(), 1 from generate_series(1, ${rows}) as number`);
}

test("no statement of the hot path reads a big table from end to end, on empty and on full tables", {
  skip: isClustered && "the servers of a cluster plan by themselves",
}, async (t) => {
  const db = await testDatabase(t);
  const hot = connectHot(db, () => undefined);
  atEnd(t, () => hot.close());
  const { pageId } = await aPage({ db });

  await assertNoScans(hot, pageId);
  await fill(db, pageId);
  await assertNoScans(hot, pageId);
  for (const table of bigTables) await db.pool.query(`analyze ${table}`);
  await assertNoScans(hot, pageId);
});

test("each statement of the hot path runs on the server that has its page", {
  skip: !isClustered && "there is one server: set CITUS_WORKERS",
}, async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });

  const statements = await hotStatements(pageId);
  const spread: string[] = [];
  for (const statement of statements) {
    const shards = await shardsOf(db, statement).catch((error: Error) => error.message);
    if (shards !== 0 && shards !== 1) spread.push(`${shards}: ${textOf(statement)}`);
  }

  assert.ok(statements.length >= 18);
  assert.deepEqual(spread, []);
});
