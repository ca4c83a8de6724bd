import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@banter/core/test/at-end.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aPage, aPostPage } from "../test/builders.ts";
import { callerOf } from "../test/call.ts";
import { startPlatform } from "../test/platform.ts";
import { openSocket, readAnswer } from "../test/raw-http.ts";
import { aServerProcess } from "../test/server-process.ts";
import { aVisitor } from "../test/visitor.ts";

test("after SIGTERM a server is not ready, still serves, finishes its work and exits with 0", async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const page = await aPostPage({ db }, platform.origin);
  const server = await aServerProcess(t, db.url, { SHUTDOWN_GRACE_MS: "8000" });
  await server.start();
  assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200);

  server.signal("SIGTERM");
  await server.says("Stopping.");
  const ready = await fetch(`${server.baseUrl}/readyz`);
  const socket = await openSocket(server.baseUrl);
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  const alive = await readAnswer(socket);
  const data = { version: "v2", content: { messages: [{ type: "text", text: "Still here" }] } };
  const sent = await callerOf(server.baseUrl, page)("/flows/send_content", { json: { psid: "tg_1", data } });

  assert.deepEqual([ready.status, ready.headers.get("connection")], [503, "close"]);
  assert.deepEqual([alive.status, alive.headers.get("connection")], [200, "close"]);
  assert.equal(sent.status, 200);
  const [message] = await platform.waitFor(1);
  assert.equal(message?.to, "tg_1");
  assert.deepEqual(await server.ended(), [0, null]);
  assert.equal(await db.count(sql`select from messages where status = 'sent'`), 1);
  assert.equal(await db.count(sql`select from nodes`), 0);
});

test("two signals at the same time count as one, and a later one exits at once", async (t) => {
  const db = await testDatabase(t);
  const server = await aServerProcess(t, db.url, { SHUTDOWN_GRACE_MS: "20000" });
  await server.start();

  server.signal("SIGTERM");
  server.signal("SIGTERM");
  await server.says("Stopping.");
  assert.equal((await fetch(`${server.baseUrl}/healthz`)).status, 200);
  await sleep(400);
  server.signal("SIGTERM");

  assert.deepEqual(await server.ended(), [1, null]);
});

test("SIGINT has no grace period, and open streams do not delay the shutdown", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  const server = await aServerProcess(t, db.url, { SHUTDOWN_GRACE_MS: "20000" });
  await server.start();
  const visitor = await aVisitor(server.baseUrl, pageId);
  const opened = Promise.withResolvers<void>();
  const stream = visitor.hear(() => {
    opened.resolve();
    return false;
  });
  await opened.promise;
  let hasWaited = false;
  const wait = setTimeout(() => {
    hasWaited = true;
  }, 19_000);
  atEnd(t, () => clearTimeout(wait));

  server.signal("SIGINT");

  assert.deepEqual(await server.ended(), [0, null]);
  assert.deepEqual(await stream, []);
  assert.equal(hasWaited, false);
});
