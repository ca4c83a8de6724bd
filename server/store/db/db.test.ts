import assert from "node:assert/strict";
import { after, test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { freshDatabase } from "../../test/database/database.ts";
import { aDatabaseProxy } from "../../test/tcp-proxy.ts";
import { connect, connectHot, type Db, nextIds } from "./db.ts";
import { isDuplicate, isUnavailable } from "./errors.ts";
import { sql } from "./sql.ts";

const file = { after };
const url = await freshDatabase(file);
const lost: Error[] = [];
const db = connect({ url, name: "banter-test", max: 4, onError: (error) => lost.push(error) });
atEnd(file, () => db.close());

const insert = (db: Db, name: string) => db.count(sql`insert into workspaces (name) values (${name})`);
const count = (name: string) => db.count(sql`select from workspaces where name = ${name}`);

/** Ends the server's side of the transaction's connection. */
async function killBackendOf(transaction: Db): Promise<void> {
  const { pid } = await transaction.get<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  await db.count(sql`select pg_terminate_backend(${pid}::int)`);
}

test("rows have camelCase keys, and values as JavaScript has them", async () => {
  const row = await db.get(sql`
    select 9007199254740991::bigint as big_number, 1.5::float8 as a_b_c, null::text as "none", true as is_it,
           '{"b":1,"a":[null]}'::json as json_value, array['x', 'y'] as texts,
           array[7, 9007199254740991]::bigint[] as big_numbers,
           '2026-11-15T00:00:00Z'::timestamptz as at`);

  assert.deepEqual(row, {
    bigNumber: Number.MAX_SAFE_INTEGER,
    aBC: 1.5,
    none: null,
    isIt: true,
    jsonValue: { b: 1, a: [null] },
    bigNumbers: [7, 9007199254740991],
    texts: ["x", "y"],
    at: new Date("2026-11-15T00:00:00Z"),
  });
});

test("find may return nothing, get throws without a row, count counts", async () => {
  assert.equal(await db.find(sql`select 1 as x where false`), undefined);
  await assert.rejects(db.get(sql`select 1 as x where false`), { message: "No row: select 1 as x where false" });
  assert.deepEqual(await db.many(sql`select n from generate_series(1, 3) as n`), [{ n: 1 }, { n: 2 }, { n: 3 }]);
  assert.equal(await db.count(sql`select from generate_series(1, 3)`), 3);
});

test("a transaction is all or nothing", async () => {
  await db.transact((db) => insert(db, "kept"));
  const failing = db.transact(async (db) => {
    await insert(db, "undone");
    throw new Error("no");
  });

  await assert.rejects(failing, { message: "no" });
  assert.deepEqual([await count("kept"), await count("undone")], [1, 0]);
});

test("a transaction inside another is part of it", async () => {
  const failing = db.transact(async (outer) => {
    await outer.transact((inner) => insert(inner, "nested"));
    assert.equal(await outer.snapshot((inner) => inner.count(sql`select from workspaces where name = 'nested'`)), 1);
    throw new Error("no");
  });

  await assert.rejects(failing);
  assert.equal(await count("nested"), 0);
});

test("a statement that fails rolls its transaction back, and the connection stays usable", async () => {
  const failing = db.transact(async (db) => {
    await insert(db, "before");
    await db.count(sql`select 1 / 0`);
  });

  await assert.rejects(failing, { code: "22012" });
  assert.equal(await count("before"), 0);
});

test("a snapshot sees one state of the database and cannot write", async () => {
  await db.snapshot(async (moment) => {
    assert.equal(await moment.count(sql`select from workspaces where name = 'later'`), 0);
    await insert(db, "later");
    assert.equal(await moment.count(sql`select from workspaces where name = 'later'`), 0);
  });

  await assert.rejects(
    db.snapshot((moment) => insert(moment, "x")),
    { code: "25006" },
  );
  assert.equal(await count("later"), 1);
});

test("a connection that dies ends only its own transaction", async () => {
  for (let round = 0; round < 5; round++) {
    const dying = db.transact(async (transaction) => {
      await insert(transaction, "dying");
      await killBackendOf(transaction);
      await insert(transaction, "dead");
    });

    const error = await dying.catch((error) => error);

    assert.ok(isUnavailable(error), String(error));
    assert.deepEqual([await count("dying"), await count("dead")], [0, 0]);
  }
});

test("a connection that dies while its transaction is idle does not end the process", async () => {
  const before = lost.length;
  const dying = db.transact(async (transaction) => {
    await insert(transaction, "dying");
    await killBackendOf(transaction);
    while (lost.length === before) await db.count(sql`select 1`);
  });

  assert.ok(isUnavailable(await dying.catch((error) => error)));
  assert.equal(await count("dying"), 0);
});

test("idle connections that die are replaced", async () => {
  await Promise.all(Array.from({ length: 4 }, () => db.count(sql`select pg_sleep(0.05)`)));
  await db.count(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'banter-test'`);

  for (let failed = 1; failed > 0; ) {
    const asked = await Promise.allSettled(Array.from({ length: 4 }, () => db.count(sql`select 1`)));
    const errors = asked.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    for (const error of errors) assert.ok(isUnavailable(error), String(error));
    failed = errors.length;
  }
});

test("after a connection has gone silent, the others are not tried either", async (t) => {
  const proxy = await aDatabaseProxy(t, url);
  const db = connect({ url: proxy.url, name: "banter-test", max: 4, onError: () => {} });
  atEnd(t, () => db.close());
  await Promise.all(Array.from({ length: 4 }, () => db.count(sql`select pg_sleep(0.1)`)));
  proxy.freeze();

  await assert.rejects(db.count(sql`select 1`), /read timeout/);

  assert.equal(await db.count(sql`select 1`), 1);
  await db.transact((db) => db.count(sql`select 1`));
});

test("connections of the hot path are as patient as those that they are made from", async (t) => {
  const patience = { connectMs: 60_000, statementTimeout: "77s", answerMs: 90_000 };
  const others = connect({ url, name: "test", onError: () => undefined, patience });
  const hot = connectHot(others, () => undefined);
  atEnd(t, () => Promise.all([others.close(), hot.close()]));

  const { timeout } = await hot.get<{ timeout: string }>(sql`select current_setting('statement_timeout') as timeout`);

  assert.equal(timeout, "77s");
});

test("connections of the hot path stay open while they are not used", async (t) => {
  const others = connect({ url, name: "test", onError: () => undefined });
  const hot = connectHot(others, () => undefined);
  atEnd(t, () => Promise.all([others.close(), hot.close()]));
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const { count } of [others, hot]) await Promise.all([count(sql`select 1`), count(sql`select 1`)]);

  t.mock.timers.tick(600_000);

  assert.equal(others.pool.totalCount, 0);
  assert.equal(hot.pool.totalCount, 2);
});

test("a transaction survives the death of other connections", async () => {
  await Promise.all([
    db.transact(async (transaction) => {
      await insert(transaction, "whole");
      for (let round = 0; round < 5; round++) {
        await db.transact((other) => killBackendOf(other)).catch(() => undefined);
        await insert(transaction, "whole");
      }
    }),
  ]);

  assert.equal(await count("whole"), 6);
});

test("errors that a retry may cure are told from errors in the statement", async () => {
  const refused = (code: string) => Object.assign(new Error("refused"), { code });

  for (const code of [
    "08006",
    "57P01",
    "57P03",
    "53300",
    "55P03",
    "57014",
    "40P01",
    "25006",
    "3D000",
    "28P01",
    "ECONNREFUSED",
    "ECONNRESET",
    "ENETUNREACH",
    "EMFILE",
    "ENFILE",
  ]) {
    assert.equal(isUnavailable(refused(code)), true, code);
  }
  for (const thrown of [refused("23505"), refused("22P02"), refused("42P01"), new Error("x"), "x", null, undefined]) {
    assert.equal(isUnavailable(thrown), false, String(thrown));
  }
  assert.equal(isUnavailable(new Error("timeout exceeded when trying to connect")), true);
});

test("a caller gets an error when all connections stay taken", async () => {
  const full = connect({ url, name: "banter-test", max: 1, onError: () => undefined });

  const error = await full.transact(() => full.count(sql`select 1`)).catch((error) => error);
  await full.close();

  assert.ok(isUnavailable(error), String(error));
});

test("inserting an existing key is a duplicate", async () => {
  const make = () => db.count(sql`insert into users (id, name, email) values ('1', 'Ann', 'ann@example.com')`);
  await make();

  assert.equal(isDuplicate(await make().catch((error) => error)), true);
});

test("concurrent callers get different ids", async () => {
  const ids = (await Promise.all([nextIds(db, 50), nextIds(db, 50), nextIds(db, 0)])).flat();

  assert.equal(new Set(ids).size, 100);
});
