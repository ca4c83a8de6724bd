import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../../../store/db/sql.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after });
const { db } = deps;
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

const customers = 600;
const psidOf = (number: number) => `web_${10_000 + number}`;

/** A job that has changed a batch of customers and then failed, as the database refuses one of the others. */
async function aFailedJob() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const { id: tag_id } = await api("POST /pages/:page_id/tags", { params, body: { name: "vip" } });
  const psids = Array.from({ length: customers }, (_, index) => psidOf(index));
  await someCustomers(
    deps,
    page_id,
    psids.map((psid) => ({ psid })),
  );
  await db.count(sql`alter table customer_job_changes add constraint broken_row check (psid <> 'web_10550') not valid`);
  const body = { action: { type: "add_tag" as const, tag_id }, customers: { psids } };
  const { id: job_id } = await api("POST /pages/:page_id/customer_jobs", { params, body });
  const job = () => api("GET /pages/:page_id/customer_jobs/:job_id", { params: { page_id, job_id } });
  await until(async () => (await job()).state === "failed");
  await db.count(sql`alter table customer_job_changes drop constraint broken_row`);
  const tagged = async () =>
    (await db.many(sql`select from customers where page_id = ${page_id} and tags = array[${tag_id}]::bigint[]`)).length;
  return { page_id, job_id, job, tagged };
}

test("a failed job is resumed where it failed, and does nothing twice", async () => {
  const { page_id, job_id, job, tagged } = await aFailedJob();
  const failed = await job();
  assert.deepEqual([failed.changed, failed.can_resume], [500, true]);
  assert.match(failed.error ?? "", /check constraint "broken_row/);
  assert.equal(await tagged(), 500);

  const resumed = await api("POST /pages/:page_id/customer_jobs/:job_id/resume", { params: { page_id, job_id } });
  assert.deepEqual([resumed.state, resumed.error, resumed.can_resume], ["running", null, false]);
  await until(async () => (await job()).state !== "running");

  const done = await job();
  assert.deepEqual([done.state, done.done, done.changed], ["done", customers, customers]);
  assert.equal(await tagged(), customers);
  const turns = await db.many(sql`select from turns where page_id = ${page_id}`);
  assert.equal(turns.length, customers);
  const again = api("POST /pages/:page_id/customer_jobs/:job_id/resume", { params: { page_id, job_id } });
  await assert.rejects(again, { status: 409 });
});

test("a failed job is undone, and is not resumed then", async () => {
  const { page_id, job_id, job, tagged } = await aFailedJob();
  assert.notEqual((await job()).undo_until, null);

  const undo = await api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id } });
  const isDone = async () =>
    (await api("GET /pages/:page_id/customer_jobs/:job_id", { params: { page_id, job_id: undo.id } })).state === "done";
  await until(isDone);

  assert.equal(await tagged(), 0);
  assert.equal((await job()).can_resume, false);
  const resume = api("POST /pages/:page_id/customer_jobs/:job_id/resume", { params: { page_id, job_id } });
  await assert.rejects(resume, { status: 409 });
});
