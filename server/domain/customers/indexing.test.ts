import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { indexBatch, indexChanges } from "./indexing.ts";

test("changed customers of all pages are indexed in batches, also by two nodes at once", async (t) => {
  const db = await testDatabase(t);
  const pageIds = [(await aPage({ db })).pageId, (await aPage({ db })).pageId, (await aPage({ db })).pageId];
  await db.count(sql`
    insert into customers (page_id, psid, first_name)
    select page_id, 'psid ' || number, 'Ann' from unnest(${pageIds}::text[]) as page_id, generate_series(1, 300) as number`);
  // Each has changed twice.
  await db.count(sql`
    insert into customer_changes (page_id, psid)
    select page_id, psid from customers, generate_series(1, 2)`);

  const first = await indexChanges({ db });
  const index = async () => {
    while ((await indexChanges({ db })) > 0);
  };
  await Promise.all([index(), index()]);

  assert.equal(first, indexBatch);
  assert.equal(await db.count(sql`select from customer_changes`), 0);
  assert.equal(await db.count(sql`select from customer_index where name = 'ann'`), 900);
});
