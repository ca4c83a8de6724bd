import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../test/app.ts";
import { sql } from "../db/sql.ts";
import { exportedTables, notExported } from "./data.ts";
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
