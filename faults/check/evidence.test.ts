import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../server/store/db/sql.ts";
import { claimLease } from "../../server/store/runtime/leases.ts";
import { testDatabase } from "../../server/test/app.ts";
import { aPage } from "../../server/test/builders.ts";
import { describeMissing } from "./evidence.ts";

test("a missing answer is described by its customer's mail, messages and lease", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  const nodeId = randomUUID();
  await claimLease(db, pageId, nodeId);
  await db.count(sql`insert into customers (page_id, psid) values (${pageId}, 'ann')`);
  await db.count(sql`
    insert into mailbox (page_id, id, psid, due_at, event) values (${pageId}, 7, 'ann', now(), '{"type":"timer"}')`);
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, attempts, created_at, due_at)
    values (${pageId}, 8, 'ann', 1, 'reply', '{"type":"text","text":"1/a"}', 'sending', 1, now(), now() + '1 hour')`);

  const description = await describeMissing(db, { psid: "ann", text: "1/a" });

  assert.match(description, /mail 7 \(timer\) due in -?\d+\.\d s/);
  assert.match(description, /message 8 "1\/a" sending, attempts 1, due in \d+\.\d s/);
  assert.ok(description.endsWith(`page ${pageId}, lease epoch 1 of node ${nodeId}`), description);
});

test("an answer of which nothing is stored is described as such", async (t) => {
  const db = await testDatabase(t);

  const description = await describeMissing(db, { psid: "ann", text: "1/a" });

  assert.equal(description, "no mail, request or message; customer not stored");
});
