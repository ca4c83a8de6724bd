import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { pino } from "pino";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import { sql } from "../../store/db/sql.ts";
import { insertNode } from "../../store/runtime/nodes.ts";
import { testDatabase } from "../../test/app.ts";
import { watchStatements } from "../../test/statements.ts";
import { until } from "../../test/until.ts";
import { Ownership } from "./ownership.ts";

test("all pages of a node that has died are claimed in one go, however many they are", async (t) => {
  const db = await testDatabase(t);
  const [nodeId, deadNodeId] = [randomUUID(), randomUUID()];
  await insertNode(db, { id: nodeId, baseUrl: "http://127.0.0.1:1", installation: undefined });
  const workspaceId = await ensureWorkspace(db);
  await db.count(sql`
    with made as (
      insert into pages (id, workspace_id, channel, name)
      select 'web_' || number, ${workspaceId}, 'webchat', 'Shop' from generate_series(1, 450) as number
      returning id)
    insert into page_leases (page_id, node_id, epoch) select id, ${deadNodeId}::uuid, 1 from made`);
  const opened = new Set<string>();
  const ownership = new Ownership({
    ...{ db, hotDb: db, log: pino({ level: "silent" }), nodeId, pages: new Map(), mayAct: () => true },
    open: async ({ pageId }) => void opened.add(pageId),
    close: async () => undefined,
    onOpened: () => undefined,
    onDropped: () => undefined,
    notifyOwner: async () => undefined,
    notifyNodes: async () => undefined,
    onDueMail: () => undefined,
    lookSoon: () => undefined,
  });

  const written = watchStatements(db);
  await ownership.look();
  await until(async () => (await db.count(sql`select from page_leases where node_id is not null`)) === 0);
  const statements = watchStatements(db);
  await ownership.look();
  await ownership.stop();

  assert.equal(opened.size, 450);
  // Pages that are opened together are claimed and released together.
  const changes = written.filter((text) => /(insert into|update) page_leases/.test(text));
  assert.ok(changes.length < 100, `${changes.length} statements`);
  // A look at pages without work: the living nodes, this node's leases, and the pages with work.
  assert.equal(statements.length, 3, statements.join("\n"));
});
