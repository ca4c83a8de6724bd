import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import { createPage } from "../../../domain/pages/pages.ts";
import { testDatabase } from "../../../test/app.ts";
import { sql } from "../../db/sql.ts";
import { claimLease } from "../leases.ts";
import { type PageOutcome, saveOutcomes } from "./outcomes.ts";

const notes: RenderNote[] = [{ change: "as_list", part: "quick_replies" }];

test("notes are saved with their messages, also if a report came before the outcome", async (t) => {
  const db = await testDatabase(t);
  const pageId = await createPage({ db }, { name: "Shop" });
  const nodeId = randomUUID();
  const lease = { pageId, nodeId, epoch: (await claimLease(db, pageId, nodeId)) ?? assert.fail() };
  const statuses = ["sending", "sending", "delivered", "sending", "sending"];
  for (const [index, status] of statuses.entries()) {
    await db.count(sql`
      insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
      values (${pageId}, ${index + 1}, 'web_1', 1, 'reply', '{}', ${status}, now())`);
  }
  const sent = (id: number): PageOutcome => ({
    pageId,
    id,
    status: "sent",
    platformId: `m${id}`,
    wasUndelivered: false,
  });

  const outcomes: PageOutcome[] = [
    { ...sent(1), notes },
    sent(2),
    { ...sent(3), notes },
    { pageId, id: 4, status: "failed", reason: "rejected", notes },
  ];
  assert.deepEqual([...(await saveOutcomes(db, [lease], outcomes))], [pageId]);
  assert.deepEqual([...(await saveOutcomes(db, [{ ...lease, epoch: 0 }], [{ ...sent(5), notes }]))], []);

  const saved = await db.many(sql`select status, notes from messages where page_id = ${pageId} order by id`);
  assert.deepEqual(saved, [
    { status: "sent", notes },
    { status: "sent", notes: null },
    { status: "delivered", notes },
    { status: "failed", notes },
    { status: "sending", notes: null },
  ]);
});
