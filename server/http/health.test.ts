import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../store/db/sql.ts";
import { testApp } from "../test/app.ts";
import { aPage } from "../test/builders.ts";
import { callerOf } from "../test/call.ts";
import { isClustered } from "../test/database/citus.ts";
import { testNode } from "../test/node.ts";
import { until } from "../test/until.ts";

const readiness = async (baseUrl: string) => {
  const answer = await fetch(`${baseUrl}/readyz`);
  const { status, detail = "" } = (await answer.json()) as { status: unknown; detail?: string };
  return { code: answer.status, said: detail || status, retryAfter: answer.headers.get("retry-after") };
};

test("a server is ready once it runs pages", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  assert.deepEqual(await readiness(baseUrl), { code: 503, said: "The server is starting.", retryAfter: "1" });

  await deps.health.heartbeat(async () => undefined);

  assert.deepEqual(await readiness(baseUrl), { code: 200, said: "ready", retryAfter: null });
});

test("a server is not ready while the database refuses its heartbeats", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  assert.equal((await readiness(baseUrl)).code, 200);
  await deps.db.count(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);

  await deps.db.count(sql`create trigger refuse before update on nodes for each row execute function refuse()`);
  await until(async () => (await readiness(baseUrl)).code === 503);
  assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
  await deps.db.count(sql`drop trigger refuse on nodes`);

  await until(async () => (await readiness(baseUrl)).code === 200);
});

test("a server is not ready after a heartbeat that took too long", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  await deps.health.heartbeat(async () => undefined);
  const hanging = Promise.withResolvers<void>();
  const heartbeat = deps.health.heartbeat(() => hanging.promise);
  const startedAt = performance.now();

  await until(async () => (await readiness(baseUrl)).code === 503);
  // On a busy machine, this heartbeat may have started long after the one before.
  await until(() => performance.now() - startedAt > 8000);
  hanging.resolve();
  await heartbeat;

  // The lease counts from the start of the statement, which is long ago.
  assert.equal((await readiness(baseUrl)).code, 503);
  assert.deepEqual(deps.health.heartbeats(), { pending: 0, settled: 2 });
});

test("a call that finds the disk full makes the server not ready until a file can be written", {
  skip: isClustered && "a cluster has no triggers",
}, async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const call = callerOf(baseUrl, await aPage(deps));
  await deps.health.heartbeat(async () => undefined);
  await deps.db.count(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await deps.db.count(sql`create trigger refuse before insert on keywords for each row execute function refuse()`);

  assert.equal((await call("/keywords/create", { method: "POST" })).status, 503);

  assert.equal(deps.health.state(), "disk_full");
  assert.equal((await readiness(baseUrl)).code, 200);
  assert.equal(deps.health.state(), "ready");
});
