import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Test } from "@banter/core/test/at-end.ts";
import { readConfig } from "../config/config.ts";
import { applyMigrations, migrationNames } from "../store/db/migrate.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase, testFolder } from "../test/app.ts";
import { aFlow, aPage, aPostPage } from "../test/builders.ts";
import { emptyDatabase, freshDatabase } from "../test/database/database.ts";
import { onServer } from "../test/database/template.ts";
import { makeBackup } from "./backup-file.ts";
import { restoreFile } from "./restore-file.ts";

const say = () => undefined;
const settings = (databaseUrl: string, dataDir: string) => ({ ...readConfig({}), databaseUrl, dataDir });

async function aBackup(t: Test, url: string): Promise<string> {
  const place = join(testFolder(t), "backup.tar.gz");
  const request = { place, hasFiles: true, keyFor: undefined, keep: undefined, say };
  await makeBackup(settings(url, testFolder(t)), request);
  return place;
}

const restore = (
  url: string,
  path: string,
  { dataDir, isDisconnected = false }: { dataDir: string; isDisconnected?: boolean },
) => restoreFile(settings(url, dataDir), { path, isDisconnected, identityFile: undefined, say });

/** The number of rows of a table; undefined if there is no such table. */
const rowsIn = (url: string, table: string) =>
  onServer(url, async (client) => {
    const { rows } = await client.query("select to_regclass($1) as found", [table]);
    if (rows[0].found === null) return undefined;
    return Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
  });

test("every value comes back as it was", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db }, { flows: [aFlow("Hello", 'Tab\t, line\n, \\N, \\., quote " and emoji 🙂')] });
  await db.count(sql`update pages set greeting = ${"\\N"}, origins = ${["a,b", 'c"d', ""]} where id = ${pageId}`);
  const path = await aBackup(t, db.url);
  const url = await emptyDatabase(t);

  await restore(url, path, { dataDir: testFolder(t) });

  const all = (from: string) =>
    onServer(from, async (client) => [
      (await client.query("select * from pages order by id")).rows,
      (await client.query("select * from flows order by id")).rows,
      (await client.query("select * from flow_versions order by flow_id")).rows,
    ]);
  assert.deepEqual(await all(url), await all(db.url));
});

test("a damaged or cut backup is refused, and the database stays empty for the next try", async (t) => {
  const db = await testDatabase(t);
  await aPage({ db }, { flows: [aFlow("Hello")] });
  const path = await aBackup(t, db.url);
  const [url, dataDir] = [await emptyDatabase(t), testFolder(t)];
  const bytes = gunzipSync(readFileSync(path));
  const place = bytes.indexOf("Corner shop");
  const changed = Buffer.from(bytes);
  changed.write("Corner shoq", place);
  const without = (name: string) => bytes.subarray(0, bytes.indexOf(`${name}\0`));
  const bad: [Buffer, RegExp][] = [
    [gzipSync(changed), /has a wrong checksum/],
    [readFileSync(path).subarray(0, 2000), /is damaged/],
    [gzipSync(without("SHA256SUMS")), /cut off/],
    [gzipSync(Buffer.concat([without("SHA256SUMS"), Buffer.alloc(1024)])), /incomplete/],
    [gzipSync(Buffer.from("hello")), /cut off/],
    [Buffer.from("hello"), /not a backup/],
  ];

  for (const [content, message] of bad) {
    const file = join(dataDir, "bad.tar.gz");
    writeFileSync(file, content);
    await assert.rejects(restore(url, file, { dataDir }), { message });
    assert.ok(!(await rowsIn(url, "pages")));
  }
  await restore(url, path, { dataDir });

  assert.equal(await rowsIn(url, "pages"), 1);
});

test("a database with rows is refused, and keeps them", async (t) => {
  const [from, to] = [await testDatabase(t), await testDatabase(t)];
  await aPage({ db: from });
  const { pageId } = await aPage({ db: to });
  const path = await aBackup(t, from.url);

  await assert.rejects(restore(to.url, path, { dataDir: testFolder(t) }), /The database is not empty: \w+ has rows/);

  assert.deepEqual(await to.many(sql`select id from pages`), [{ id: pageId }]);
});

test("a backup of an older release is brought up to date", async (t) => {
  const old = await emptyDatabase(t);
  await onServer(old, async (client) => {
    await applyMigrations(client, migrationNames().slice(0, -1));
    await client.query("insert into workspaces (name) values ('Old')");
  });
  const path = await aBackup(t, old);
  const url = await emptyDatabase(t);

  await restore(url, path, { dataDir: testFolder(t) });

  assert.equal(await rowsIn(old, "migrations"), migrationNames().length - 1);
  assert.equal(await rowsIn(url, "migrations"), migrationNames().length);
  assert.equal(await rowsIn(url, "workspaces"), 1);
});

test("a backup of a newer release is refused", async (t) => {
  const path = await aBackup(t, await freshDatabase(t));
  const last = migrationNames().at(-1) ?? "";
  // The same length, because the archive's header has the size.
  const text = gunzipSync(readFileSync(path)).toString("latin1").replace(last, last.replace("0", "9"));
  writeFileSync(path, gzipSync(Buffer.from(text, "latin1")));
  const url = await emptyDatabase(t);

  await assert.rejects(restore(url, path, { dataDir: testFolder(t) }), /of a newer release/);

  assert.equal(await rowsIn(url, "pages"), undefined);
});

test("pages of platforms can be restored disconnected", async (t) => {
  const db = await testDatabase(t);
  const web = await aPage({ db });
  const post = await aPostPage({ db }, "http://127.0.0.1:1");
  const path = await aBackup(t, db.url);
  const url = await emptyDatabase(t);

  await restore(url, path, { dataDir: testFolder(t), isDisconnected: true });

  const reasons = await onServer(
    url,
    async (client) => (await client.query("select id, disconnected_reason as reason from pages order by id")).rows,
  );
  assert.deepEqual(Object.fromEntries(reasons.map(({ id, reason }) => [id, reason !== null])), {
    [web.pageId]: false,
    [post.pageId]: true,
  });
});

test("a folder keeps the newest backups, and a file is never overwritten", async (t) => {
  const url = await freshDatabase(t);
  const [folder, dataDir] = [testFolder(t), testFolder(t)];
  const old = ["banter-20260101T000000Z.tar.gz", "banter-20260102T000000Z.tar.gz", "other.tar.gz"];
  for (const name of old) writeFileSync(join(folder, name), "old");

  const request = { hasFiles: true, keyFor: undefined, say };
  const { path } = await makeBackup(settings(url, dataDir), { ...request, place: folder, keep: 2 });

  const has = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  assert.deepEqual(old.map(has), [false, true, true]);
  assert.match(path, /banter-[0-9]{8}T[0-9]{6}Z\.tar\.gz$/);
  const again = makeBackup(settings(url, dataDir), { ...request, place: path, keep: undefined });
  await assert.rejects(again, /exists already/);
});
