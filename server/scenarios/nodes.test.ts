import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../store/db/db.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aKeyword, aPage, aPostPage, type TestPage } from "../test/builders.ts";
import { startPlatform } from "../test/platform.ts";
import { aDataDir, aServerProcess } from "../test/server-process.ts";
import { until } from "../test/until.ts";
import { aVisitor, type ChatMessage } from "../test/visitor.ts";

const hello = aKeyword("hello", "Hello");

test("of two nodes both accept, one runs the page, and the other takes over when it dies", async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const page = await aPostPage({ db }, platform.origin);
  const nodes = [await aServerProcess(t, db.url), await aServerProcess(t, db.url)] as const;
  for (const node of nodes) await node.start();

  for (let number = 0; number < 20; number++) await send(nodes[number % 2]?.baseUrl ?? "", page, `number ${number}`);
  await platform.waitFor(20);
  // Only calls in flight at the kill may be repeated; here there are none.
  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 20);
  const owner = await ownerOf(db, page.pageId);
  const [dying, living] = owner === nodes[0].baseUrl ? nodes : [nodes[1], nodes[0]];
  await dying.kill();
  const killedAt = performance.now();
  for (let number = 20; number < 30; number++) await send(living.baseUrl, page, `number ${number}`);
  await platform.waitFor(30);
  t.diagnostic(`taken over in ${Math.round(performance.now() - killedAt)} ms`);

  const texts = platform.received.map(({ message }) => ("text" in message ? message.text : ""));
  assert.deepEqual(
    texts,
    Array.from({ length: 30 }, (_, number) => `number ${number}`),
  );
  assert.equal(await ownerOf(db, page.pageId), living.baseUrl);
});

test("a server that is restarted after a kill does not wait for its old lease", async (t) => {
  const db = await testDatabase(t);
  const dataDir = aDataDir(t);
  const [one, other] = [
    await aServerProcess(t, db.url, { DATA_DIR: dataDir }),
    await aServerProcess(t, db.url, { DATA_DIR: dataDir }),
  ];
  await one.start();
  await other.start();
  const nodes = () => db.many<{ id: string; baseUrl: string }>(sql`select id, base_url from nodes order by started_at`);
  const [first, second] = await nodes();
  assert.deepEqual([first?.baseUrl, second?.baseUrl], [one.baseUrl, other.baseUrl]);

  await one.kill();
  await one.start();

  // The row of the killed node is gone; the row of the living node in the same folder is not.
  const [kept, fresh, ...others] = await nodes();
  assert.deepEqual([kept, fresh?.baseUrl, others], [second, one.baseUrl, []]);
  assert.notEqual(fresh?.id, first?.id);
});

test("a delay survives kill -9 and a restart, and fires once", async (t) => {
  const db = await testDatabase(t);
  const document = {
    version: 1,
    start: "wait",
    steps: {
      wait: { type: "delay", seconds: 2, next: "done" },
      done: { type: "message", content: { messages: [{ type: "text", text: "Two seconds later" }] }, next: null },
    },
  };
  const { pageId } = await aPage({ db }, { flows: [{ name: "Hello", published: true, document }], keywords: [hello] });
  const server = await aServerProcess(t, db.url);
  await server.start();
  const visitor = await aVisitor(server.baseUrl, pageId);
  await visitor.say("hello");
  await until(async () => (await db.count(sql`select from turns`)) === 1);

  await server.kill();
  await sleep(2500);
  await server.start();

  const messages = await visitor.hear((heard) => heard.some(isFromPage));
  assert.deepEqual(
    messages.filter(isFromPage).map(({ text }) => text),
    ["Two seconds later"],
  );
  await until(async () => (await db.count(sql`select from mailbox`)) === 0);
  assert.equal(await db.count(sql`select from messages`), 1);
});

test("an event stream on one node gets messages of a page that another node runs", async (t) => {
  const db = await testDatabase(t);
  const document = {
    version: 1,
    start: "hi",
    steps: { hi: { type: "message", content: { messages: [{ type: "text", text: "Hi" }] } } },
  };
  const { pageId } = await aPage({ db }, { flows: [{ name: "Hello", published: true, document }], keywords: [hello] });
  const [one, other] = [await aServerProcess(t, db.url), await aServerProcess(t, db.url)];
  await one.start();
  await other.start();
  const ann = await aVisitor(one.baseUrl, pageId);
  await ann.say("hello");
  await ann.hear((heard) => heard.some(isFromPage));

  const bob = await aVisitor(other.baseUrl, pageId);
  const heard = bob.hear((messages) => messages.some(isFromPage));
  await bob.say("hello");

  assert.deepEqual(
    (await heard).map(({ text }) => text),
    ["hello", "Hi"],
  );
});

const isFromPage = ({ from }: ChatMessage) => from === "page";

async function ownerOf(db: Db, pageId: string): Promise<string | undefined> {
  const row = await db.find<{ baseUrl: string }>(sql`
    select base_url from page_leases join nodes on nodes.id = node_id where page_id = ${pageId}`);
  return row?.baseUrl;
}

async function send(baseUrl: string, { pageId, token }: TestPage, text: string): Promise<void> {
  const data = { version: "v2", content: { messages: [{ type: "text", text }] } };
  const answer = await fetch(`${baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
    method: "POST",
    headers: { "content-type": "application/json", "access-token": token },
    body: JSON.stringify({ psid: "tg_1", data }),
  });
  assert.equal(answer.status, 200);
}
