import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import type pg from "pg";
import type { Database, Db } from "../../../store/db/db.ts";
import { sql } from "../../../store/db/sql.ts";
import { testApp, testDatabase } from "../../../test/app.ts";
import { aPage } from "../../../test/builders.ts";
import { assertFailure, callerOf } from "../../../test/call.ts";
import { until } from "../../../test/until.ts";
import { aVisitor } from "../../../test/visitor.ts";

/** Uses all connections of the pool until the returned function is called. */
async function takeAll(t: Test, { pool }: Database): Promise<() => void> {
  const clients: pg.PoolClient[] = [];
  const release = () => {
    for (const client of clients.splice(0)) client.release();
  };
  // Before the connections are taken: those of a failed attempt must be released too, so that the pool can close.
  atEnd(t, release);
  while (clients.length < pool.options.max) clients.push(await pool.connect());
  return release;
}

/** Waits for a connection, again and again, because each wait ends after a while. */
async function waitFor(db: Db): Promise<void> {
  await until(() =>
    db.count(sql`select 1`).then(
      () => true,
      () => false,
    ),
  );
}

test("while all connections are in use, further calls are refused at once", async (t) => {
  const { baseUrl, deps } = await testApp(t, { overloadMs: 50 });
  const call = callerOf(baseUrl, await aPage(deps));
  const release = await takeAll(t, deps.db as Database);
  const waiting = waitFor(deps.db);

  // The page of the console needs no connection: it is refused to keep work away.
  await until(async () => (await fetch(baseUrl)).status === 503);
  assertFailure(await call("/flows"), 503, "unavailable");
  assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);

  release();
  await waiting;
  assert.equal(deps.waitingMs(), 0);
  assert.equal((await call("/flows")).status, 200);
});

test("a caller that gives up waiting is not counted any more", async (t) => {
  const db = await testDatabase(t);
  const release = await takeAll(t, db);

  await assert.rejects(db.count(sql`select 1`), /timeout exceeded/);

  assert.equal(db.waitingMs(), 0);
  release();
});

test("while the event loop is blocked, a part of the calls is refused, and all pass afterwards", async (t) => {
  const { baseUrl } = await testApp(t, { overloadMs: 50 });
  let isBlocked = true;
  atEnd(t, () => {
    isBlocked = false;
  });
  (function block() {
    if (!isBlocked) return;
    for (const end = performance.now() + 100; performance.now() < end; );
    setImmediate(block);
  })();
  // Many at a time: client and server share the blocked loop, so that each call alone would take seconds. The page of
  // the console has no rate limit, which would refuse some of them too.
  const statuses = () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetch(baseUrl);
        await answer.body?.cancel();
        return answer.status;
      }),
    );

  await until(async () => new Set(await statuses()).isSupersetOf(new Set([200, 503])));
  assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
  isBlocked = false;

  await until(async () => (await statuses()).every((status) => status === 200));
});

test("of more calls than the server can take, each is stored once or refused with a time to come back", async (t) => {
  const { baseUrl, deps } = await testApp(t, { overloadMs: 50 });
  const page = await aPage(deps);
  const call = callerOf(baseUrl, page);
  const { psid } = await aVisitor(baseUrl, page.pageId);
  const data = { version: "v2", content: { messages: [{ type: "text", text: "Hello" }] } };
  const send = (number: number) =>
    call("/flows/send_content", { json: { psid, data }, headers: { "idempotency-key": `send-${number}` } });
  const stored = () => deps.db.count(sql`select from mailbox where page_id = ${page.pageId}`);
  const offer = async (numbers: number[]) => {
    const answers = await Promise.all(numbers.map(async (number) => ({ number, answer: await send(number) })));
    const refused = answers.filter(({ answer }) => answer.status !== 200);
    for (const { answer } of refused) assertFailure(answer, 503, "unavailable");
    return refused.map(({ number }) => number);
  };
  const offered = Array.from({ length: 100 }, (_, index) => index);

  const refusedBefore = await offer(offered.slice(0, 50));
  const release = await takeAll(t, deps.db as Database);
  const waiting = waitFor(deps.db);
  await until(() => deps.waitingMs() > 50);
  const refused = await offer(offered.slice(50));
  release();
  await waiting;

  assert.equal(refused.length, 50);
  assert.equal(await stored(), 50 - refusedBefore.length);
  let left = [...refusedBefore, ...refused];
  await until(async () => {
    left = await offer(left);
    return left.length === 0;
  });
  assert.equal(await stored(), 100);
});
