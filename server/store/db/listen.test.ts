import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { testDatabase } from "../../test/app.ts";
import { aDatabaseProxy } from "../../test/tcp-proxy.ts";
import { until } from "../../test/until.ts";
import { nodeLockSeed, listen } from "./listen.ts";
import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** Listens through a proxy; `connected` counts how often. */
async function aListener(t: Test, checkMs?: number) {
  const db = await testDatabase(t);
  const proxy = await aDatabaseProxy(t, db.url);
  const heard: string[] = [];
  const nodeId = randomUUID();
  const listener = { db, proxy, heard, nodeId, connected: 0, errors: 0, listening: undefined as never as Listening };
  listener.listening = listen({
    url: proxy.url,
    nodeId,
    handlers: { greetings: (payload) => heard.push(payload) },
    onConnected: () => listener.connected++,
    onError: () => listener.errors++,
    checkMs,
  });
  atEnd(t, () => listener.listening.stop());
  return listener;
}

type Listening = ReturnType<typeof listen>;

/** The processes of PostgreSQL that hold the node's lock. */
async function holdersOf(db: Db, nodeId: string): Promise<number[]> {
  const rows = await db.many<{ pid: number }>(sql`
    select pid from pg_locks, hashtextextended(${nodeId}, ${nodeLockSeed}) as key
     where locktype = 'advisory' and granted and objsubid = 1
       and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295`);
  return rows.map(({ pid }) => pid);
}

test("a connection whose peer is silently gone is noticed and replaced", async (t) => {
  const { db, proxy, heard, ...listener } = await aListener(t, 200);
  await listener.listening.ready;
  await db.count(sql`select pg_notify('greetings', 'one')`);
  await until(() => heard.length === 1);

  proxy.freeze();
  await db.count(sql`select pg_notify('greetings', 'lost')`);
  // Asks until it hears, since what is said before the new connection listens is lost.
  await until(async () => (await db.count(sql`select pg_notify('greetings', 'two')`)) === 1 && heard.includes("two"));

  assert.ok(!heard.includes("lost"));
});

test("a listener tells each time that it is connected, and what went wrong", async (t) => {
  const listener = await aListener(t);
  await listener.listening.ready;
  assert.equal(listener.connected, 1);

  await listener.db.count(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'banter-listen'`);
  await until(() => listener.connected === 2);

  assert.equal(listener.errors, 1);
});

test("a node holds its lock while it listens, also after its old connection hung", async (t) => {
  const { db, proxy, nodeId, listening } = await aListener(t, 200);
  await listening.ready;
  const [first] = await holdersOf(db, nodeId);
  assert.notEqual(first, undefined);

  proxy.freeze();
  await until(async () => ![undefined, first].includes((await holdersOf(db, nodeId))[0]));
  await listening.stop();

  await until(async () => (await holdersOf(db, nodeId)).length === 0);
});

test("a listener whose database is away says so at once, and stops", async () => {
  const listening = listen({
    url: "postgres://x@127.0.0.1:1/x",
    nodeId: randomUUID(),
    handlers: {},
    onConnected: () => assert.fail(),
    onError: () => undefined,
  });

  await assert.rejects(listening.ready, { code: "ECONNREFUSED" });
  await listening.stop();
});
