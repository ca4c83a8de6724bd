import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../../store/db/sql.ts";
import { testDatabase } from "../../test/app.ts";
import { anAiPage, usageOf } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import { seededRandom } from "../../test/random.ts";
import { aServerProcess } from "../../test/server-process.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const environment = { ALLOW_PRIVATE_HOSTS: "127.0.0.1" };

test("a call that a kill -9 cuts off is made again, answered once, and counts with what it had reserved", async (t) => {
  const models = await aModelServer(t, "openai", (_, count) => (count === 1 ? { fault: "hang" } : { text: "Here." }));
  const db = await testDatabase(t);
  const { pageId } = await anAiPage({ db }, models.model);
  const server = await aServerProcess(t, db.url, environment);
  await server.start();
  const visitor = await aVisitor(server.baseUrl, pageId);

  await visitor.say("Hello?");
  await models.until(() => models.seen.length === 1);
  await server.kill();
  const reserved = (await usageOf(db, pageId))[""]?.split(" ").map(Number) ?? [];
  await server.start();
  await visitor.hear((messages) => messages.some(({ text }) => text === "Here."));
  await until(async () => (await db.count(sql`select from requests`)) === 0);

  const [calls = 0, tokens = 0, cost = 0] = reserved;
  assert.equal(calls, 1);
  assert.ok(tokens > 200);
  assert.equal((await usageOf(db, pageId))[""], `2 ${tokens + 120} ${cost + 140}`);
  const said = await db.many(sql`select content ->> 'text' as text from messages where page_id = ${pageId}`);
  assert.deepEqual(said, [{ text: "Here." }]);
});

const kills = 6;
const customers = 6;
const limit = 60;

test("a server killed at random moments answers all words once, and never goes beyond a limit", async (t) => {
  const random = seededRandom(t);
  const models = await aModelServer(t, "anthropic", async ({ messages }) => {
    await sleep(random() * 900);
    return { text: `Answer to ${messages.at(-1)?.text.replaceAll("\n", ", ")}` };
  });
  const none = { calls: null, tokens: null, cost: null };
  const model_limits = {
    ...{ customer_day: none, page_day: { ...none, calls: limit }, page_month: none, never_say: [] },
  };
  const db = await testDatabase(t);
  const { pageId } = await anAiPage({ db }, models.model, undefined, { model_limits });
  const server = await aServerProcess(t, db.url, environment);
  await server.start();
  const visitors = await Promise.all(Array.from({ length: customers }, () => aVisitor(server.baseUrl, pageId)));

  let isStopped = false;
  async function talk(visitor: (typeof visitors)[number]): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const words = `${visitor.psid.slice(-6)}.${number}`;
      const say = () =>
        visitor.say(words, `${visitor.psid}-${number}`).then(
          ({ ok, status }) => ok || assert.ok(status >= 500, `refused with ${status}`),
          () => false,
        );
      while (!(await say())) await sleep(50);
      // Some of the next words come while a model thinks about these.
      await sleep(random() * 1500);
    }
  }
  const talking = Promise.all(visitors.map(talk));
  for (let kill = 0; kill < kills; kill++) {
    await sleep(500 + random() * 1500);
    await server.kill();
    await server.start();
  }
  isStopped = true;
  await talking;
  await until(
    async () =>
      (await db.count(sql`select from requests union all select from mailbox
                                               where event ->> 'type' <> 'timer'`)) === 0,
  );

  const turns = await db.many<{ id: number; psid: string; text: string }>(sql`
    select id, psid, event ->> 'text' as text from turns
     where page_id = ${pageId} and event ->> 'type' = 'message'`);
  const said = await db.many<{ id: number; psid: string; text: string }>(sql`
    select id, psid, content ->> 'text' as text from messages`);
  const answers = said.filter(({ text }) => text !== "Sorry.");
  const answered = answers.flatMap(({ text }) => text.replace("Answer to ", "").split(", "));
  assert.equal(new Set(answered).size, answered.length, "words were answered twice");
  const refused = said.filter(({ text }) => text === "Sorry.");
  const lost = turns.filter(
    (turn) => !answered.includes(turn.text) && !refused.some(({ id, psid }) => psid === turn.psid && id > turn.id),
  );
  assert.deepEqual(lost, [], "words were not answered");
  assert.ok(turns.length > said.length, "no words came while a model was thinking");
  assert.ok(models.seen.length <= limit, `${models.seen.length} calls`);
  const calls = Number((await usageOf(db, pageId))[""]?.split(" ")[0]);
  assert.ok(calls >= models.seen.length && calls <= limit, `${calls} counted, ${models.seen.length} made`);
  t.diagnostic(`${turns.length} messages, ${answers.length} answers, ${models.seen.length} calls`);
});
