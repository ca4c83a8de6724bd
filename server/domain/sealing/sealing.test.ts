import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import { readConfig } from "../../config/config.ts";
import { newSecretKey, writeSecretKey } from "../../encryption/secret-key.ts";
import { startNode } from "../../node.ts";
import { findSecretValues, savePageSecret } from "../../store/catalog/page-secrets.ts";
import { findPage, updateChannelSettings } from "../../store/catalog/pages.ts";
import { activateKeys } from "../../store/db/check-keys.ts";
import type { Db } from "../../store/db/db.ts";
import { openDatabase } from "../../store/db/open.ts";
import { loadSecrets } from "../../store/db/secrets.ts";
import { sql } from "../../store/db/sql.ts";
import { findWays, saveWays } from "../../store/notifications/notification-ways.ts";
import { insertNode } from "../../store/runtime/nodes.ts";
import { log, testFolder } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { freshDatabase } from "../../test/database/database.ts";
import { until } from "../../test/until.ts";
import { reseal } from "./reseal.ts";
import { rotateKeys } from "./rotate.ts";

const settings = { botToken: "PLANTED-bot-token" };
const telegram = { bot_token: "PLANTED-way-token", chat_id: "1", kinds: [] };

async function anInstallation(t: Test, environment: Record<string, string> = {}) {
  const [databaseUrl, dataDir] = [await freshDatabase(t), testFolder(t)];
  const configOf = (changed: Record<string, string> = environment) => ({
    ...readConfig({ PORT: "0", ...changed }),
    databaseUrl,
    dataDir,
  });
  const open = async (config = configOf()) => {
    const opened = await openDatabase(config, { say: () => {}, onError: () => {}, name: "banter-test" });
    atEnd(t, () => opened.close());
    return { ...opened, config, say: () => {} };
  };
  return { configOf, open, file: join(dataDir, "secret-key") };
}

/** A node of the release before secrets were sealed. It lives until it is told to end. */
async function anOldNode(db: Db) {
  const id = randomUUID();
  await insertNode(db, { id, baseUrl: "http://127.0.0.1", installation: undefined });
  await db.count(sql`update nodes set key_ids = null, alive_until = now() + interval '1 hour' where id = ${id}`);
  return { end: () => db.count(sql`delete from nodes where id = ${id}`) };
}

async function secretsOf(db: Db, pageId: string) {
  const rows = await db.get<{ dump: string }>(sql`
    select (select json_agg(channel_settings) from pages) || ' ' || (select json_agg(ways) from notification_ways ways)
           || ' ' || (select json_agg(encode(value, 'escape')) from secrets) || ' '
           || coalesce((select json_agg(page_secrets) from page_secrets)::text, '') as dump`);
  const opened = {
    settings: (await findPage(db, pageId))?.channelSettings,
    telegram: (await findWays(db, pageId))?.telegram,
    keys: await loadSecrets(db),
  };
  return { dump: rows.dump, opened };
}

test("values stay readable while a node of an earlier release runs, and are sealed after its end", async (t) => {
  const { open } = await anInstallation(t);
  const { db, keys } = await open();
  const old = await anOldNode(db);
  await activateKeys(db, keys);
  const { pageId } = await aPage({ db });
  await updateChannelSettings(db, pageId, settings);
  await saveWays(db, pageId, { telegram, webhook: null, language: "en" });
  const shared = await loadSecrets(db);

  const before = await secretsOf(db, pageId);
  assert.match(before.dump, /PLANTED-bot-token[\s\S]+PLANTED-way-token/);
  assert.deepEqual(before.opened, { settings, telegram, keys: shared });

  await old.end();
  await activateKeys(db, keys);
  await reseal(db);

  const after = await secretsOf(db, pageId);
  assert.doesNotMatch(after.dump, /PLANTED/);
  assert.deepEqual(after.opened, before.opened);
  assert.equal(await reseal(db), 0);
});

test("a server seals the values of an earlier release by itself", async (t) => {
  const { open } = await anInstallation(t);
  const { db, keys, config } = await open();
  keys.setActive(false);
  const { pageId } = await aPage({ db });
  await updateChannelSettings(db, pageId, settings);

  const node = await startNode({ db, keys, config, log, channels });
  atEnd(t, () => node.stop());

  await until(
    async () =>
      !(
        await db.get<{ text: string }>(sql`
    select channel_settings::text as text from pages where id = ${pageId}`)
      ).text.includes("PLANTED"),
  );
  assert.deepEqual((await findPage(db, pageId))?.channelSettings, settings);
});

