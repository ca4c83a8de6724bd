import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Test } from "@banter/core/test/at-end.ts";
import { readConfig } from "../config/config.ts";
import { testFolder } from "../test/app.ts";
import { anIdentity } from "../test/database/age-identity.ts";
import { emptyDatabase, freshDatabase } from "../test/database/database.ts";
import { makeBackup } from "./backup-file.ts";
import { restoreFile } from "./restore-file.ts";
import { readTar } from "./tar-read.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar-write.ts";

const newKey = () => randomBytes(32).toString("base64");
const keyOf = (dataDir: string) => readFileSync(join(dataDir, "secret-key"), "utf8");

/** A server with a key of its own in the data folder, or in the given settings. */
async function aServerWithKey(t: Test, given: Record<string, string> = {}) {
  const [key, dataDir] = [newKey(), testFolder(t)];
  if (!given.SECRET_KEY) writeFileSync(join(dataDir, "secret-key"), `${key}\n`, { mode: 0o600 });
  const config = { ...readConfig(given), databaseUrl: await freshDatabase(t), dataDir };
  const lines: string[] = [];
  const backup = async (keyFor?: string) => {
    const place = join(testFolder(t), "backup.tar.gz");
    await makeBackup(config, { place, hasFiles: true, keyFor, keep: undefined, say: (line) => void lines.push(line) });
    return place;
  };
  return { key: given.SECRET_KEY ?? key, dataDir, backup, lines };
}

/** Restores into an empty database and data folder. */
async function restoreElsewhere(
  t: Test,
  path: string,
  { identityFile, dataDir = testFolder(t), given = {} }: Elsewhere = {},
) {
  const config = { ...readConfig(given), databaseUrl: await emptyDatabase(t), dataDir };
  const lines: string[] = [];
  await restoreFile(config, { path, isDisconnected: false, identityFile, say: (line) => void lines.push(line) });
  return { dataDir, lines };
}

type Elsewhere = { identityFile?: string; dataDir?: string; given?: Record<string, string> };

async function partsOf(path: string) {
  const parts: { name: string; content: Buffer }[] = [];
  for await (const { name, body } of readTar(Readable.from([gunzipSync(readFileSync(path))])))
    parts.push({ name, content: Buffer.concat(await Array.fromAsync(body)) });
  return parts;
}

test("a backup has no key unless a public key is given, and says where the key is", async (t) => {
  const { key, dataDir, backup, lines } = await aServerWithKey(t);

  const path = await backup();

  const parts = await partsOf(path);
  assert.ok(parts.every(({ name, content }) => !name.startsWith("secret-key") && !content.includes(key)));
  assert.match(lines.join(), /^The secret key is not in the backup\. Keep .+ elsewhere/);
  assert.ok(lines.join().includes(join(dataDir, "secret-key")));
});

test("a backup without the key is restored beside a key that is given, or tells that it is missing", async (t) => {
  const { key, backup } = await aServerWithKey(t);
  const path = await backup();
  const given = join(testFolder(t), "given-key");
  writeFileSync(given, `${key}\n`);

  const missing = await restoreElsewhere(t, path);
  const byFile = await restoreElsewhere(t, path, { given: { SECRET_KEY_FILE: given } });
  const bySetting = await restoreElsewhere(t, path, { given: { SECRET_KEY: key } });

  assert.match(missing.lines.join(), /The backup has no secret key\. Before the server starts, set SECRET_KEY or copy/);
  for (const { dataDir, lines } of [byFile, bySetting]) {
    assert.deepEqual(lines, []);
    assert.ok(!existsSync(join(dataDir, "secret-key")));
  }
});

test("a key sealed for a public key is restored with its identity", async (t) => {
  const { identity, file, publicKey } = await anIdentity(t);
  const { key, backup, lines } = await aServerWithKey(t);

  const path = await backup(publicKey);
  const { dataDir } = await restoreElsewhere(t, path, { identityFile: file });

  const parts = await partsOf(path);
  assert.deepEqual(lines, []);
  assert.ok(parts.some(({ name }) => name === "secret-key.age"));
  assert.ok(parts.every(({ content }) => !content.includes(key) && !content.includes(identity)));
  assert.equal(keyOf(dataDir), `${key}\n`);
  assert.equal(statSync(join(dataDir, "secret-key")).mode & 0o777, 0o600);
});

