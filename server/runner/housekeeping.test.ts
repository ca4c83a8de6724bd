import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { deletePage, isBeingRemoved } from "../store/catalog/page-removal.ts";
import { sql } from "../store/db/sql.ts";
import { testDeps } from "../test/app.ts";
import { aPage } from "../test/builders.ts";
import { aPastTurn, digest } from "../test/database/history.ts";
import { until } from "../test/until.ts";
import { startHousekeeping } from "./housekeeping.ts";

test("housekeeping removes old data of all pages and what removed pages have left", async (t) => {
  const deps = await testDeps(t);
  const { db } = deps;
  const pageIds = [(await aPage(deps)).pageId, (await aPage(deps)).pageId];
  for (const pageId of pageIds) {
    await aPastTurn(db, pageId, { days: 100 });
    await digest(deps, pageId);
  }
  const { pageId: removed } = await aPage(deps);
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${removed}, number, 'ann', now(), '{}' from generate_series(1, 50000) as number`);
  await db.transact((db) => deletePage(db, removed));
  assert.equal(await isBeingRemoved(db, removed), true);

  const stop = startHousekeeping(deps, { firstLookMs: 0 });
  atEnd(t, stop);

  await until(async () => !(await isBeingRemoved(db, removed)));
  await until(async () => (await db.count(sql`select from turns where trace is not null`)) === 0);
  assert.equal(await db.count(sql`select from turns`), 2);
});
