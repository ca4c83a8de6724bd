import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { testDatabase } from "../../test/app.ts";
import { aDatabaseProxy } from "../../test/tcp-proxy.ts";
import { until } from "../../test/until.ts";
import type { Db } from "./db.ts";
import { type Listener, listen, nodeLockSeed } from "./listen.ts";
import { sql } from "./sql.ts";

/** Listens through a proxy and counts connections and errors. */
async function aListener(t: Test, checkMs?: number) {
  const db = await testDatabase(t);
  const proxy = await aDatabaseProxy(t, db.url);
  const received: string[] = [];
  const nodeId = randomUUID();
  const listener = { db, proxy, received, nodeId, connected: 0, errors: 0, listening: undefined as never as Listener };
  listener.listening = listen({
    url: proxy.url,
    nodeId,
    handlers: { greetings: (payload) => received.push(payload) },
    onConnected: () => listener.connected++,
    onError: () => listener.errors++,
    checkMs,
  });
  atEnd(t, () => listener.listening.stop());
  return listener;
}

/** The processes of PostgreSQL that hold the node's lock. */
async function holdersOf(db: Db, nodeId: string): Promise<number[]> {
  const rows = await db.many<{ pid: number }>(sql`
    select pid from pg_locks, hashtextextended(${nodeId}, ${nodeLockSeed}) as key
     where locktype = 'advisory' and granted and objsubid = 1
       and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295`);
  return rows.map(({ pid }) => pid);
}

test("a connection whose peer is gone without closing it is replaced", async (t) => {
  const { db, proxy, received, ...listener } = await aListener(t, 200);
  await listener.listening.ready;
  await db.count(sql`select pg_notify('greetings', 'one')`);
  await until(() => received.length === 1);

  proxy.freeze();
  await db.count(sql`select pg_notify('greetings', 'lost')`);
  // Sends until one arrives: notifications before the new connection are lost.
  await until(
    async () => (await db.count(sql`select pg_notify('greetings', 'two')`)) === 1 && received.includes("two"),
  );

  assert.ok(!received.includes("lost"));
});

test("a listener reports each connection and each error", async (t) => {
  const listener = await aListener(t);
  await listener.listening.ready;
  assert.equal(listener.connected, 1);

  await listener.db.count(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'banter-listen'`);
  await until(() => listener.connected === 2);

  assert.equal(listener.errors, 1);
});

test("a node holds its lock while it listens, also after a connection that hung", async (t) => {
  const { db, proxy, nodeId, listening } = await aListener(t, 200);
  await listening.ready;
  const [first] = await holdersOf(db, nodeId);
  assert.notEqual(first, undefined);

  proxy.freeze();
  await until(async () => ![undefined, first].includes((await holdersOf(db, nodeId))[0]));
  await listening.stop();

  await until(async () => (await holdersOf(db, nodeId)).length === 0);
});

test("a listener fails at once if there is no database, and can be stopped", async () => {
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
