import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createPage } from "@banter/server/domain/pages/pages.ts";
import { testDatabase, testFolder } from "@banter/server/test/app.ts";
import { aPage } from "@banter/server/test/builders.ts";
import { anIdentity } from "@banter/server/test/database/age-identity.ts";
import { emptyDatabase, freshDatabase } from "@banter/server/test/database/database.ts";
import { aPlace } from "@banter/server/test/database/embedded.ts";
import { testSecretKey } from "@banter/server/test/database/keys.ts";
import { testNode } from "@banter/server/test/node.ts";
import { banter } from "@banter/server/test/server-process.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";

test("backup and restore carry the embedded database to another data folder", async (t) => {
  const [from, to] = [aPlace(t).dataDir, aPlace(t).dataDir];
  const folder = testFolder(t);
  await banter("demo", { env: { DATA_DIR: from } });
  const { publicKey, file } = await anIdentity(t);

  const made = await banter(`backup ${folder} --key-for ${publicKey} --json`, { env: { DATA_DIR: from } });
  const { path, rows, files } = JSON.parse(made.out);
  const restored = await banter(`restore ${path} --identity ${file} --json`, { env: { DATA_DIR: to } });
  const again = await banter(`restore ${path}`, { env: { DATA_DIR: to } });

  assert.deepEqual(readdirSync(folder), [path.slice(folder.length + 1)]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.ok(rows > 0);
  assert.deepEqual([JSON.parse(restored.out).rows, JSON.parse(restored.out).files], [rows, files]);
  assert.equal(again.code, 1);
  assert.match(again.error, /^The database is not empty: \w+ has rows\. Use an empty database or data folder\.$/m);
  const [one, other] = await Promise.all([from, to].map((DATA_DIR) => banter(exported, { env: { DATA_DIR } })));
  assert.equal(one?.code, 0);
  assert.equal(one?.out, other?.out);
});

const exported = "export --page web_1000001";

test("a backup goes through a pipe", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  const [url, dataDir] = [await emptyDatabase(t), testFolder(t)];

  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecretKey };

  const written = await banter("backup -", { env: { ...env, DATABASE_URL: db.url } });
  const restored = await banter("restore -", { env: { ...env, DATABASE_URL: url }, input: written.bytes });

  assert.match(written.error, /^-: [0-9]+ rows of [0-9]+ tables and 0 files in 0\.[0-9] MB\.$/m);
  assert.match(restored.out, /^Restored [0-9]+ rows and 0 files as they were at .+Z\. Start the server\.$/m);
  assert.match(written.error, /^The secret key is not in the backup\. Keep SECRET_KEY elsewhere/m);
  assert.equal((await banter(`export --page ${pageId}`, { env: { ...env, DATABASE_URL: url } })).code, 0);
});

test("a database moves by its address on standard input", async (t) => {
  const db = await testDatabase(t);
  await aPage({ db });
  const [url, dataDir] = [await emptyDatabase(t), testFolder(t)];

  const moved = await banter("move -", { env: { DATABASE_URL: db.url, DATA_DIR: dataDir }, input: `${url}\n` });
  const late = await banter("demo", { env: { DATABASE_URL: db.url } });

  assert.match(moved.out, /^Moved [0-9]+ rows of [0-9]+ tables\. Set DATABASE_URL to the new address and start/);
  assert.equal(late.code, 1);
  assert.match(late.error, /^This database was moved to [^@]+ and is out of date\./);
});

test("doctor prints a line for each finding and ends with 1 if something fails", async (t) => {
  const [db, dataDir] = [await testDatabase(t), testFolder(t)];
  const env = { DATABASE_URL: db.url, DATA_DIR: dataDir, SECRET_KEY: testSecretKey };

  const good = await banter("doctor --json", { env });
  const bad = await banter("doctor", { env: { ...env, BASE_URL: "http://127.0.0.1:1" } });

  const failed = JSON.parse(good.out).findings.filter(({ state }: { state: string }) => state === "fail");
  assert.equal(good.code, failed.length === 0 ? 0 : 1);
  assert.equal(bad.code, 1);
  assert.match(bad.out, /^ok {4}database: PostgreSQL [0-9.]+.*, /m);
  assert.match(bad.out, /^fail {2}address: http:\/\/127\.0\.0\.1:1 cannot be reached from here: .+\n {6}Check DNS/m);
});

test("wrong words get the usage", async () => {
  assert.deepEqual(
    (await banter("backup")).error,
    "Usage: banter backup <file|folder|-> [--keep <number>] [--key-for <public key>] [--without-files] [--json]\n",
  );
  assert.match((await banter("backup x --keep 0")).error, /^The option --keep must be a whole number/);
  assert.match((await banter("move mysql://x")).error, /^Name the other database: embedded, or an address/);
  assert.equal(
    (await banter("restore /no/such/file", { env: { DATABASE_URL: "postgres://127.0.0.1:1/x" } })).error,
    "There is no file /no/such/file.\n",
  );
});

test("customer export prints everything about a customer, customer erase removes it", async (t) => {
  const db = await testDatabase(t);
  const { baseUrl } = await testNode(t, {}, db);
  const pageId = await createPage({ db }, { name: "Shop" });
  const visitor = await aVisitor(baseUrl, pageId, { first_name: "Ann" });
  await visitor.say("my order is late");
  await visitor.hear((messages) => messages.length >= 1);
  const env = { DATABASE_URL: db.url, SECRET_KEY: testSecretKey };

  const { code, out } = await banter(`customer export ${visitor.psid} --page ${pageId}`, { env });
  const erased = await banter(`customer erase ${visitor.psid} --page ${pageId} --json`, { env });
  const again = await banter(`customer export ${visitor.psid} --page ${pageId}`, { env });

  assert.equal(code, 0);
  const data = JSON.parse(out) as { psid: string; customers: { first_name: string }[]; turns: unknown[] };
  assert.deepEqual([data.psid, data.customers[0]?.first_name], [visitor.psid, "Ann"]);
  assert.match(JSON.stringify(data.turns), /my order is late/);
  assert.deepEqual(JSON.parse(erased.out), { erased: "now" });
  assert.deepEqual([again.code, again.error], [1, "The page has no such customer.\n"]);
});

test("secrets rotate replaces the key of the data folder, and refuses one of the environment", async (t) => {
  const dataDir = testFolder(t);
  const env = { DATABASE_URL: await freshDatabase(t), DATA_DIR: dataDir, SECRET_KEY: "" };
  await banter("demo", { env });
  const keyOf = () => readFileSync(join(dataDir, "secret-key"), "utf8");
  const before = keyOf();

  const { code, out } = await banter("secrets rotate --json", { env });
  const given = { DATABASE_URL: await freshDatabase(t), SECRET_KEY: testSecretKey };
  const refused = await banter("secrets rotate", { env: given });

  assert.deepEqual([code, Object.keys(JSON.parse(out))], [0, ["key_id", "sealed"]]);
  assert.notEqual(keyOf(), before);
  assert.equal(readFileSync(join(dataDir, "secret-key.old"), "utf8"), before);
  assert.equal((await banter("demo", { env })).code, 0);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /^The key comes from SECRET_KEY\. Set SECRET_KEY to a new key and SECRET_KEY_OLD/);
});
