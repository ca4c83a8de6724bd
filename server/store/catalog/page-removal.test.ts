import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { defaultRetention } from "@banter/core/model/limits/retention.ts";
import { createPageOn } from "../../domain/pages/page-settings.ts";
import { cleanPage } from "../../domain/retention/clean-page.ts";
import { testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { aPastMessage, aPastTurn, digest } from "../../test/database/history.ts";
import { until } from "../../test/until.ts";
import type { Db } from "../db/db.ts";
import { isUnavailable } from "../db/errors.ts";
import { identifier, sql } from "../db/sql.ts";
import { saveRetention } from "../retention/retention-settings.ts";
import { claimLease, listLeasesOf } from "../runtime/leases.ts";
import { deletePage, isBeingRemoved, removeNextBite } from "./page-removal.ts";
import { findPage, insertPage } from "./pages.ts";

/** The tables that have rows of the page, without those that wait for housekeeping. */
async function tablesOf(db: Db, pageId: string): Promise<string[]> {
  const columns = await db.many<{ tableName: string }>(sql`
    select table_name from information_schema.columns
     where column_name = 'page_id' and table_schema = 'public' order by table_name`);
  const found: string[] = [];
  for (const { tableName } of columns)
    if ((await db.count(sql`select from ${identifier(tableName)} where page_id = ${pageId} limit 1`)) > 0)
      found.push(tableName);
  return found;
}

async function aBigPage(db: Db, pageId: string, turns: number): Promise<void> {
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, nextval('conversation_ids'), 'psid ' || number, now(), '{}'
      from generate_series(1, ${turns}) as number`);
  await db.count(sql`
    insert into unmatched_turns (page_id, day, id) select page_id, at::date - id::int % 3, id from turns where page_id = ${pageId}`);
  await db.count(sql`
    insert into customers (page_id, psid) select page_id, psid from turns where page_id = ${pageId}`);
}

test("a small page goes at once, with all its rows", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  await aPastTurn(deps.db, pageId, { days: 1 });
  await aPastMessage(deps.db, pageId, { days: 1 });

  await deps.db.transact((db) => deletePage(db, pageId));

  assert.deepEqual(await tablesOf(deps.db, pageId), []);
  assert.equal(await removeNextBite(deps.db), false);
});

test("the rest of a big page is removed in bites, and its id is free after that", async (t) => {
  const deps = await testDeps(t);
  const { db } = deps;
  const { pageId: other } = await aPage(deps);
  const { workspaceId } = (await findPage(db, other)) as { workspaceId: number };
  const pageId = "tg_77";
  await insertPage(db, { id: pageId, workspaceId, channel: "telegram", name: "Big" });
  await aBigPage(db, pageId, 30_000);
  await aBigPage(db, other, 10);
  const again = { workspaceId, channel: "telegram", name: "Again", platformId: "77" } as const;

  await db.transact((db) => deletePage(db, pageId));

  assert.equal(await findPage(db, pageId), undefined);
  assert.equal(await isBeingRemoved(db, pageId), true);
  await assert.rejects(createPageOn(deps, again), /still being removed/);

  let bites = 0;
  while (await removeNextBite(db)) bites++;

  assert.ok(bites > 10, `${bites} bites`);
  assert.deepEqual(await tablesOf(db, pageId), []);
  assert.equal(await db.count(sql`select from unmatched_turns where page_id = ${other}`), 10);
  assert.equal((await createPageOn(deps, again)).id, pageId);
});

test("a page is deleted while its old data is being removed", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  await saveRetention(deps.db, pageId, { ...defaultRetention, turns_days: 1 });
  await aBigPage(deps.db, pageId, 10_000);
  await deps.db.count(sql`update turns set at = now() - interval '100 days', trace = '{}'`);
  await digest(deps, pageId);
  const pace = { goesOn: () => true, rest: async () => undefined };

  const cleaning = whenUnlocked(() => cleanPage(deps, pageId, pace));
  await until(async () => (await deps.db.count(sql`select from turns where id % 2 = 0`)) < 5000);
  await whenUnlocked(() => deps.db.transact((db) => deletePage(db, pageId)));
  await cleaning;
  while (await removeNextBite(deps.db));

  assert.deepEqual(await tablesOf(deps.db, pageId), []);
});

/** Repeats work that another transaction has kept waiting for too long, as those do who clean and delete pages. */
async function whenUnlocked(work: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      return void (await work());
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
}

test("nodes that remove the same page at once remove every row once", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  await aBigPage(deps.db, pageId, 25_000);
  await deps.db.transact((db) => deletePage(db, pageId));
  const work = async () => {
    while ((await removeNextBite(deps.db)) || (await isBeingRemoved(deps.db, pageId)));
  };

  await Promise.all([work(), work(), work()]);

  assert.deepEqual(await tablesOf(deps.db, pageId), []);
});

test("a page that is made again refuses late writes of the node that ran the one before", async (t) => {
  const { db } = await testDeps(t);
  const { pageId: other } = await aPage({ db });
  const { workspaceId } = (await findPage(db, other)) as { workspaceId: number };
  const page = { id: "tg_77", workspaceId, channel: "telegram", name: "Corner shop" } as const;
  const nodeId = randomUUID();
  const claim = async () => ({ pageId: page.id, nodeId, epoch: (await claimLease(db, page.id, nodeId)) ?? 0 });
  await insertPage(db, page);
  const before = await claim();
  await db.transact((db) => deletePage(db, page.id));
  assert.equal(await claimLease(db, page.id, nodeId), undefined, "a page that is gone has no owner");
  await insertPage(db, page);

  const after = await claim();

  assert.ok(after.epoch > before.epoch, `${before.epoch}, then ${after.epoch}`);
  assert.deepEqual(await listLeasesOf(db, nodeId), new Map([[page.id, after.epoch]]));
});
