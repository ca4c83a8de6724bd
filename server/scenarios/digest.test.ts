import assert from "node:assert/strict";
import { test } from "node:test";
import { botAnswers } from "@banter/core/flow/trace.ts";
import type { Db } from "../store/db/db.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aFlow, aKeyword, aPage } from "../test/builders.ts";
import { isDigested } from "../test/database/digested.ts";
import { aServerProcess } from "../test/server-process.ts";
import { until } from "../test/until.ts";
import { aVisitor } from "../test/visitor.ts";

/** The inbox shows the same as a recount from turns and messages. */
async function assertInbox(db: Db, pageId: string): Promise<void> {
  const shown = await db.many<{ unread: number }>(sql`
    select psid, last_id, unread from conversations where page_id = ${pageId} order by psid`);
  const counted = await db.many(sql`
    select psid, max(id) as last_id, count(*) filter (where is_input) as unread
      from (select psid, id, (trace ->> 'outcome' = any (${botAnswers}::text[])) is not true as is_input from turns
             where page_id = ${pageId} and event ->> 'type' = 'message'
             union all
            select psid, id, false from messages where page_id = ${pageId}) as entry
     group by psid
     order by psid`);
  assert.deepEqual(shown, counted);
  assert.ok(shown.some(({ unread }) => unread > 0));
}

test("the digest goes on after kill -9, also on another node, and counts everything once", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db }, { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] });
  const nodes = [await aServerProcess(t, db.url), await aServerProcess(t, db.url)] as const;
  for (const node of nodes) await node.start();
  const visitors: Awaited<ReturnType<typeof aVisitor>>[] = [];
  for (let number = 0; number < 5; number++) visitors.push(await aVisitor(nodes[number % 2]?.baseUrl ?? "", pageId));
  const write = async () => {
    // The bot answers the first; the second is unread.
    for (const words of ["hello", "what is that?"])
      for (const visitor of visitors) assert.equal((await visitor.say(words)).status, 202);
  };

  for (const dying of nodes) {
    await write();
    // Somewhere between the turns and the end of their digest.
    await until(async () => (await db.count(sql`select from turns where page_id = ${pageId}`)) > 0);
    await dying.kill();
    await dying.start();
  }
  await write();

  await until(async () => (await db.count(sql`select from turns where page_id = ${pageId}`)) === 30);
  await until(() => isDigested(db, pageId));
  await assertInbox(db, pageId);
});
