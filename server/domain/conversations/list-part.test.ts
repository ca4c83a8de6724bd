import assert from "node:assert/strict";
import { test } from "node:test";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { sql } from "../../store/db/sql.ts";
import { testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { someCustomers } from "../../test/customers.ts";
import { listMeeting } from "./list-part.ts";

test("a list goes on behind conversations whose customers do not meet the condition", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  const customers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => ({ psid: `web_${id}`, tags: id === 3 ? [7] : [] }));
  await someCustomers(deps, pageId, customers);
  await deps.db.count(sql`
    insert into conversations (page_id, psid, last_id, last_at, last_from, last_kind, last_text, unread, changed)
    select ${pageId}, 'web_' || id, id, now(), 'customer', 'text', 'hi', 0, id from generate_series(1, 9) as id`);
  const condition: SegmentCondition = { match: "all", rules: [{ type: "tag", tag_id: 7, has: true }] };

  const parts: string[][] = [];
  for (let lastId: number | undefined = 10; lastId !== undefined; ) {
    const wanted = { filter: "all" as const, userId: "u", before: { lastId, neededAt: null }, limit: 2 };
    const part: Awaited<ReturnType<typeof listMeeting>> = await listMeeting(deps, pageId, wanted, condition, 4);
    parts.push(part.lines.map(({ psid }) => psid));
    lastId = part.end?.lastId;
  }

  assert.deepEqual(parts, [[], ["web_3"], []]);
});
