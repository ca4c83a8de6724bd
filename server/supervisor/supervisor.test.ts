import assert from "node:assert/strict";
import { test } from "node:test";
import type { Db } from "../store/db/db.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aKeyword, aPage, aPostPage } from "../test/builders.ts";
import { callerOf } from "../test/call.ts";
import { startPlatform } from "../test/platform.ts";
import { openSocket, readAnswer } from "../test/raw-http.ts";
import { aSupervisedServer, isRunning, type ServingNode } from "../test/server-process.ts";
import { until } from "../test/until.ts";
import { aVisitor, type ChatMessage } from "../test/visitor.ts";

test("nodes behind one port share the calls, and answer for the metrics of all", async (t) => {
  const db = await testDatabase(t);
  const server = await aSupervisedServer(t, db.url, { NODES: "3" });
  assert.deepEqual(new Set(server.served().map(({ node }) => node)), new Set([1, 2, 3]));
  assert.equal(await db.count(sql`select from nodes`), 3);
  assert.equal(server.output().match(/Banter is running/g)?.length, 1);
  assert.equal(server.output().match(/^ {2}Login /gm)?.length, 1);

  for (let number = 0; number < 12; number++) {
    const socket = await openSocket(server.baseUrl);
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert.equal((await readAnswer(socket)).status, 200);
  }
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();

  const byNode = new Map(
    metrics
      .split("\n")
      .filter((line) => line.startsWith("banter_http_request_seconds_count{") && line.includes('route="/healthz"'))
      .map((line) => [/node="(\d)"/.exec(line)?.[1], Number(line.split(" ")[1])]),
  );
  assert.deepEqual([...byNode.keys()].sort(), ["1", "2", "3"]);
  assert.equal(
    [...byNode.values()].reduce((sum, count) => sum + count),
    12,
  );
  assert.match(metrics, /^banter_nodes_running 3$/m);
  assert.equal(metrics.match(/^# HELP process_cpu_seconds_total /gm)?.length, 1);

  server.signal("SIGTERM");
  assert.deepEqual(await server.ended(), [0, null]);
  assert.match(server.output(), /\nStopping\.\n/);
  assert.equal(await db.count(sql`select from nodes`), 0);
  for (const { nodePid } of server.served()) assert.equal(isRunning(nodePid), false);
});

test("another node takes the pages of one that is killed, and the killed one is started again", async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const page = await aPostPage({ db }, platform.origin);
  const server = await aSupervisedServer(t, db.url);
  const send = (number: number) =>
    callerOf(server.baseUrl, page)("/flows/send_content", { json: { psid: "tg_1", data: aText(`number ${number}`) } });
  for (let number = 0; number < 10; number++) assert.equal((await send(number)).status, 200);
  await until(async () => (await db.count(sql`select from messages where status = 'sent'`)) === 10);

  const dying = await findOwner(db, page.pageId, server.served());
  process.kill(dying.nodePid, "SIGKILL");
  // A connection to the killed process may be cut.
  await until(async () => {
    const answer = await send(10).catch(() => undefined);
    return answer?.status === 200;
  });
  await platform.waitFor(11);

  const [, , fresh] = await server.waitForServed(3);
  assert.equal(fresh?.node, dying.node);
  const rows = await db.many<{ id: string }>(sql`select id from nodes`);
  assert.deepEqual(
    new Set(rows.map(({ id }) => id)),
    new Set(server.served().flatMap(({ nodeId }) => (nodeId === dying.nodeId ? [] : nodeId))),
  );
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
  assert.match(metrics, new RegExp(`^banter_node_failures_total\\{node="${dying.node}",reason="ended"\\} 1$`, "m"));
});

test("a node that hangs is killed and started again", async (t) => {
  const db = await testDatabase(t);
  const server = await aSupervisedServer(t, db.url);
  const [hanging] = server.served();

  process.kill(hanging?.nodePid ?? assert.fail(), "SIGSTOP");
  const [, , fresh] = await server.waitForServed(3);

  assert.equal(fresh?.node, hanging?.node);
  assert.equal(isRunning(hanging?.nodePid ?? 0), false);
  assert.match(server.output(), /"msg":"node hung and was killed"/);
});

test("a node that cannot start is tried again, while the others serve", async (t) => {
  const db = await testDatabase(t);
  const server = await aSupervisedServer(t, db.url);
  const [first] = server.served();
  await refuseNodes(db);

  process.kill(first?.nodePid ?? assert.fail(), "SIGKILL");
  await until(() => (server.output().match(/"msg":"node ended"/g)?.length ?? 0) >= 3);
  assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200);
  await db.count(sql`drop trigger refuse on nodes`);

  const [, , fresh] = await server.waitForServed(3);
  assert.equal(fresh?.node, first?.node);
});

