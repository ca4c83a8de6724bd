import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { pino } from "pino";
import type { Deps } from "../../deps.ts";
import { createPage } from "../../domain/pages/pages.ts";
import { json, sql } from "../../store/db/sql.ts";
import { listHostTroubles } from "../../store/runtime/host-troubles.ts";
import { claimLease, type Lease, releaseLeases } from "../../store/runtime/leases.ts";
import { nextConversationIds } from "../../store/runtime/mailbox.ts";
import { testDeps } from "../../test/app.ts";
import { aServer, aSlowServer } from "../../test/loopback-server.ts";
import { until } from "../../test/until.ts";
import { requestRunner } from "./requests.ts";
import { thinkingSigns } from "./thinking.ts";

const allowPrivateHosts = ["127.0.0.1"];

test("an answer replaces its request as mail of the customer, and the page is woken", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const { origin, seen } = await aServer(t, (_, response) => response.end('{"state":"sent"}'));
  const lease = await aLease(deps);
  const { requests, woken } = aRunner(t, deps);

  requests.add(lease, await stored(deps, lease.pageId, [{ psid: "ann", url: `${origin}/orders` }]));
  await answered(deps, 1);

  assert.deepEqual(await mailOf(deps, lease.pageId), [
    { psid: "ann", event: { ...answerOf(7, { ok: true, status: 200, body: '{"state":"sent"}' }) } },
  ]);
  assert.equal(await countRequests(deps), 0);
  assert.equal(seen[0]?.url, "/orders");
  assert.deepEqual(woken, [lease.pageId]);
});

test("a request that cannot be made is answered with a reason", async (t) => {
  const deps = await testDeps(t);
  const lease = await aLease(deps);
  const { requests } = aRunner(t, deps);

  requests.add(lease, await stored(deps, lease.pageId, [{ psid: "ann", url: "http://127.0.0.1:1/" }]));
  await answered(deps, 1);

  const [mail] = await mailOf(deps, lease.pageId);
  assert.deepEqual(mail?.event, answerOf(7, { ok: false, reason: "blocked_address" }));
});

test("sixty-four calls run at once, at most four of one page", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const { origin, open, seen, most } = await aSlowServer(t);
  const { requests } = aRunner(t, deps);
  const leases = await Promise.all(Array.from({ length: 18 }, () => aLease(deps)));
  const rows = await Promise.all(
    leases.map(({ pageId }, index) => {
      const urls = Array.from({ length: 5 }, () => ({ psid: "ann", url: `${origin}/${index}` }));
      return stored(deps, pageId, urls);
    }),
  );

  for (const [index, lease] of leases.entries()) requests.add(lease, rows[index] ?? []);
  await until(() => open.size === 64);
  assert.ok([...Map.groupBy(seen, ({ url }) => url).values()].every((calls) => calls.length === 4));
  while (seen.length < 90 || open.size > 0) {
    for (const response of open.keys()) response.end();
    open.clear();
    await new Promise(setImmediate);
  }
  await answered(deps, 90);

  assert.equal(most(), 64);
  assert.equal(await countRequests(deps), 0);
});

test("two pages whose servers hang do not delay a third", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const slow = await aSlowServer(t);
  const quick = await aServer(t, (_, response) => response.end("here"));
  const { requests } = aRunner(t, deps);
  const leases = [await aLease(deps), await aLease(deps), await aLease(deps)] as const;
  const urls = (origin: string) => Array.from({ length: 20 }, () => ({ psid: "ann", url: origin }));

  for (const lease of leases.slice(0, 2)) requests.add(lease, await stored(deps, lease.pageId, urls(slow.origin)));
  await until(() => slow.open.size === 8);
  requests.add(leases[2], await stored(deps, leases[2].pageId, urls(quick.origin)));
  await until(async () => (await mailOf(deps, leases[2].pageId)).length === 20);

  assert.equal(quick.seen.length, 20);
  assert.ok(slow.seen.length <= 12, `${slow.seen.length} calls`);
  await requests.stop();
});

