import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { readHome } from "../../domain/pages/home.ts";
import { sql } from "../../store/db/sql.ts";
import { testNode } from "../../test/node.ts";
import { anAiPage, usageOf } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const node = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const { db } = node.deps;

/** A page with five calls a day, whose model thinks until it is released, unless it is told not to wait. */
async function aLimitedPage(t: TestContext) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = await aModelServer(t, "openai", async ({ messages }) => {
    if (messages.at(-1)?.text === "wait") await released;
    return { text: "Hello." };
  });
  const none = { calls: null, tokens: null, cost: null };
  const model_limits = { customer_day: none, page_day: { ...none, calls: 5 }, page_month: none, never_say: [] };
  const { pageId } = await anAiPage({ db }, server.model, undefined, { model_limits });
  return {
    ...{ server, pageId, release },
    notices: () => db.count(sql`select from notifications where page_id = ${pageId} and kind = 'model_limit'`),
    async asks(words: string): Promise<void> {
      const visitor = await aVisitor(node.baseUrl, pageId);
      await visitor.say(words);
      if (words !== "wait") await visitor.hear((messages) => messages.some(({ from }) => from === "page"));
    },
  };
}

test("the call that reaches four fifths of a limit tells the team, and only that one", async (t) => {
  const { pageId, notices, asks } = await aLimitedPage(t);

  for (const words of ["one", "two", "three"]) await asks(words);
  assert.equal(await notices(), 0);
  assert.equal((await readHome(node.deps, pageId)).needs.model_limit, null);
  await asks("four");
  await until(async () => (await notices()) === 1);
  for (const words of ["five", "six"]) await asks(words);

  assert.equal(await notices(), 1);
  assert.equal((await usageOf(db, pageId))[""], "5 600 700");
  assert.deepEqual((await readHome(node.deps, pageId)).needs.model_limit, { period: "page_day", percent: 100 });
});

test("calls under way count towards the notice once they are settled", async (t) => {
  const { server, notices, asks, release } = await aLimitedPage(t);
  for (const words of ["wait", "wait", "wait"]) await asks(words);
  await server.until(() => server.seen.length === 3);

  await asks("four");
  await asks("wait");
  await server.until(() => server.seen.length === 5);
  assert.equal(await notices(), 0);
  release();
  await until(async () => (await notices()) === 1);
  await asks("six");

  assert.equal(await notices(), 1);
});
