import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { Deps } from "../../deps.ts";
import { runBroadcast } from "../../domain/audience/run-broadcast.ts";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { findBroadcast, insertBroadcast, scheduleBroadcast } from "../../store/audience/broadcasts.ts";
import { sql } from "../../store/db/sql.ts";
import { nextConversationIds } from "../../store/runtime/mailbox.ts";
import { aFlow, aKeyword, aPage } from "../../test/builders.ts";
import { someCustomers } from "../../test/customers.ts";
import { testNode } from "../../test/node.ts";
import { until } from "../../test/until.ts";

const shop = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };
const dayMs = 86_400_000;
const customers = Array.from({ length: 300 }, (_, index) => ({ psid: `web_${1000 + index}` }));
const lastCustomer = "web_1299";

test("customers who write during a broadcast are answered before the rest of it goes out", async (t) => {
  const { deps, runner } = await testNode(t);
  const { db } = deps;
  const [page, other] = [await aPage(deps, shop), await aPage(deps, shop)] as const;
  await changePageSettings({ db }, page.pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  await someCustomers(deps, page.pageId, customers);
  const say = (pageId: string, psid: string) =>
    deps.accept({ pageId, psid, event: { type: "message", text: "hello" } });
  for (const { pageId } of [page, other]) {
    await say(pageId, "web_1");
    await until(() => runner.owns(pageId));
    await until(async () => (await turnsOf(deps, pageId)).length === 1);
  }
  const job = await aBroadcast(deps, page.pageId);

  // They write when all of its mail waits, and nothing of it is handled yet.
  const said: Promise<unknown>[] = [];
  let sent = 0;
  const accept: Deps["accept"] = (mail) => {
    const accepted = deps.accept(mail);
    if (++sent === customers.length)
      said.push(say(page.pageId, lastCustomer), say(page.pageId, "web_1"), say(other.pageId, "web_1"));
    return accepted;
  };
  await runBroadcast({ ...deps, accept }, job, randomUUID(), () => true);
  await Promise.all(said);

  const [, ...turns] = await turnsOf(deps, page.pageId);
  assert.equal(turns.length, customers.length + 2);
  // A customer's own mail keeps its order.
  assert.deepEqual(
    turns.slice(0, 3).map(({ psid, type }) => `${psid} ${type}`),
    [`${lastCustomer} send_content`, `${lastCustomer} message`, "web_1 message"],
  );
  const elsewhere = (await turnsOf(deps, other.pageId)).at(-1);
  const earlier = turns.filter(
    ({ id, psid }) => id < (elsewhere?.id ?? 0) && psid !== lastCustomer && psid !== "web_1",
  );
  assert.ok(earlier.length <= 4, `${earlier.length} customers got the broadcast before another page's customer`);
  const answers = await db.many<{ text: string }>(sql`
    select content ->> 'text' as text from messages where page_id = ${page.pageId} and psid = ${lastCustomer} order by id`);
  assert.deepEqual(
    answers.map(({ text }) => text),
    ["News", "Hello"],
  );
});

test("on a page where customers never stop writing, a broadcast goes on", async (t) => {
  const { deps, runner } = await testNode(t);
  const { pageId } = await aPage(deps, shop);
  const bulk = customers.slice(0, 20).map(({ psid }) => psid);
  const say = (psid: string) => deps.accept({ pageId, psid, event: { type: "message", text: "hello" } });
  await say("web_1");
  await until(() => runner.owns(pageId));
  await until(async () => (await turnsOf(deps, pageId)).length === 1);

  let isDone = false;
  const news = Promise.all(
    bulk.map((psid) => deps.accept({ pageId, psid, event: { type: "message", text: "hello" }, isBulk: true })),
  ).then(() => {
    isDone = true;
  });
  // In every round there is a message of each of them.
  const writers = ["web_1", "web_2", "web_3"].map(async (psid) => {
    while (!isDone) await Promise.all([say(psid), say(psid)]);
  });

  await Promise.all([news, ...writers]);
  const turns = await turnsOf(deps, pageId);
  assert.deepEqual(
    turns.flatMap(({ psid }) => (bulk.includes(psid) ? psid : [])),
    bulk,
  );
});

async function aBroadcast({ db }: Deps, pageId: string) {
  const spec = BroadcastSpec.parse({
    audience: { type: "psids", psids: customers.map(({ psid }) => psid) },
    variants: [{ type: "content", content: { messages: [{ type: "text", text: "News" }] } }],
  });
  const { id } = await insertBroadcast(db, pageId, { name: "News", spec, userId: "ann" });
  // No node begins it by itself.
  await scheduleBroadcast(db, pageId, id, {
    ...{ dueAt: Date.now() + dayMs, sendIds: await nextConversationIds(db, 1), userId: "ann" },
    condition: null,
  });
  return (await findBroadcast(db, pageId, id)) ?? assert.fail();
}

const turnsOf = ({ db }: Pick<Deps, "db">, pageId: string) =>
  db.many<{ id: number; psid: string; type: string }>(sql`
    select id, psid, event ->> 'type' as type from turns where page_id = ${pageId} order by id`);
