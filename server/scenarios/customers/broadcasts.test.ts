import assert from "node:assert/strict";
import { test } from "node:test";
import { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { findBroadcast, insertBroadcast, scheduleBroadcast } from "../../store/audience/broadcasts.ts";
import type { Database } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { nextConversationIds } from "../../store/runtime/mailbox.ts";
import { testDatabase } from "../../test/app.ts";
import { aPostPage } from "../../test/builders.ts";
import { someCustomers } from "../../test/customers.ts";
import { startPlatform } from "../../test/platform.ts";
import { aServerProcess } from "../../test/server-process.ts";
import { until } from "../../test/until.ts";

const customers = 1500;
const kills = 4;

test("a broadcast goes on after kills: nobody is forgotten, and nobody gets it twice", async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const { pageId } = await aPostPage({ db }, platform.origin);
  await changePageSettings({ db }, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  const psids = Array.from({ length: customers }, (_, index) => `tg_${10_000 + index}`);
  for (let start = 0; start < customers; start += 250) {
    const some = psids.slice(start, start + 250);
    await someCustomers(
      { db },
      pageId,
      some.map((psid) => ({ psid })),
    );
  }
  const id = await aBroadcast(db, pageId);
  // Two nodes, so that one takes over what the other has left.
  const servers = [await aServerProcess(t, db.url), await aServerProcess(t, db.url)];
  for (const server of servers) await server.start();

  let [killed, seen] = [0, 0];
  await until(async () => {
    const broadcast = await findBroadcast(db, pageId, id);
    if (killed < kills && (broadcast?.done ?? 0) > seen) {
      seen = broadcast?.done ?? 0;
      // Sometimes between the mail of a batch and its position.
      const server = servers[killed++ % servers.length];
      await server?.kill();
      await server?.start();
    }
    return broadcast?.state === "done" || broadcast?.state === "failed";
  });
  await until(async () => (await unfinished(db, pageId)) === 0);

  const broadcast = await findBroadcast(db, pageId, id);
  assert.deepEqual([broadcast?.state, broadcast?.error, broadcast?.done], ["done", null, customers]);
  const made = await db.get(sql`
    select count(*)::int as messages, count(distinct psid)::int as customers,
           count(*) filter (where status <> 'sent')::int as unsent,
           count(*) filter (where send_id = any (${broadcast?.sendIds ?? []}::bigint[]))::int as counted
      from messages where page_id = ${pageId}`);
  assert.deepEqual(made, { messages: customers, customers, unsent: 0, counted: customers });
  // A call that a kill has cut off is made again, and marked: that is delivery's promise, not the broadcast's.
  const marked = await db.many<{ id: number }>(sql`select id from messages where possible_duplicate`);
  const repeatable = new Set(marked.map((message) => message.id));
  const arrived = Map.groupBy(platform.received, (message) => message.to);
  assert.equal(arrived.size, customers);
  for (const [psid, messages] of arrived) {
    assert.equal(new Set(messages.map((message) => message.id)).size, 1, psid);
    if (messages.length > 1) assert.ok(repeatable.has(messages[0]?.id ?? 0), psid);
  }
});

async function aBroadcast(db: Database, pageId: string): Promise<number> {
  const spec = BroadcastSpec.parse({
    audience: { type: "all" },
    variants: [
      { type: "content", content: { messages: [{ type: "text", text: "A" }] } },
      { type: "content", content: { messages: [{ type: "text", text: "B" }] } },
    ],
  });
  const { id } = await insertBroadcast(db, pageId, { name: "News", spec, userId: "ann" });
  await scheduleBroadcast(db, pageId, id, {
    ...{ dueAt: Date.now() - 1000, sendIds: await nextConversationIds(db, 2), userId: "ann" },
    condition: { match: "all", rules: [{ type: "channel", channels: ["telegram"] }] },
  });
  return id;
}

async function unfinished(db: Database, pageId: string): Promise<number> {
  const { count } = await db.get<{ count: number }>(sql`
    select (select count(*) from mailbox where page_id = ${pageId})
         + (select count(*) from messages where page_id = ${pageId} and status in ('queued', 'sending')) as count`);
  return Number(count);
}