test("a hundred and fifty requests to hanging or very slow servers end, most of them without a call", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const hanging = await aSlowServer(t);
  const dribbling = await aServer(t, (_, response) => {
    const timer = setInterval(() => response.write("."), 100);
    response.once("close", () => clearInterval(timer));
  });
  const { requests } = aRunner(t, deps);
  const leases = [await aLease(deps), await aLease(deps)];

  for (const lease of leases) {
    const urls = Array.from({ length: 75 }, (_, index) => (index % 2 === 0 ? hanging.origin : dribbling.origin));
    requests.add(
      lease,
      await stored(
        deps,
        lease.pageId,
        urls.map((url) => ({ psid: "ann", url })),
      ),
    );
  }
  await answered(deps, 150);

  const calls = hanging.seen.length + dribbling.seen.length;
  assert.ok(calls < 60, `${calls} calls`);
  const [first] = leases;
  const reasons = (await mailOf(deps, first?.pageId ?? "")).map(({ event }) => {
    return (event as { answer: { reason: string } }).answer.reason;
  });
  assert.deepEqual(new Set(reasons), new Set(["timeout", "unreachable"]));
  await until(async () => (await listHostTroubles(deps.db, first?.pageId ?? "")).length === 2);
  const troubles = await listHostTroubles(deps.db, first?.pageId ?? "");
  assert.deepEqual(
    new Map(troubles.map(({ host, failure }) => [`http://${host}`, failure])),
    new Map([
      [hanging.origin, "timeout"],
      [dribbling.origin, "timeout"],
    ]),
  );
});

test("an answer that the database cannot store is replaced by a failed one", async (t) => {
  const { deps } = loud(await testDeps(t, { allowPrivateHosts }));
  const { origin, seen } = await aServer(t, (request, response) => response.end(request.url));
  const lease = await aLease(deps);
  await deps.db.count(sql`
    alter table mailbox add constraint no_poison check (event is null or event::text not like '%poison%')`);
  const { requests, woken } = aRunner(t, deps);

  const urls = ["/poison", "/good"].map((path) => ({ psid: "ann", url: origin + path }));
  requests.add(lease, await stored(deps, lease.pageId, urls));
  await answered(deps, 2);
  await until(() => woken.length === 2);

  const answers = (await mailOf(deps, lease.pageId)).map(({ event }) => JSON.stringify(event));
  assert.deepEqual(
    new Set(answers),
    new Set([
      JSON.stringify(answerOf(7, { ok: false, reason: "unreachable" })),
      JSON.stringify(answerOf(7, { ok: true, status: 200, body: "/good" })),
    ]),
  );
  assert.equal(seen.length, 2);
  assert.equal(await countRequests(deps), 0);
});

test("requests of a crashed owner are repeated, three times in all, and then fail", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const { origin, seen } = await aServer(t, (_, response) => response.end("again"));
  const lease = await aLease(deps);
  const urls = ["/fresh", "/twice", "/thrice"].map((path) => ({ psid: "ann", url: origin + path }));
  const [, twice, thrice] = await stored(deps, lease.pageId, urls);
  await deps.db.count(sql`update requests set attempts = 2 where id = ${twice?.id}`);
  await deps.db.count(sql`update requests set attempts = 3 where id = ${thrice?.id}`);
  const { requests } = aRunner(t, deps);

  await requests.resume(lease);
  await requests.resume(lease);
  await answered(deps, 3);

  assert.deepEqual(seen.map(({ url }) => url).sort(), ["/fresh", "/twice"]);
  const answers = (await mailOf(deps, lease.pageId)).map(({ event }) => JSON.stringify(event));
  assert.deepEqual(
    new Set(answers),
    new Set([
      JSON.stringify(answerOf(7, { ok: true, status: 200, body: "again" })),
      JSON.stringify(answerOf(7, { ok: false, reason: "unreachable" })),
    ]),
  );
});

test("a node that has lost the page neither makes calls nor stores answers", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const { origin, open, seen } = await aSlowServer(t);
  const lease = await aLease(deps);
  const rows = await stored(deps, lease.pageId, [
    { psid: "ann", url: `${origin}/1` },
    { psid: "bob", url: `${origin}/2` },
  ]);
  const { requests, woken } = aRunner(t, deps);

  requests.add(lease, rows.slice(0, 1));
  await until(() => open.size === 1);
  await releaseLeases(deps.db, [{ ...lease, isUnfinished: false }]);
  requests.add(lease, rows.slice(1));
  for (const response of open.keys()) response.end();
  await requests.stop();

  assert.deepEqual(
    seen.map(({ url }) => url),
    ["/1"],
  );
  assert.deepEqual(await mailOf(deps, lease.pageId), []);
  assert.equal(await countRequests(deps), 2);
  assert.deepEqual(woken, []);
});

test("a page that is claimed again keeps its running calls and repeats none", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const { origin, open, seen } = await aSlowServer(t);
  const lease = await aLease(deps);
  const { requests } = aRunner(t, deps);
  requests.add(lease, await stored(deps, lease.pageId, [{ psid: "ann", url: origin }]));
  await until(() => open.size === 1);

  await releaseLeases(deps.db, [{ ...lease, isUnfinished: false }]);
  const epoch = (await claimLease(deps.db, lease.pageId, lease.nodeId)) ?? assert.fail();
  await requests.resume({ ...lease, epoch });
  for (const response of open.keys()) response.end("late");
  await answered(deps, 1);
  await requests.stop();

  assert.equal(seen.length, 1);
  assert.equal((await mailOf(deps, lease.pageId)).length, 1);
});

