import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { sql } from "../db/sql.ts";
import { isBacklogOver } from "./mailbox.ts";

test("messages that have gone since the delivery mark was written do not count as waiting", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  await db.count(sql`
    insert into delivery_marks (page_id, settled_through, waiting, health) values (${pageId}, 0, 20, '{}')`);
  const store = (status: string, first: number, last: number) =>
    db.count(sql`
      insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
      select ${pageId}, number, 'web_' || number, 1, 'bulk', '{"type":"text","text":"Hello"}', ${status}, now()
        from generate_series(${first}::int, ${last}::int) as number`);
  await store("sent", 1, 20);
  await store("queued", 21, 30);

  assert.equal(await isBacklogOver(db, pageId, 10), false);
  assert.equal(await isBacklogOver(db, pageId, 9), true);
  assert.equal(await isBacklogOver(db, pageId, 30), false);
});
