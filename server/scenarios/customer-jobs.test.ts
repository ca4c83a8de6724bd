import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportSpec, JobSpec } from "../domain/customers/jobs/job.ts";
import { startBulk } from "../domain/customers/jobs/jobs.ts";
import { insertJobRows } from "../store/customers/customer-job-rows.ts";
import { findJob, insertJob } from "../store/customers/customer-jobs.ts";
import type { Database } from "../store/db/db.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aPostPage } from "../test/builders.ts";
import { someCustomers } from "../test/customers.ts";
import { startPlatform } from "../test/platform.ts";
import { aServerProcess } from "../test/server-process.ts";
import { until } from "../test/until.ts";

const customers = 1500;
const kills = 3;

test("a bulk change and an import go on after kills, and do nothing twice", async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const { pageId } = await aPostPage({ db }, platform.origin, {
    tags: ["vip"],
    fields: [{ name: "city", type: "text" }],
  });
  const psids = Array.from({ length: customers }, (_, index) => `tg_${10_000 + index}`);
  await someCustomers(
    { db },
    pageId,
    psids.map((psid) => ({ psid })),
  );
  const { id: tagId } = await db.get<{ id: number }>(sql`select id from tags where page_id = ${pageId}`);
  const action = { type: "add_tag" as const, tag_id: tagId };
  const bulk = await startBulk({ db }, pageId, { action, customers: { filter: {} }, userId: "ann" });
  const imported = await anImport(db, pageId, psids);
  const server = await aServerProcess(t, db.url);
  await server.start();

  let killed = 0;
  let seen = 0;
  await until(async () => {
    const states = await Promise.all([bulk.id, imported].map((id) => findJob<JobSpec>(db, pageId, id)));
    const done = states.reduce((sum, job) => sum + (job?.done ?? 0), 0);
    if (killed < kills && done > seen) {
      seen = done;
      killed++;
      await server.kill();
      await server.start();
    }
    return states.every((job) => job?.state === "done" || job?.state === "failed");
  });

  const jobs = await Promise.all([bulk.id, imported].map((id) => findJob<JobSpec>(db, pageId, id)));
  assert.deepEqual(
    jobs.map((job) => [job?.state, job?.done, job?.changed]),
    [
      ["done", customers, customers],
      ["done", customers, customers],
    ],
  );
  const [row] = await db.many<{ tagged: number; named: number; edits: number; most: number }>(sql`
    select count(*) filter (where tags = array[${tagId}]::bigint[])::int as tagged,
           count(*) filter (where fields ->> 'city' = 'Huế')::int as named,
           sum(edits)::int as edits, max(edits)::int as most
      from customers
      join (select psid, count(*) as edits from turns where page_id = ${pageId} group by psid) as turn using (psid)
     where page_id = ${pageId}`);
  assert.deepEqual(row, { tagged: customers, named: customers, edits: customers * 2, most: 2 });
});

/** An import that has been checked and started. */
async function anImport(db: Database, pageId: string, psids: string[]): Promise<number> {
  const spec: ImportSpec = {
    type: "import",
    name: "people.csv",
    columns: [
      { name: "psid", samples: [] },
      { name: "city", samples: [] },
    ],
    mapping: ["psid", "field:city"],
  };
  const job = { kind: "import" as const, state: "draft" as const, userId: "ann", spec, total: psids.length };
  const { id } = await insertJob<JobSpec>(db, pageId, job);
  const rows = psids.map((psid, index) => ({ line: index + 2, cells: [psid, "Huế"] }));
  await insertJobRows(db, pageId, id, rows);
  await db.count(sql`update customer_jobs set state = 'running' where page_id = ${pageId} and id = ${id}`);
  return id;
}