test("a temporary failure of the database loses neither a call nor an answer", async (t) => {
  const { deps, failures } = loud(await testDeps(t, { allowPrivateHosts }));
  const { origin, open, seen } = await aSlowServer(t);
  const lease = await aLease(deps);
  const rows = await stored(deps, lease.pageId, [{ psid: "ann", url: origin }]);
  const { requests } = aRunner(t, deps);

  await deps.db.count(sql`alter table requests rename to requests_away`);
  requests.add(lease, rows);
  await until(() => failures() === 1);
  await deps.db.count(sql`alter table requests_away rename to requests`);
  await until(() => open.size === 1);
  await deps.db.count(sql`alter table mailbox rename to mailbox_away`);
  for (const response of open.keys()) response.end("here");
  await until(() => failures() === 3);
  await deps.db.count(sql`alter table mailbox_away rename to mailbox`);
  await answered(deps, 1);

  assert.equal(seen.length, 1);
  assert.equal((await mailOf(deps, lease.pageId)).length, 1);
  assert.equal(await countRequests(deps), 0);
});

test("stopping waits for running calls and leaves the other requests in the table", async (t) => {
  const deps = await testDeps(t, { allowPrivateHosts });
  const { origin, open } = await aSlowServer(t);
  const lease = await aLease(deps);
  const urls = Array.from({ length: 6 }, () => ({ psid: "ann", url: origin }));
  const { requests } = aRunner(t, deps);
  requests.add(lease, await stored(deps, lease.pageId, urls));
  await until(() => open.size === 4);

  const stopped = requests.stop();
  for (const response of open.keys()) response.end();
  await stopped;

  assert.equal((await mailOf(deps, lease.pageId)).length, 4);
  assert.equal(await countRequests(deps), 2);
});

test("stopping does not wait for a failing database, and the request stays in the table", async (t) => {
  const { deps, failures } = loud(await testDeps(t, { allowPrivateHosts }));
  const lease = await aLease(deps);
  const rows = await stored(deps, lease.pageId, [{ psid: "ann", url: "http://127.0.0.1:1/" }]);
  const { requests } = aRunner(t, deps);

  await deps.db.count(sql`alter table mailbox rename to mailbox_away`);
  requests.add(lease, rows);
  await until(() => failures() === 1);
  await requests.stop();

  assert.equal(await countRequests(deps), 1);
});

/** Counts warnings in the log. */
function loud(deps: Deps): { deps: Deps; failures: () => number } {
  let failures = 0;
  const log = pino({ level: "warn" }, { write: () => failures++ });
  return { deps: { ...deps, log }, failures: () => failures };
}

function aRunner(t: TestContext, deps: Deps) {
  const woken: string[] = [];
  const requests = requestRunner(
    deps,
    (pageId) => woken.push(pageId),
    thinkingSigns({ signal: () => undefined, findPage: () => undefined }),
  );
  atEnd(t, () => requests.stop());
  return { requests, woken };
}

async function aLease(deps: Deps): Promise<Lease> {
  const pageId = await createPage(deps, { name: "Corner shop" });
  const nodeId = randomUUID();
  return { pageId, nodeId, epoch: (await claimLease(deps.db, pageId, nodeId)) ?? assert.fail() };
}

/** Stores requests as a commit does. */
async function stored({ db }: Deps, pageId: string, wanted: { psid: string; url: string }[]) {
  const ids = await nextConversationIds(db, wanted.length);
  const rows = wanted.map(({ psid, url }, index) => {
    return { id: ids[index] ?? 0, psid, request: { runId: 3, turn: 7, method: "GET", url, headers: [] } };
  });
  await db.count(sql`
    insert into requests (page_id, id, psid, request)
    select ${pageId}, id, psid, request
      from json_to_recordset(${json(rows)}) as row (id bigint, psid text, request json)`);
  return rows;
}

const answerOf = (turn: number, answer: RequestAnswer) => ({ type: "answer", runId: 3, turn, answer });

function mailOf({ db }: Deps, pageId: string): Promise<{ psid: string; event: unknown }[]> {
  return db.many(sql`
    select psid, event from mailbox where page_id = ${pageId} and due_at <= clock_timestamp() order by id`);
}

async function countRequests({ db }: Deps): Promise<number> {
  return (await db.get<{ count: number }>(sql`select count(*) from requests`)).count;
}

const answered = ({ db }: Deps, count: number) =>
  until(async () => (await db.get<{ count: number }>(sql`select count(*) from mailbox`)).count === count);
