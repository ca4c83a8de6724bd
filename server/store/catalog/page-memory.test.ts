import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { changePageSettings, pausePage, removePage } from "../../domain/pages/page-settings.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import { connectTest, testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { watchStatements } from "../../test/statements.ts";
import { until } from "../../test/until.ts";
import type { Database } from "../db/db.ts";
import { listen } from "../db/listen.ts";
import { changesChannel } from "../db/notify.ts";
import { sql } from "../db/sql.ts";
import { pageMemory } from "./page-memory.ts";
import { deletePage } from "./page-removal.ts";
import {
  changePage,
  insertPage,
  setDisconnected,
  setPaused,
  storeRenewedSettings,
  updateChannelSettings,
  updatePage,
} from "./pages.ts";

/** A memory that receives no notifications, and the connection of another process. */
async function aMemory(t: Test) {
  const db = await testDatabase(t);
  const other = connectTest(db.url);
  atEnd(t, () => other.close());
  const { pageId } = await aPage({ db });
  return { db, other, pageId, memory: pageMemory(db) };
}

test("a page is read once for many uses", async (t) => {
  const { db, pageId, memory } = await aMemory(t);
  await memory.page(pageId);
  const statements = watchStatements(db);

  for (let time = 0; time < 50; time++) assert.equal((await memory.page(pageId))?.name, "Corner shop");

  // A slow machine may take long enough for a comparison, which reads no settings.
  assert.deepEqual(
    statements.filter((text) => text.includes("channel_settings")),
    [],
  );
});

test("a writer sees its change in the next read, while others read the page all the time", async (t) => {
  const { db, pageId, memory } = await aMemory(t);
  const reads: Promise<unknown>[] = [];

  for (let number = 0; number < 100; number++) {
    reads.push(memory.page(pageId), memory.page(pageId));
    const changing = changePageSettings({ db }, pageId, { name: `Shop ${number}` });
    for (let turn = 0; turn < number % 7; turn++) await new Promise((resolve) => setImmediate(resolve));
    reads.push(memory.page(pageId));
    await changing;
    assert.equal((await memory.page(pageId))?.name, `Shop ${number}`);
  }

  await Promise.all(reads);
});

test("a change is visible after its commit, and never if it is rolled back", async (t) => {
  const { db, pageId, memory } = await aMemory(t);
  await memory.page(pageId);

  const failing = db.transact(async (db) => {
    await pausePage({ db }, pageId, true);
    assert.equal((await memory.page(pageId))?.isPaused, false);
    throw new Error("rolled back");
  });

  await assert.rejects(failing, /rolled back/);
  assert.equal((await memory.page(pageId))?.isPaused, false);
  await db.transact((db) => pausePage({ db }, pageId, true));
  assert.equal((await memory.page(pageId))?.isPaused, true);
});

test("new pages are found and deleted ones are not", async (t) => {
  const { db, pageId, memory } = await aMemory(t);
  assert.equal(await memory.page("tg_42"), undefined);

  const workspaceId = await ensureWorkspace(db);
  await insertPage(db, { id: "tg_42", workspaceId, channel: "telegram", name: "New" });
  assert.equal((await memory.page("tg_42"))?.name, "New");
  assert.equal((await memory.page(pageId))?.name, "Corner shop");
  await removePage({ db }, pageId, "Corner shop");
  assert.equal(await memory.page(pageId), undefined);
});

test("a change by another process is found without a notification", async (t) => {
  const { other, pageId, memory } = await aMemory(t);
  await memory.page(pageId);

  await changePageSettings({ db: other }, pageId, { name: "Changed elsewhere" });
  await until(async () => (await memory.page(pageId))?.name === "Changed elsewhere");
  await setDisconnected(other, pageId, { settingsVersion: 1, reason: "token revoked" });
  await until(async () => (await memory.page(pageId))?.disconnectedReason === "token revoked");
  await deletePage(other, pageId);
  await until(async () => (await memory.page(pageId)) === undefined);
});

test("a node learns of changes by other processes, also of those while it was not listening", async (t) => {
  const node = await testNode(t);
  const { db, pages, lookups } = node.deps;
  const other = connectTest((db as Database).url);
  atEnd(t, () => other.close());
  const { pageId } = await aPage({ db });
  const reported: (string | null)[] = [];
  pages.onChanged((pageId) => void reported.push(pageId));
  await lookups.page(pageId);

  await changePageSettings({ db: other }, pageId, { name: "Reported" });
  await until(() => reported.includes(pageId));
  assert.equal((await lookups.page(pageId))?.name, "Reported");

  reported.length = 0;
  await other.count(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'banter-listen' and datname = current_database()`);
  await until(() => reported.includes(null));
});

test("every statement that changes a page notifies all nodes after its commit", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  const received: string[] = [];
  const connected = Promise.withResolvers<void>();
  const listening = listen({
    url: db.url,
    nodeId: randomUUID(),
    handlers: { [changesChannel]: (pageId) => void received.push(pageId) },
    onConnected: connected.resolve,
    onError: () => undefined,
  });
  atEnd(t, () => listening.stop());
  await connected.promise;
  const page = await pageMemory(db).page(pageId);
  assert.ok(page);
  const workspaceId = await ensureWorkspace(db);

  const changes: Record<string, (id: string) => Promise<unknown>> = {
    insertPage: (id) => insertPage(db, { id, workspaceId, channel: "telegram", name: "New" }),
    changePage: (id) => changePage(db, id),
    updatePage: (id) => updatePage(db, id, page),
    setPaused: (id) => setPaused(db, id, true),
    setDisconnected: (id) => setDisconnected(db, id, { settingsVersion: 1, reason: "revoked" }),
    updateChannelSettings: (id) => updateChannelSettings(db, id, {}),
    storeRenewedSettings: (id) => storeRenewedSettings(db, id, { settings: {}, reconnects: true }),
    deletePage: (id) => deletePage(db, id),
  };
  for (const [name, change] of Object.entries(changes)) {
    received.length = 0;
    await change("tg_7");
    await until(() => received.includes("tg_7")).catch(() => assert.fail(name));
  }
});
