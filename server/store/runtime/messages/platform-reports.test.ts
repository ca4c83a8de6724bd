import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createPage } from "../../../domain/pages/pages.ts";
import { testDatabase } from "../../../test/app.ts";
import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { claimLease } from "../leases.ts";
import { saveReports } from "./platform-reports.ts";

test("a report is not lost if the message changes between being read and written, and counts once", async (t) => {
  const db = await testDatabase(t);
  const pageId = await createPage({ db }, { name: "Shop" });
  const nodeId = randomUUID();
  const lease = { pageId, nodeId, epoch: (await claimLease(db, pageId, nodeId)) ?? assert.fail() };
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, flow_id, step, lane, content, status, created_at)
    values (${pageId}, 1, 'ann', 1, 1, 'a', 'reply', '{}', 'sending', now())`);
  let reads = 0;
  const meanwhile: Db = {
    ...db,
    async many<Row>(statement: Parameters<Db["many"]>[0]) {
      const rows = await db.many<Row>(statement);
      if (reads++ === 0) await db.count(sql`update messages set status = 'sent', sent_at = now()`);
      return rows;
    },
  };

  await saveReports(meanwhile, [lease], [{ pageId, psid: "ann", status: "delivered", messageId: 1 }], []);

  assert.deepEqual(await db.many(sql`select status from messages`), [{ status: "delivered" }]);
  assert.deepEqual(await db.many(sql`select sent, delivery, seen from step_statistics`), [
    { sent: 0, delivery: 1, seen: 0 },
  ]);
});
