import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deleteFlow } from "../../domain/catalog/flows.ts";
import { createFolder, removeFolder } from "../../domain/catalog/folders.ts";
import { testDeps } from "../../test/app.ts";
import { aFlow, aKeyword, aPage } from "../../test/builders.ts";
import { isClustered } from "../../test/database/citus.ts";
import { deletePage } from "../catalog/page-removal.ts";
import type { Database, Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { placeNewTables, withClient } from "./distribute.ts";
import { listForeignKeys, listKeysAside, restoreKey, setKeysAside } from "./foreign-keys.ts";
import { placementOf } from "./tables.ts";

const schema = readFileSync(new URL("../db/schema.sql", import.meta.url), "utf8");

test("every table has a place on several database servers", () => {
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)];
  const homeless = tables.filter(([, name = "", body = ""]) => !placementOf(name, columnsOf(body)));

  assert.ok(tables.length > 50);
  assert.deepEqual(
    homeless.map(([, name]) => name),
    [],
  );
});

test("the page leads every key of a table that lies by page", () => {
  const keys = [...schema.matchAll(/^ {2}constraint (\w+) (?:PRIMARY KEY|UNIQUE[^(]*) \(([^)]+)\)/gm)];
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)];
  const byPage = tables.filter(([, name = "", body = ""]) => placementOf(name, columnsOf(body)) === "by_page");
  const inner = byPage.flatMap(([, name = "", body = ""]) =>
    keys
      .filter(([line]) => body.includes(line.trim()))
      .filter(([, , columns = ""]) => !columns.split(", ").includes(name === "pages" ? "id" : "page_id"))
      .map(([, key]) => key),
  );

  assert.deepEqual(inner, []);
});

test("keys that are set aside come back without the actions that Citus refuses, and nothing needs those", {
  skip: isClustered && "the keys have been changed already",
}, async (t) => {
  const deps = await testDeps(t);
  const { db } = deps;
  await withClient((db as Database).url, async (client) => {
    const before = await listForeignKeys(client);
    await setKeysAside(client);
    assert.deepEqual(await listForeignKeys(client), []);
    // A second run goes on with the keys of the first.
    await setKeysAside(client);
    for (const key of await listKeysAside(client)) await restoreKey(client, key);
    const after = await listForeignKeys(client);

    assert.equal(after.length, before.length);
    assert.ok(after.every(({ definition }) => !definition.includes("SET NULL")));
  });

  const { pageId } = await aPage(deps, { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] });
  const [flow] = await db.many<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  assert.ok(flow);
  await db.count(sql`update pages set welcome_flow_id = ${flow.id} where id = ${pageId}`);
  const folder = await createFolder(deps, pageId, { name: "Old", parentId: null });
  await db.count(sql`update flows set folder_id = ${folder.id} where page_id = ${pageId}`);

  await removeFolder(deps, pageId, folder.id);
  await deleteFlow(deps, pageId, flow.id);
  assert.deepEqual(await references(db, pageId), { keyword: null, welcome: null });

  await aPage(deps, { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] });
  await db.transact((db) => deletePage(db, pageId));
  assert.equal(await db.count(sql`select from pages where id = ${pageId}`), 0);
});

test("a table that a new release brings is distributed with the others", {
  skip: !isClustered && "there is one server: set CITUS_WORKERS",
}, async (t) => {
  const { db } = await testDeps(t);
  const { url } = db as Database;
  await withClient(url, async (client) => {
    await client.query("create table news (page_id text primary key references pages (id) on delete cascade)");
    await placeNewTables(client);
    const { rows } = await client.query("select from pg_dist_partition where logicalrelid = 'news'::regclass");
    assert.equal(rows.length, 1);
  });
});

async function references(db: Db, pageId: string): Promise<unknown> {
  return db.get(sql`
    select flow_id as keyword, welcome_flow_id as welcome
      from pages join keywords on keywords.page_id = pages.id
     where pages.id = ${pageId}`);
}

const columnsOf = (body: string) => body.split("\n").map((line) => line.trim().split(" ")[0] ?? "");