test("a sealed key needs its own identity or the key itself, and nothing is restored without", async (t) => {
  const [own, other] = [await anIdentity(t), await anIdentity(t)];
  const { key, backup } = await aServerWithKey(t);
  const path = await backup(own.publicKey);
  const noIdentity = join(testFolder(t), "no-identity");
  writeFileSync(noIdentity, "hello");

  await assert.rejects(
    restoreElsewhere(t, path),
    /secret key is sealed: open it with --identity <file>, or give the key/,
  );
  const refusals: [string, RegExp][] = [
    [other.file, /cannot be opened with .+ sealed for another public key/],
    [noIdentity, /is not an identity file of age/],
    ["/no/such/file", /cannot be read \(ENOENT\)/],
  ];
  for (const [identityFile, message] of refusals)
    await assert.rejects(restoreElsewhere(t, path, { identityFile }), message);
  const { lines } = await restoreElsewhere(t, path, { given: { SECRET_KEY: key } });

  assert.deepEqual(lines, []);
});

test("a key of the environment is sealed too, and restored into a file or beside the same setting", async (t) => {
  const { file: identityFile, publicKey } = await anIdentity(t);
  const { key, backup } = await aServerWithKey(t, { SECRET_KEY: newKey() });

  const path = await backup(publicKey);

  assert.equal(keyOf((await restoreElsewhere(t, path, { identityFile })).dataDir), `${key}\n`);
  const { dataDir } = await restoreElsewhere(t, path, { identityFile, given: { SECRET_KEY: key } });
  assert.ok(!existsSync(join(dataDir, "secret-key")));
  const beside = restoreElsewhere(t, path, { identityFile, given: { SECRET_KEY: newKey() } });
  await assert.rejects(beside, /SECRET_KEY is another key than the backup's/);
});

test("another secret key in the data folder is not overwritten, and the same one with comments is taken", async (t) => {
  const { file: identityFile, publicKey } = await anIdentity(t);
  const { key, backup } = await aServerWithKey(t);
  const path = await backup(publicKey);
  const another = newKey();
  const [dataDir, sameDir] = [testFolder(t), testFolder(t)];
  writeFileSync(join(dataDir, "secret-key"), another);
  writeFileSync(join(sameDir, "secret-key"), `# ours\n${key}\n`);

  await assert.rejects(restoreElsewhere(t, path, { identityFile, dataDir }), /is another key than the backup's/);
  await restoreElsewhere(t, path, { identityFile, dataDir: sameDir });

  assert.equal(keyOf(dataDir), another);
  assert.equal(keyOf(sameDir), `# ours\n${key}\n`);
});

test("a wrong public key is refused before anything is written, and not repeated", async (t) => {
  const { identity } = await anIdentity(t);
  const { backup } = await aServerWithKey(t);

  for (const wrong of ["", "age1nothing", identity]) {
    const error = await backup(wrong).then(
      () => assert.fail("written"),
      (thrown: Error) => thrown,
    );
    assert.equal(error.message, "The key of --key-for is not a public key of age, such as age1….");
  }
});

test("a backup of an earlier release, with the key as it is, is restored with its key", async (t) => {
  const { key, backup } = await aServerWithKey(t);
  const path = await backup();
  writeWithKey(path, await partsOf(path), `${key}\n`);

  const { dataDir, lines } = await restoreElsewhere(t, path);

  assert.equal(keyOf(dataDir), `${key}\n`);
  assert.deepEqual(lines, []);
});

/** Writes the archive as earlier releases did: the key stands behind the manifest. */
function writeWithKey(path: string, [manifest, ...others]: Awaited<ReturnType<typeof partsOf>>, key: string): void {
  assert.ok(manifest);
  const parts = [manifest, { name: "secret-key", content: Buffer.from(key) }, ...others.slice(0, -1)];
  const sums = parts.map(({ name, content }) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`);
  const all = [...parts, { name: "SHA256SUMS", content: Buffer.from(sums.join("")) }];
  const chunks = all.flatMap(({ name, content }) => [
    tarHeader({ name, size: content.length, at: new Date() }),
    content,
    tarPadding(content.length),
  ]);
  writeFileSync(path, gzipSync(Buffer.concat([...chunks, tarEnd()])));
}