test("a sealed value of one page does not open on another", async (t) => {
  const { open } = await anInstallation(t);
  const { db } = await open();
  const [one, other] = [await aPage({ db }), await aPage({ db })];
  await updateChannelSettings(db, one.pageId, settings);

  await db.count(sql`
    update pages set channel_settings = (select channel_settings from pages where id = ${one.pageId})
     where id = ${other.pageId}`);

  assert.equal((await findPage(db, other.pageId))?.channelSettings, undefined);
  assert.deepEqual((await findPage(db, one.pageId))?.channelSettings, settings);
});

test("rotating replaces the key of everything while a server runs, and moves the earlier key away", async (t) => {
  const { open, file } = await anInstallation(t);
  const running = await open();
  const { db } = running;
  const { pageId } = await aPage({ db });
  await updateChannelSettings(db, pageId, settings);
  await saveWays(db, pageId, { telegram, webhook: null, language: "en" });
  const secret = { value: "PLANTED-api-key", hosts: ["api.example.com"] };
  await savePageSecret(db, pageId, "api_key", secret);
  const node = await startNode({ ...running, log, channels });
  atEnd(t, () => node.stop());
  const [before, oldKey] = [await secretsOf(db, pageId), readFileSync(file, "utf8").trim()];
  const [oldId = ""] = running.keys.keyIds();
  assert.match(before.dump, new RegExp(`v1\\.${oldId}\\.`));

  const { keyId } = await rotateKeys(await open());

  const after = await secretsOf(db, pageId);
  assert.doesNotMatch(after.dump, new RegExp(`v1\\.${oldId}\\.`));
  assert.match(after.dump, new RegExp(`v1\\.${keyId}\\.`));
  assert.deepEqual(after.opened, before.opened);
  assert.deepEqual(await findSecretValues(db, pageId, ["api_key"]), new Map([["api_key", secret]]));
  assert.ok(!readFileSync(file, "utf8").includes(oldKey));
  assert.equal(readFileSync(`${file}.old`, "utf8").trim(), oldKey);
  assert.deepEqual((await open()).keys.keyIds(), [keyId]);
});

test("rotating stops while a server lacks the new key, and goes on with the same key later", async (t) => {
  const { open, file } = await anInstallation(t);
  const { db, keys } = await open();
  const elsewhere = randomUUID();
  await insertNode(db, { id: elsewhere, baseUrl: "http://127.0.0.1", installation: undefined });
  await db.count(sql`update nodes set alive_until = now() + interval '1 hour'`);
  const [oldId] = keys.keyIds();

  await assert.rejects(
    rotateKeys({ ...(await open()), waitMs: 0 }),
    /^Error: 1 of the running servers do not have the new key yet\. Copy the keys to them, and run this again\.$/,
  );
  const waiting = readFileSync(file, "utf8");
  assert.equal(waiting.trim().split("\n").length, 2);
  assert.deepEqual((await open()).keys.keyIds()[0], oldId);

  await db.count(sql`delete from nodes where id = ${elsewhere}`);
  const { keyId } = await rotateKeys(await open());

  assert.equal(`${readFileSync(file, "utf8")}`.trim(), waiting.split("\n")[0]);
  assert.deepEqual((await open()).keys.keyIds(), [keyId]);
});

test("a key of the environment is rotated by its two settings, and never written to a file", async (t) => {
  const [first, second] = [newSecretKey(), newSecretKey()];
  const { open, configOf, file } = await anInstallation(t, { SECRET_KEY: writeSecretKey(first) });
  const opened = await open();
  const { pageId } = await aPage(opened);
  await updateChannelSettings(opened.db, pageId, settings);
  await assert.rejects(rotateKeys(opened), /^Error: The key comes from SECRET_KEY\. Set SECRET_KEY to a new key/);

  const both = configOf({ SECRET_KEY: writeSecretKey(second), SECRET_KEY_OLD: writeSecretKey(first) });
  const restarted = await open(both);
  assert.deepEqual(restarted.keys.keyIds(), [first.id, second.id]);
  await rotateKeys(restarted);

  const { db } = await open(configOf({ SECRET_KEY: writeSecretKey(second) }));
  assert.deepEqual((await findPage(db, pageId))?.channelSettings, settings);
  assert.ok(!existsSync(file));
});

test("a node takes a key that was added to the file, and tells the others", async (t) => {
  const { open, file } = await anInstallation(t);
  const running = await open();
  const node = await startNode({ ...running, log, channels });
  atEnd(t, () => node.stop());
  const next = newSecretKey();

  writeFileSync(file, `${writeSecretKey(next)}\n${readFileSync(file, "utf8")}`);

  await until(async () => {
    const { ids } = await running.db.get<{ ids: string[] }>(sql`select key_ids as ids from nodes`);
    return ids.length === 2 && ids[1] === next.id;
  });
});
