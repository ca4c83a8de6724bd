import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { digestPages } from "./digest.ts";
import { createTouches } from "./touches.ts";

test("a change that the database did not take is written by the next flush", async (t) => {
  const { db, live } = await testDeps(t);
  const { pageId } = await aPage({ db });
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, nextval('conversation_ids'), psid, now(), '{"type":"message","text":"hello"}'
      from unnest(array['ann', 'bob']) as psid`);
  await digestPages(db, [pageId]);
  const changed = async () =>
    (
      await db.many<{ changed: number }>(sql`
        select changed from conversations where page_id = ${pageId} order by psid`)
    ).map(({ changed }) => changed);
  const [ann = 0, bob = 0] = await changed();
  const touches = createTouches(live);

  touches.onRow(pageId, "ann");
  await db.count(sql`alter table conversations rename to away`);
  await assert.rejects(touches.flush(db, () => ""));
  await db.count(sql`alter table away rename to conversations`);
  touches.onRow(pageId, "bob");
  await touches.flush(db, () => "");

  const [annNow = 0, bobNow = 0] = await changed();
  assert.ok(annNow > ann, "the change that failed");
  assert.ok(bobNow > bob, "the change after it");
  await touches.flush(db, () => "");
  assert.deepEqual(await changed(), [annNow, bobNow], "nothing is written twice");
});

test("a change of a deleted page does not keep changes of other pages back", async (t) => {
  const { db, live } = await testDeps(t);
  const [gone, { pageId }] = ["web_404", await aPage({ db })];
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    values (${pageId}, nextval('conversation_ids'), 'ann', now(), '{"type":"message","text":"hello"}')`);
  await digestPages(db, [pageId]);
  const changed = async () =>
    (await db.get<{ changed: number }>(sql`select changed from conversations where page_id = ${pageId}`)).changed;
  const before = await changed();
  const touches = createTouches(live);

  touches.onRow(gone, "ann");
  touches.onRow(pageId, "ann");
  await touches.flush(db, () => "");

  assert.ok((await changed()) > before);
});
