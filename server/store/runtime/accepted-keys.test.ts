import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../test/app.ts";
import { deleteOldKeys } from "../catalog/idempotency-keys.ts";
import { sql } from "../db/sql.ts";
import { deleteOldAcceptedKeys } from "./accepted-keys.ts";

const ages = sql`
  select count(*), extract(epoch from now() - min(accepted_at))::int / 3600 as hours from accepted_keys`;

test("keys that no longer count are deleted in bites, after a long time off too", async (t) => {
  const db = await testDatabase(t);
  await db.count(sql`
    insert into accepted_keys (page_id, key, mail_id, accepted_at)
    select 'web_1', 'key ' || number, number, now() - make_interval(hours => number / 10) - interval '30 minutes'
      from generate_series(6900, 7499) as number`);
  const clean = async () => {
    let bites = 0;
    for (; await deleteOldAcceptedKeys(db, 5); bites++);
    return bites;
  };

  // Everything before this time is gone already.
  await db.count(sql`insert into accepted_keys_cleaned (through) values (now() - interval '730 hours')`);
  assert.ok((await clean()) > 10);
  assert.equal(await db.count(sql`select from accepted_keys where accepted_at > now() - interval '730 hours'`), 300);

  await db.count(sql`delete from accepted_keys_cleaned`);
  assert.ok((await clean()) > 30);
  assert.deepEqual(await db.get(ages), { count: 300, hours: 719 });
  assert.equal(await clean(), 0);
});

test("idempotency keys are deleted after a day, in bites", async (t) => {
  const db = await testDatabase(t);
  await db.count(sql`insert into workspaces (id, name) values (1, 'Shop')`);
  await db.count(sql`insert into pages (id, workspace_id, channel, name) values ('web_1', 1, 'webchat', 'Shop')`);
  await db.count(sql`
    insert into idempotency_keys (page_id, key, body_hash, created_at)
    select 'web_1', 'key ' || number, '', now() - make_interval(hours => number) + interval '30 minutes'
      from generate_series(1, 100) as number`);

  const bites = [await deleteOldKeys(db, 50), await deleteOldKeys(db, 50), await deleteOldKeys(db, 50)];

  assert.deepEqual(bites, [50, 26, 0]);
  assert.equal(await db.count(sql`select from idempotency_keys`), 24);
});
