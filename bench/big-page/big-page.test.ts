import assert from "node:assert/strict";
import { test } from "node:test";
import { channels } from "../../server/channels/index.ts";
import { sql } from "../../server/store/db/sql.ts";
import { testDatabase } from "../../server/test/app.ts";
import { testNode } from "../../server/test/node.ts";
import { signedIn } from "../../server/test/people.ts";
import { until } from "../../server/test/until.ts";
import { calls } from "./calls.ts";
import { measureCalls } from "./measure.ts";
import { digestedPart, makeBigPage } from "./page.ts";

test("a page filled by SQL gets its read models, and every call of the screens is answered", async (t) => {
  const db = await testDatabase(t);
  const { owner, target } = await makeBigPage({ db, channels }, db.url, { customers: 500, messages: 5000, days: 180 });
  // A server that starts looks for pages with history.
  const { baseUrl } = await testNode(t, {}, db);
  await until(async () => (await digestedPart(db, target.pageId)).isDone);

  const figures = await measureCalls(baseUrl, await signedIn(baseUrl, owner), target, 1);

  assert.equal(figures.length, calls.length);
  const { count } = await db.get<{ count: number }>(sql`
    select sum(count)::int as count from statistics_days where page_id = ${target.pageId} and what = 'received'`);
  assert.equal(count, 2500);
});
