import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { readConfig } from "../../config/config.ts";
import { newSecretKey, writeSecretKey } from "../../encryption/secret-key.ts";
import { testFolder } from "../../test/app.ts";
import { freshDatabase } from "../../test/database/database.ts";
import { openDatabase } from "./open.ts";
import { loadSecrets } from "./secrets.ts";
import { sql } from "./sql.ts";

async function anInstallation(t: Test) {
  const [databaseUrl, dataDir] = [await freshDatabase(t), testFolder(t)];
  const open = async (environment: Record<string, string> = {}) => {
    const config = { ...readConfig(environment), databaseUrl, dataDir: environment.DATA_DIR ?? dataDir };
    const opened = await openDatabase(config, { say: () => {}, onError: () => {}, name: "banter-test" });
    atEnd(t, () => (opened.db.pool.ended ? undefined : opened.close()));
    return opened;
  };
  return { dataDir, open, file: join(dataDir, "secret-key") };
}

const aKey = () => writeSecretKey(newSecretKey());

test("the first start makes a key that only its user can read, and the next ones use it", async (t) => {
  const { open, file } = await anInstallation(t);

  const first = await open();
  const secrets = await loadSecrets(first.db);
  const second = await open();

  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(await loadSecrets(second.db), secrets);
  assert.deepEqual(second.keys.keyIds(), first.keys.keyIds());
});

test("servers that start together make one key", async (t) => {
  const { open } = await anInstallation(t);

  const opened = await Promise.all([open(), open(), open()]);

  assert.equal(new Set(opened.map(({ keys }) => keys.keyIds().join())).size, 1);
});

test("a database with sealed values is not opened without its key, and no other key is made", async (t) => {
  const { open, file } = await anInstallation(t);
  const { keys } = await open();
  const kept = readFileSync(file);

  rmSync(file);
  await assert.rejects(open(), (error: Error) => {
    assert.match(error.message, new RegExp(`^The secret key is missing: .+ the key ${keys.keyIds()[0]}, .+secret-key`));
    assert.match(error.message, /Restore the key from a backup, or set SECRET_KEY to it\./);
    return true;
  });
  assert.ok(!existsSync(file));

  writeFileSync(file, kept);
  await open();
});

test("a key that does not fit is refused without quoting it", async (t) => {
  const { open, file } = await anInstallation(t);
  const [right, wrong] = [aKey(), aKey()];
  await open({ SECRET_KEY: right });

  await assert.rejects(open({ SECRET_KEY: wrong }), (error: Error) => {
    assert.match(error.message, /^The secret key does not fit: .+ SECRET_KEY holds /);
    assert.ok(!error.message.includes(wrong));
    return true;
  });
  await open({ SECRET_KEY: wrong, SECRET_KEY_OLD: `${aKey()}, ${right}` });
  assert.ok(!existsSync(file));
});

test("a key of the same id that is another one is refused", async (t) => {
  const { open } = await anInstallation(t);
  const key = aKey();
  const { db } = await open({ SECRET_KEY: key });
  await db.count(sql`update secrets set value = value || 'AAAA'::bytea where name = 'key_check'`);

  await assert.rejects(open({ SECRET_KEY: key }), /^Error: The secret key does not fit/);
});

test("a key file elsewhere is used, with comments and earlier keys", async (t) => {
  const { dataDir, open } = await anInstallation(t);
  const [path, first, second] = [join(dataDir, "elsewhere"), newSecretKey(), newSecretKey()];

  await assert.rejects(
    open({ SECRET_KEY_FILE: path }),
    /The file of secret keys .+elsewhere cannot be read \(ENOENT\)/,
  );
  writeFileSync(path, "# ours\n\n");
  await assert.rejects(open({ SECRET_KEY_FILE: path }), /elsewhere holds no key/);
  writeFileSync(path, `# ours\n${writeSecretKey(first)}\n`);
  await open({ SECRET_KEY_FILE: path });
  writeFileSync(path, `${writeSecretKey(second)}\n${writeSecretKey(first)}\n`);

  assert.deepEqual((await open({ SECRET_KEY_FILE: path })).keys.keyIds(), [first.id, second.id]);
});

test("a short key and settings that contradict each other are refused", async (t) => {
  const { open } = await anInstallation(t);

  await assert.rejects(open({ SECRET_KEY: "c2hvcnQ=" }), /SECRET_KEY must be 32 random bytes in base64/);
  assert.throws(() => readConfig({ SECRET_KEY: aKey(), SECRET_KEY_FILE: "x" }), /exclude each other/);
  assert.throws(() => readConfig({ SECRET_KEY_OLD: aKey() }), /SECRET_KEY_OLD: is for keys before SECRET_KEY/);
});

test("a data folder that cannot be made asks for SECRET_KEY", async (t) => {
  const { open, dataDir } = await anInstallation(t);
  writeFileSync(join(dataDir, "file"), "");
  const DATA_DIR = join(dataDir, "file", "below");

  await assert.rejects(open({ DATA_DIR }), /No secret key can be kept in .+ Set SECRET_KEY instead\.$/);
});
