import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import { deletePage } from "../../store/catalog/page-removal.ts";
import { changePage, insertPage, updateChannelSettings } from "../../store/catalog/pages.ts";
import type { Database } from "../../store/db/db.ts";
import { connectTest, testDeps } from "../../test/app.ts";
import { postChannel } from "../../test/post-channel.ts";
import { watchStatements } from "../../test/statements.ts";
import { until } from "../../test/until.ts";
import { ensureWorkspace } from "../pages/pages.ts";
import { webhookKeys } from "./webhook-keys.ts";

/** Keys that get no signal of changes by other processes, and one such process. */
async function someKeys(t: Test) {
  const deps = await testDeps(t, { channels: { ...channels, telegram: postChannel() } });
  const other = connectTest((deps.db as Database).url);
  atEnd(t, () => other.close());
  const workspaceId = await ensureWorkspace(deps.db);
  const keys = webhookKeys(deps);
  return {
    db: deps.db,
    other,
    keys,
    async add(id: string, secret: string, db = deps.db): Promise<void> {
      await db.transact(async (db) => {
        await insertPage(db, { id, workspaceId, channel: "telegram", name: "Shop" });
        await updateChannelSettings(db, id, { origin: "http://127.0.0.1:1", secret });
      });
    },
    secrets: async () => [...(await keys.secretsOn("telegram"))].sort(),
  };
}

test("a channel has the distinct secrets of its current pages", async (t) => {
  const { add, secrets, keys, db } = await someKeys(t);
  assert.deepEqual(await secrets(), []);

  for (let number = 0; number < 450; number++) await add(`tg_${number}`, number % 2 ? "odd" : "even");
  assert.deepEqual(await secrets(), ["even", "odd"]);
  await add("tg_1000", "new");
  assert.deepEqual([await secrets(), await keys.isVerifyToken("telegram", "new")], [["even", "new", "odd"], true]);
  await updateChannelSettings(db, "tg_1000", { origin: "http://127.0.0.1:1", secret: "newer" });
  assert.deepEqual([await secrets(), await keys.isVerifyToken("telegram", "new")], [["even", "newer", "odd"], false]);
  await updateChannelSettings(db, "tg_1000", {});
  assert.deepEqual(await secrets(), ["even", "odd"]);
  await deletePage(db, "tg_1");
  assert.deepEqual(await secrets(), ["even", "odd"]);
  assert.deepEqual(await keys.secretsOn("messenger"), []);
});

test("a change of one page reads that page only", async (t) => {
  const { add, secrets, db } = await someKeys(t);
  for (let number = 0; number < 20; number++) await add(`tg_${number}`, "right");
  await secrets();
  const statements = watchStatements(db as Database);

  await changePage(db, "tg_7");
  await secrets();

  assert.equal(statements.filter((text) => text.includes("channel_settings")).length, 1);
});

test("a change by another process is found without a signal", async (t) => {
  const { add, secrets, other } = await someKeys(t);
  await add("tg_1", "one");
  await add("tg_2", "two");
  assert.deepEqual(await secrets(), ["one", "two"]);

  await updateChannelSettings(other, "tg_1", { origin: "http://127.0.0.1:1", secret: "uno" });
  await until(async () => (await secrets()).join() === "two,uno");
  await deletePage(other, "tg_2");
  await add("tg_3", "three", other);
  await until(async () => (await secrets()).join() === "three,uno");
});
