import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { sql } from "../db/sql.ts";
import { exportedTables, notExported } from "./data.ts";
import { deleteOldErasedCustomers } from "./erased-customers.ts";
import { erasedTables } from "./erasure.ts";

test("every table with rows of single customers is emptied by an erasure, and exported or named with a reason", async (t) => {
  const db = await testDatabase(t);
  const tables = await db.many<{ name: string }>(sql`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'psid'
     order by 1`);
  const names = tables.map(({ name }) => name);

  assert.ok(names.length > 10);
  assert.deepEqual([...erasedTables].sort(), names);
  assert.deepEqual([...exportedTables.map(({ name }) => name), ...Object.keys(notExported)].sort(), names);
});

test("that somebody was erased is forgotten after 30 days", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  await db.count(sql`
    insert into erased_customers (page_id, psid_hash, erased_at)
    select ${pageId}, sha256(days::text::bytea), now() - make_interval(days => days) from unnest(array[29, 31, 32]) as days`);

  assert.equal(await deleteOldErasedCustomers(db, 1), 1);
  assert.equal(await deleteOldErasedCustomers(db, 10), 1);

  assert.equal(await db.count(sql`select from erased_customers where erased_at > now() - interval '30 days'`), 1);
  assert.equal(await db.count(sql`select from erased_customers`), 1);
});
