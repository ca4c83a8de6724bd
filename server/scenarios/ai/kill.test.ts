import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { testDatabase } from "../../test/app.ts";
import { aServer } from "../../test/loopback-server.ts";
import { anAiDocument, anAiPage, usageOf } from "../../test/platforms/models/ai-page.ts";
import { aModelServer, type Fault } from "../../test/platforms/models/model-server.ts";
import type { AskedModel, Said } from "../../test/platforms/models/protocol-server.ts";
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

const kills = 5;
const customers = 6;
/** In millionths. An answer costs 140, a call that is cut off about ten times as much. */
const limit = 90_000;

/** A model that answers, uses tools, is too busy, fails or is cut off, at random. `bill`: what its owner asks for. */
async function aRandomModel(t: TestContext, random: () => number) {
  const bill = { cost: 0, tools: 0, faults: 0 };
  const faulty = (fault: Fault) => {
    bill.faults++;
    return fault;
  };
  function answer({ messages, results }: AskedModel): Said {
    if (results.length < 3 && random() < 0.35) {
      bill.tools++;
      const [set, ask] = [{ value: String(bill.tools) }, { value_1: String(bill.tools) }];
      const wanted = [
        { name: "set_field_1", arguments: set },
        { name: "call_request_2", arguments: ask },
      ];
      return { tools: random() < 0.5 ? wanted : wanted.slice(1) };
    }
    const text = `Answer to ${messages.at(-1)?.text.replaceAll("\n", ", ")}`;
    return { tools: [{ name: "answer", arguments: { text } }] };
  }
  const server = await aModelServer(t, "anthropic", async (asked) => {
    await sleep(random() * 700);
    const choice = random();
    if (choice < 0.08) return faulty({ fault: "status", status: 429 });
    if (choice < 0.12) return faulty({ fault: "status", status: 500 });
    bill.cost += 140;
    return choice < 0.17 ? faulty({ fault: "cut" }) : answer(asked);
  });
  return { server, bill };
}

/** A step that stays and asks the shop, which fails now and then. */
async function aStayingDocument(t: TestContext, random: () => number) {
  const shop = await aServer(t, (_, response) => {
    setTimeout(() => response.writeHead(random() < 0.2 ? 500 : 200).end("In stock."), random() * 300);
  });
  const parameters = [{ name: "item", description: "The item" }];
  const tools = [
    { tool: "set_field", field: "address", description: "The address" },
    { tool: "call_request", step: "ask", description: "Asks the shop.", parameters },
  ];
  const ask = { type: "request", method: "GET", url: `${shop.origin}/stock/{{item}}` };
  return anAiDocument({ stay: { max_turns: 3, no_reply_seconds: 3600 }, tools }, { ask });
}

type Visitor = Awaited<ReturnType<typeof aVisitor>>;

/** Writes until `isOver`, each message until it is accepted. Some come while a model thinks about those before. */
async function talk(visitor: Visitor, random: () => number, isOver: () => boolean): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const words = `${visitor.psid.slice(-6)}.${number}`;
    const say = () =>
      visitor.say(words, `${visitor.psid}-${number}`).then(
        ({ ok, status }) => ok || assert.ok(status >= 500, `refused with ${status}`),
        () => false,
      );
    while (!(await say())) await sleep(50);
    await sleep(random() * 1500);
  }
}

/** Fails if words were answered twice, or got neither an answer nor an excuse. */
async function checkAnswers(db: Db, pageId: string) {
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
  return `${turns.length} messages, ${answers.length} answers, ${refused.length} excuses`;
}

test("a server killed at random moments answers all words once, and never spends more than its limit", async (t) => {
  const random = seededRandom(t);
  const { server: models, bill } = await aRandomModel(t, random);
  const none = { calls: null, tokens: null, cost: null };
  const model_limits = {
    ...{ customer_day: none, page_day: { ...none, cost: limit }, page_month: none, never_say: [] },
  };
  const db = await testDatabase(t);
  const { pageId } = await anAiPage({ db }, models.model, await aStayingDocument(t, random), { model_limits });
  const server = await aServerProcess(t, db.url, environment);
  await server.start();
  const visitors = await Promise.all(Array.from({ length: customers }, () => aVisitor(server.baseUrl, pageId)));

  let isStopped = false;
  const talking = Promise.all(visitors.map((visitor) => talk(visitor, random, () => isStopped)));
  for (let kill = 0; kill < kills; kill++) {
    await sleep(500 + random() * 1500);
    await server.kill();
    await server.start();
  }
  isStopped = true;
  await talking;
  await until(
    async () =>
      (await db.count(sql`select page_id from requests union all select page_id from mailbox
                                               where event ->> 'type' <> 'timer'`)) === 0,
  );

  const told = await checkAnswers(db, pageId);
  const stuck = await db.many(sql`
    select psid from customers where page_id = ${pageId} and state -> 'main' -> 'wait' ->> 'type' = 'request'`);
  assert.deepEqual(stuck, [], "runs wait for an answer that nobody will give");
  const [, , counted = 0] = ((await usageOf(db, pageId))[""] ?? "").split(" ").map(Number);
  assert.ok(counted <= limit, `${counted} counted`);
  assert.ok(counted >= bill.cost, `${counted} counted, ${bill.cost} on the bill`);
  assert.ok(bill.tools > 0 && bill.faults > 0);
  assert.deepEqual(models.refused, []);
  t.diagnostic(`${told}, ${JSON.stringify(bill)}, ${counted} counted`);
});
