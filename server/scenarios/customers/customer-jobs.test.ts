import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { createSequence, putCustomers } from "../../domain/audience/sequences.ts";
import type { ImportSpec, JobSpec } from "../../domain/customers/jobs/job.ts";
import { startBulk } from "../../domain/customers/jobs/jobs.ts";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { saveSegments } from "../../store/audience/segments.ts";
import { insertJobRows } from "../../store/customers/customer-job-rows.ts";
import { findJob, insertJob } from "../../store/customers/customer-jobs.ts";
import type { Database } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage, aPostPage } from "../../test/builders.ts";
import { someCustomers } from "../../test/customers.ts";
import { isDigested } from "../../test/database/digested.ts";
import { startPlatform } from "../../test/platform.ts";
import { aServerProcess } from "../../test/server-process.ts";
import { until } from "../../test/until.ts";

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

test("a segment enters a sequence through kills: nobody twice, nobody forgotten", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  // The first step goes out at once, at any hour of the day.
  await changePageSettings({ db }, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  const psids = Array.from({ length: customers }, (_, index) => `web_${100_000 + index}`);
  await someCustomers(
    { db },
    pageId,
    psids.map((psid) => ({ psid })),
  );
  const condition: SegmentCondition = { match: "all", rules: [{ type: "channel", channels: ["webchat"] }] };
  await saveSegments(db, pageId, [{ id: 1, name: "All", condition }]);
  const say = (text: string) => ({ messages: [{ type: "text" as const, text }] });
  const { id } = await createSequence({ db }, pageId, {
    name: "Tips",
    is_on: true,
    steps: [
      { id: "one", wait_seconds: 0, content: say("One") },
      { id: "two", wait_seconds: 86_400, content: say("Two") },
    ],
    leave: { on_reply: false, tag_ids: [], goals: [] },
  });
  const asked = { type: "enter_sequence", customers: { segment_id: 1 }, userId: "ann" } as const;
  const { job } = await putCustomers({ db }, pageId, id, asked);
  const server = await aServerProcess(t, db.url);
  await server.start();

  let killed = 0;
  let seen = 0;
  await until(async () => {
    const now = await findJob<JobSpec>(db, pageId, job.id);
    if (killed < kills && (now?.done ?? 0) > seen) {
      seen = now?.done ?? 0;
      killed++;
      await server.kill();
      await server.start();
    }
    return now?.state === "done" || now?.state === "failed";
  });
  await until(() => isDigested(db, pageId));

  assert.equal(killed, kills);
  const done = await findJob<JobSpec>(db, pageId, job.id);
  assert.deepEqual([done?.state, done?.done, done?.changed], ["done", customers, customers]);
  const [each] = await db.many(sql`
    select count(*)::int as customers, min(messages)::int as fewest, max(messages)::int as most,
           min(timers)::int as fewest_timers, max(timers)::int as most_timers, max(inside)::int as inside
      from (select psid, json_array_length(state -> 'sequences') as inside,
                   (select count(*) from messages where page_id = ${pageId} and psid = customers.psid) as messages,
                   (select count(*) from mailbox where page_id = ${pageId} and psid = customers.psid) as timers
              from customers
             where page_id = ${pageId}) as customer`);
  assert.deepEqual(each, { customers, fewest: 1, most: 1, fewestTimers: 1, mostTimers: 1, inside: 1 });
  const counted = await db.many(sql`
    select what, key, sum(count)::int as count from statistics_days
     where page_id = ${pageId} and what like 'sequence%' group by what, key`);
  assert.deepEqual(counted, [{ what: "sequence_entered", key: `${id}  `, count: customers }]);
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
