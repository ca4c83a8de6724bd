import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../store/db/sql.ts";
import { anAgent } from "../test/agent.ts";
import { aFlow, aKeyword, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { postWebhook, withPostChannel } from "../test/post-page.ts";
import { until } from "../test/until.ts";

const psid = "tg_7";

async function aShop(t: Test) {
  const platform = await startPlatform(t);
  const node = await testNode(t, withPostChannel({ window: { seconds: 86_400, tags: ["HUMAN_AGENT"] } }));
  const shop = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };
  const { pageId } = await aPostPage(node.deps, platform.origin, shop);
  const agent = await anAgent(node, pageId);
  const params = { page_id: pageId };
  let count = 0;
  return {
    ...{ db: node.deps.db, pageId, platform, agent },
    say: (text: string) => postWebhook(node.baseUrl, pageId, [{ id: String(++count), from: psid, text }]),
    statistics: () => agent.api("GET /pages/:page_id/statistics", { params }),
    health: () => agent.api("GET /pages/:page_id/health", { params }),
  };
}

test("the time that a customer waited for a person is told for the person and for the team", async (t) => {
  const { db, pageId, agent, say, statistics } = await aShop(t);
  await say("Is anybody there?");
  const isHandled = () => db.find(sql`select from turns where page_id = ${pageId} and psid = ${psid}`);
  await until(async () => (await isHandled()) !== undefined);
  await db.count(sql`update turns set at = now() - interval '90 seconds' where page_id = ${pageId}`);

  await agent.write(psid, "Yes, I am");
  await until(async () => (await statistics()).team.all !== null);
  const { team } = await statistics();

  assert.deepEqual([team.all?.answers, team.all_before], [1, null]);
  assert.ok((team.all?.median_seconds ?? 0) >= 90, JSON.stringify(team));
  assert.equal(team.all?.p90_seconds, team.all?.median_seconds);
  assert.deepEqual(
    team.members.map(({ user_id, answers }) => [user_id, answers]),
    [[agent.userId, 1]],
  );
});

test("messages that the platform refuses are counted by their reason", async (t) => {
  const { db, pageId, platform, say, statistics } = await aShop(t);
  platform.answer = () => ({ status: 400 });
  await say("hello");
  await say("hello");
  const failed = () =>
    db.many<{ reason: string }>(sql`
      select reason from messages where page_id = ${pageId} and status = 'failed'`);
  await until(async () => (await failed()).length === 2);
  await until(async () => (await statistics()).failures.length > 0);

  const [first] = await failed();
  await until(async () => (await statistics()).failures[0]?.count === 2);
  assert.deepEqual((await statistics()).failures, [{ reason: first?.reason, count: 2, before: 0 }]);
});

test("the health of a page tells the last webhook and the oldest message that waits", async (t) => {
  const { db, pageId, platform, say, health } = await aShop(t);
  assert.deepEqual([(await health()).last_webhook_at, (await health()).oldest_waiting_at], [null, null]);
  platform.answer = () => ({ status: 500 });

  await say("hello");
  await until(async () => (await health()).last_webhook_at !== null && (await health()).oldest_waiting_at !== null);

  const stored = await db.get<{ message: Date; turn: Date }>(sql`
    select min(messages.created_at) as message, min(turns.at) as turn
      from messages join turns using (page_id) where page_id = ${pageId}`);
  const { last_webhook_at, oldest_waiting_at } = await health();
  assert.equal(new Date(oldest_waiting_at ?? 0).getTime(), stored.message.getTime());
  assert.ok(Math.abs(new Date(last_webhook_at ?? 0).getTime() - stored.turn.getTime()) < 3_600_000);
  platform.answer = () => ({});
  await until(async () => (await health()).oldest_waiting_at === null);
});
