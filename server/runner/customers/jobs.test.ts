import assert from "node:assert/strict";
import { after, test } from "node:test";
import { AppError } from "@banter/core/model/error.ts";
import type { JobSpec } from "../../domain/customers/jobs/job.ts";
import { startBulk } from "../../domain/customers/jobs/jobs.ts";
import { maxBacklog } from "../../mailbox/backlog.ts";
import { findJob, listJobs } from "../../store/customers/customer-jobs.ts";
import { sql } from "../../store/db/sql.ts";
import { aPage } from "../../test/builders.ts";
import { someCustomers } from "../../test/customers.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf } from "../../test/people.ts";
import { until } from "../../test/until.ts";
import { startJobs } from "./jobs.ts";

const { deps } = await testNode({ after });
const { db } = deps;
const block = { type: "block" as const };

async function aShop(customers: number) {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const psids = Array.from({ length: customers }, (_, index) => `web_${10_000 + index}`);
  await someCustomers(
    deps,
    pageId,
    psids.map((psid) => ({ psid })),
  );
  const start = (action: { type: "block" | "unblock" }) =>
    startBulk(deps, pageId, { action, customers: { psids }, userId: owner.userId });
  const jobs = () => listJobs<JobSpec>(db, pageId, 100);
  return { pageId, psids, start, jobs };
}

test("a workspace with many jobs does not hold up another one's", async () => {
  const [first, second] = [await aShop(100), await aShop(1)];

  for (let number = 0; number < 30; number++) await first.start(number % 2 === 0 ? block : { type: "unblock" });
  const { id } = await second.start(block);
  await until(async () => (await first.jobs()).every(({ state }) => state === "done"));

  const small = await findJob<JobSpec>(db, second.pageId, id);
  const ends = (await first.jobs()).map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  assert.equal(small?.state, "done");
  const later = ends.filter((end) => end > (small?.finishedAt?.getTime() ?? Number.POSITIVE_INFINITY));
  assert.ok(later.length > 20, `${later.length} of 30 jobs of the first workspace ended later`);
});

test("a job waits for a page with too much to do, and goes on then", async () => {
  const { pageId } = await aPage(deps, {});
  const psids = Array.from({ length: 20 }, (_, index) => `web_${10_000 + index}`);
  await someCustomers(
    deps,
    pageId,
    psids.map((psid) => ({ psid })),
  );
  // A living node that does nothing has the page.
  await db.count(sql`
    with idle as (insert into nodes (id, base_url, alive_until) values (gen_random_uuid(), '', now() + interval '1 hour')
                  returning id)
    insert into page_leases (page_id, node_id, epoch) select ${pageId}, id, 1 from idle`);
  await db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    select ${pageId}, 'web_1', now(), '{"type":"unblock","userId":"ann"}' from generate_series(0, ${maxBacklog}::int)`);
  /** Writes to the page until it refuses to take more. */
  const fill = async () => {
    const isRefused = () =>
      deps.accept({ pageId, psid: "web_2", event: { type: "unblock", userId: "ann" } }).then(
        () => false,
        (error) => error.code === "rate_limited",
      );
    await until(async () => (await Promise.all(Array.from({ length: 100 }, isRefused))).every(Boolean));
  };
  await fill();

  const { id } = await startBulk(deps, pageId, { action: block, customers: { psids }, userId: "ann" });
  const job = () => findJob<JobSpec>(db, pageId, id);
  // The page takes mail for a moment each second, before it is found to be full again: all changes may be sent then.
  const planned = () => db.count(sql`select from customer_job_changes where page_id = ${pageId} and job_id = ${id}`);
  await until(async () => {
    await fill();
    return (await planned()) > 0;
  });
  for (let times = 0; times < 20 && (await job())?.state === "running"; times++) {
    await fill();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.deepEqual([(await job())?.state, (await job())?.error], ["running", null]);

  await db.count(sql`delete from mailbox where page_id = ${pageId} and psid in ('web_1', 'web_2')`);
  await db.count(sql`delete from page_leases where page_id = ${pageId}`);
  await until(async () => (await job())?.state !== "running");

  assert.equal((await job())?.state, "done");
  const blocked = await db.many(sql`select from customers where page_id = ${pageId} and is_blocked`);
  assert.equal(blocked.length, psids.length);
});

test("a job whose page a busy database cannot read in time is not given up", async () => {
  const readableAt = performance.now() + 3000;
  const ends: string[] = [];
  const stop = startJobs(deps, crypto.randomUUID(), {
    name: "slow job",
    claim: async (_, __, { workspaceIds, jobIds }) =>
      ends.length > 0 || workspaceIds.includes(1) || jobIds.includes(1)
        ? undefined
        : { job: { pageId: "web_1", id: 1 }, workspaceId: 1 },
    release: async () => undefined,
    releaseAll: async () => undefined,
    async runBatch() {
      if (performance.now() < readableAt) throw new AppError("unavailable", "The condition takes too long.");
      ends.push("ended");
      return "ended";
    },
    fail: async (_, __, ___, reason) => void ends.push(reason),
  });

  await until(async () => ends.length > 0);
  await stop();

  assert.deepEqual(ends, ["ended"]);
});
