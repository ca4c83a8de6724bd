import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../config/config.ts";
import { connect } from "../store/db/db.ts";
import { openDatabase } from "../store/db/open.ts";
import { dumpSchema } from "../store/db/schema.ts";
import { sql } from "../store/db/sql.ts";
import { deleteNode, insertNode } from "../store/runtime/nodes.ts";
import { testDatabase } from "../test/app.ts";
import { aFlow, aPage } from "../test/builders.ts";
import { emptyDatabase } from "../test/database/database.ts";
import { aPlace } from "../test/database/embedded.ts";
import { testSecretKey } from "../test/database/keys.ts";
import { moveDatabase } from "./move.ts";

const say = () => undefined;
const settings = (dataDir: string, databaseUrl?: string) => ({
  ...readConfig({ SECRET_KEY: testSecretKey }),
  dataDir,
  databaseUrl,
});

test("a database moves into the embedded PostgreSQL and to another server, and the one left behind is refused", async (t) => {
  const { dataDir, start } = aPlace(t);
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db }, { flows: [aFlow("Hello")] });
  const pageIn = async (url: string) => {
    const other = connect({ url, name: "banter-test", onError: () => undefined });
    const found = await other.many(sql`select id, name, revision from pages`);
    const schema = await dumpSchema(other);
    await other.close();
    return { found, schema };
  };
  const before = await pageIn(db.url);

  const there = await moveDatabase(settings(dataDir, db.url), { to: "embedded", say });
  const embedded = await start();
  const after = await pageIn(embedded.url);
  const url = await emptyDatabase(t);
  const back = await moveDatabase(settings(dataDir), { to: url, say });

  assert.ok(there.rows > 0);
  assert.deepEqual(back, there);
  assert.deepEqual(after, before);
  assert.deepEqual(await pageIn(url), before);
  assert.equal(before.found.length, 1);
  assert.match(JSON.stringify(before.found), new RegExp(pageId));
  for (const old of [settings(dataDir), settings(dataDir, db.url)])
    await assert.rejects(openDatabase(old, { say, onError: say, name: "test" }), /was moved to .+ and is out of date/);
});

test("ids go on where they were", async (t) => {
  const { dataDir } = aPlace(t);
  const db = await testDatabase(t);
  await aPage({ db });
  const next = sql`select nextval('ids')::int as id`;
  const { id } = await db.get<{ id: number }>(next);
  const url = await emptyDatabase(t);

  await moveDatabase(settings(dataDir, db.url), { to: url, say });

  const other = connect({ url, name: "banter-test", onError: () => undefined });
  assert.deepEqual(await other.get(next).finally(() => other.close()), { id: id + 1 });
});

test("a running server, a full target and the same database are refused, and nothing changes", async (t) => {
  const { dataDir } = aPlace(t);
  const [db, full] = [await testDatabase(t), await testDatabase(t)];
  await aPage({ db });
  await aPage({ db: full });
  const url = await emptyDatabase(t);
  const id = crypto.randomUUID();
  await insertNode(db, { id, baseUrl: "http://127.0.0.1:3000", installation: undefined });
  const move = (to: string) => moveDatabase(settings(dataDir, db.url), { to, say });

  await assert.rejects(move(url), /A server is running on this database, at http:\/\/127\.0\.0\.1:3000: stop it first/);
  await deleteNode(db, id);
  await assert.rejects(move(full.url), /The database is not empty/);
  await assert.rejects(move(db.url), /the one to copy from/);
  await assert.rejects(
    moveDatabase(settings(dataDir), { to: "embedded", say }),
    /is in the embedded PostgreSQL already/,
  );

  await (await openDatabase(settings(dataDir, db.url), { say, onError: say, name: "test" })).close();
  assert.equal((await full.many(sql`select from pages`)).length, 1);
});

test("a move that is cut off leaves the other database empty for the next try", async (t) => {
  const { dataDir } = aPlace(t);
  const db = await testDatabase(t);
  await aPage({ db }, { flows: [aFlow("Hello")] });
  const url = await emptyDatabase(t);
  const other = connect({ url, name: "banter-test", onError: () => undefined });
  const cut = (async () => {
    // Ends the connection that fills the database, once it has begun.
    const victims = sql`
      select pg_terminate_backend(pid)
        from pg_stat_activity
       where datname = current_database() and application_name = 'banter-transfer'`;
    while ((await other.count(victims)) === 0) await sleep(1);
  })();

  const moving = moveDatabase(settings(dataDir, db.url), { to: url, say });
  await assert.rejects(moving);
  await cut;
  await moveDatabase(settings(dataDir, db.url), { to: url, say });

  assert.equal((await other.many(sql`select from pages`).finally(() => other.close())).length, 1);
});