test("on SIGHUP the nodes stay if a new one does not start", async (t) => {
  const db = await testDatabase(t);
  const server = await aSupervisedServer(t, db.url);
  await refuseNodes(db);

  server.signal("SIGHUP");
  await server.says("new node did not start, the old ones stay");

  for (const { nodePid } of server.served()) assert.ok(isRunning(nodePid));
  assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200);
});

test("nodes end with their supervisor, and the next start takes over at once", async (t) => {
  const db = await testDatabase(t);
  const server = await aSupervisedServer(t, db.url);
  const before = server.served();

  await server.kill();
  await until(() => before.every(({ nodePid }) => !isRunning(nodePid)));
  await server.start();

  assert.equal(await db.count(sql`select from nodes`), 2);
});

test("event streams on all nodes get the messages of a page that one of them runs", async (t) => {
  const db = await testDatabase(t);
  const document = {
    version: 1,
    start: "hi",
    steps: { hi: { type: "message", content: { messages: [{ type: "text", text: "Hi" }] } } },
  };
  const { pageId } = await aPage(
    { db },
    { flows: [{ name: "Hello", published: true, document }], keywords: [aKeyword("hello", "Hello")] },
  );
  const server = await aSupervisedServer(t, db.url);
  const visitors = [];
  for (let number = 0; number < 6; number++) visitors.push(await aVisitor(server.baseUrl, pageId));
  const hearing = visitors.map((visitor) => visitor.hear((heard) => heard.some(isFromPage)));

  for (const visitor of visitors) assert.ok((await visitor.say("hello")).ok);

  for (const heard of await Promise.all(hearing))
    assert.deepEqual(
      heard.map(({ text }) => text),
      ["hello", "Hi"],
    );
});

test("a port in use and settings that cannot hold are reported, and nothing is left running", async (t) => {
  const db = await testDatabase(t);
  const holder = await aSupervisedServer(t, db.url);
  const { port } = new URL(holder.baseUrl);
  const started = await Promise.allSettled([
    aSupervisedServer(t, db.url, { PORT: port }),
    aSupervisedServer(t, db.url, { DATABASE_CONNECTIONS: "20" }),
  ]);

  const [taken, few] = started.map((each) => (each.status === "rejected" ? String(each.reason) : ""));
  assert.match(taken ?? "", new RegExp(`Port ${port} is taken\\. Set PORT to another one\\.\\n`));
  assert.match(few ?? "", /There are too few database connections: 3 nodes need 21, but may have 20\./);
  assert.equal(await db.count(sql`select from nodes`), 2);
});

const isFromPage = ({ from }: ChatMessage) => from === "page";

const aText = (text: string) => ({ version: "v2", content: { messages: [{ type: "text", text }] } });

/** No node can register from now on. */
async function refuseNodes(db: Db): Promise<void> {
  await db.count(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
  await db.count(sql`create trigger refuse before insert on nodes for each row execute function refuse()`);
}

async function findOwner(db: Db, pageId: string, nodes: ServingNode[]): Promise<ServingNode> {
  const { nodeId } = await db.get<{ nodeId: string }>(sql`select node_id from page_leases where page_id = ${pageId}`);
  return nodes.find((node) => node.nodeId === nodeId) ?? assert.fail("no node runs the page");
}
