import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { testDeps } from "../../test/app.ts";
import { isClustered } from "../../test/database/citus.ts";
import { dumpSchema } from "./schema.ts";
import { sql } from "./sql.ts";

const file = new URL("./schema.sql", import.meta.url);
const heading = "-- The schema after all migrations. Rewritten by `npm test -- schema --update`; do not edit it.\n\n";

const onCluster = { skip: isClustered && "tables that are distributed have other keys" };

test("the migrations make the schema that is checked in", onCluster, async (t) => {
  const { db } = await testDeps(t);

  const schema = heading + (await dumpSchema(db));

  if (process.env.UPDATE_CASES) writeFileSync(file, schema);
  assert.equal(schema, readFileSync(file, "utf8"));
});

test("page_id leads every key of tables that have it", async (t) => {
  const { db } = await testDeps(t);

  const astray = await db.many<{ key: string }>(sql`
    select conname as key
      from pg_constraint
      join pg_attribute as first on first.attrelid = conrelid and first.attnum = conkey[1]
     where contype in ('p', 'u', 'f') and connamespace = 'public'::regnamespace
       and exists (select from pg_attribute where attrelid = conrelid and attname = 'page_id')
       and first.attname <> 'page_id'`);

  assert.deepEqual(astray, []);
});
