import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import { testDatabase } from "../../test/app.ts";
import { isClustered } from "../../test/database/citus.ts";
import { recorder } from "../../test/statements.ts";
import { connectHot, type Database, type Db } from "../db/db.ts";
import { sql, statementOf } from "../db/sql.ts";
import { type AskedWork, listPagesWithWork } from "./leases.ts";

const [nodeId, otherId, thirdId] = [randomUUID(), randomUUID(), randomUUID()];
const asked: AskedWork = {
  ...{ nodeId, living: [nodeId, otherId, thirdId], aheadMs: 5000, withProfiles: false, except: [], limit: 200 },
};

async function addPages(db: Db, prefix: string, count: number, leasedBy: string | null): Promise<void> {
  const workspaceId = await ensureWorkspace(db);
  await db.count(sql`
    insert into pages (id, workspace_id, channel, name)
    select ${prefix} || number, ${workspaceId}, 'webchat', 'Shop' from generate_series(1, ${count}::integer) as number`);
  await db.count(sql`
    insert into page_leases (page_id, node_id, epoch)
    select ${prefix} || number, ${leasedBy}::uuid, 1 from generate_series(1, ${count}::integer) as number`);
}

const addMail = (db: Db, pageId: string, seconds: number) =>
  db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    values (${pageId}, 'ann', clock_timestamp() + ${seconds} * interval '1 second', '{}')`);

test("the pages to claim have work and no living node; own pages with due mail come last", async (t) => {
  const db = await testDatabase(t);
  await addPages(db, "free", 6, null);
  await addPages(db, "dead", 2, randomUUID());
  await addPages(db, "own", 2, nodeId);
  await addPages(db, "other", 2, otherId);
  for (const page of ["free1", "own1", "other1"]) await addMail(db, page, 0);
  await addMail(db, "free2", 4);
  await addMail(db, "free3", 60);
  await db.count(sql`insert into requests (page_id, id, psid, request) values ('free4', 1, 'ann', '{}')`);
  await db.count(sql`update page_leases set is_unfinished = true where page_id in ('free5', 'other2')`);
  await db.count(sql`insert into profile_syncs (page_id, state, at) values ('free6', 'waiting', now())`);
  await db.count(sql`update pages set revision = 1 where id = 'free6'`);
  const list = (given: Partial<AskedWork> = {}) => listPagesWithWork(db, { ...asked, ...given });
  const ids = async (given?: Partial<AskedWork>) => (await list(given)).map(({ id }) => id);

  assert.deepEqual(await ids(), ["dead1", "dead2", "free1", "free2", "free4", "free5", "own1"]);
  assert.deepEqual((await list()).at(-1), { id: "own1", isOurs: true });
  assert.deepEqual(await ids({ withProfiles: true, except: ["dead1"], limit: 5 }), [
    ...["dead2", "free1", "free2", "free4", "free5"],
  ]);
  assert.ok((await ids({ withProfiles: true })).includes("free6"));
  // A node that has just died, and a database that knows no living node.
  assert.deepEqual(await ids({ living: [nodeId, thirdId], except: [] }), [
    ...["dead1", "dead2", "free1", "free2", "free4", "free5", "other1", "other2", "own1"],
  ]);
  assert.equal((await ids({ living: [] })).length, 10);
});

test("the look for pages with work does not read pages without any", {
  skip: isClustered && "the servers of a cluster plan by themselves",
}, async (t) => {
  const db = await testDatabase(t);
  await addPages(db, "own", 2000, nodeId);
  await addPages(db, "other", 2000, otherId);
  await addPages(db, "free", 2000, null);
  await db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    select id, 'ann', clock_timestamp() + interval '1 hour', '{}' from pages`);
  await addMail(db, "free1", 0);
  await addMail(db, "own1", 0);
  for (const table of ["pages", "page_leases", "mailbox", "requests"]) await db.pool.query(`analyze ${table}`);

  const hot = connectHot(db, () => undefined);
  atEnd(t, () => hot.close());
  const { rows, blocks } = await readsOf(hot);

  assert.equal(rows, 2);
  // The tables have hundreds of blocks.
  assert.ok(blocks < 60, `${blocks} blocks read`);
});

async function readsOf({ pool }: Database): Promise<{ rows: number; blocks: number }> {
  const { db, statements } = recorder();
  await listPagesWithWork(db, asked);
  const { text, values } = statementOf(statements[0] ?? assert.fail());
  const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values);
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  return { rows: plan["Actual Rows"], blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}
