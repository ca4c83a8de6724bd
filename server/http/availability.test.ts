import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { batchedLookups } from "../store/catalog/lookups.ts";
import { pageMemory } from "../store/catalog/page-memory.ts";
import { sql } from "../store/db/sql.ts";
import { connectTest, testApp, testDeps } from "../test/app.ts";
import { aPage, type TestPage } from "../test/builders.ts";
import { assertFailure, callerOf, pageUrl } from "../test/call.ts";
import { freshDatabase } from "../test/database/database.ts";
import { onServer } from "../test/database/template.ts";
import { openSocket, parseAnswer, readAnswer } from "../test/raw-http.ts";
import { buildApp } from "./app.ts";

/** A server that uses another database than the page's. */
async function appOn(t: Test, url: string) {
  const db = connectTest(url);
  const app = await buildApp({ ...(await testDeps(t)), db, lookups: batchedLookups(db, pageMemory(db)) });
  atEnd(t, () => db.close());
  atEnd(t, () => app.close());
  return app.listen({ host: "127.0.0.1", port: 0 });
}

const somebody: TestPage = { pageId: "web_1", token: `bt_${"A".repeat(43)}` };

async function assertUnavailable(baseUrl: string): Promise<void> {
  const call = callerOf(baseUrl, somebody);
  assertFailure(await call("/flows"), 503, "unavailable");
  assertFailure(await call("/flows", { headers: { origin: "https://shop.example" } }), 503, "unavailable");
  assertFailure(await call("/keywords/create", { method: "POST" }), 503, "unavailable");
  assert.equal((await fetch(`${baseUrl}/readyz`)).status, 503);
  assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
}

test("calls fail with 503 while the database server cannot be reached", async (t) => {
  await assertUnavailable(await appOn(t, "postgres://banter@127.0.0.1:1/banter"));
  await assertUnavailable(await appOn(t, "postgres://banter@localhost:1/banter"));
});

test("calls fail with 503 while the database does not exist", async (t) => {
  const url = await freshDatabase(t);
  await onServer(url.replace(/[^/]*$/, "postgres"), (server) =>
    server.query(`drop database ${new URL(url).pathname.slice(1)}`),
  );

  await assertUnavailable(await appOn(t, url));
});

test("a server that lost all its database connections recovers by itself", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const page = await aPage(deps);
  const call = callerOf(baseUrl, page);
  await Promise.all(Array.from({ length: 10 }, () => call("/flows")));

  await deps.db.count(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`);

  for (let status = 0; status !== 200; ) {
    ({ status } = await call("/keywords/create", { method: "POST" }));
    assert.ok(status === 200 || status === 503, `${status}`);
  }
});

test("a call that waits too long for a lock fails with 503 and changes nothing", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const page = await aPage(deps);
  const call = callerOf(baseUrl, page);

  await deps.db.transact(async (db) => {
    await db.count(sql`select from pages where id = ${page.pageId} for update`);
    assertFailure(await call("/keywords/create", { method: "POST" }), 503, "unavailable");
  });

  assert.equal((await call("/keywords")).text, '{"success":true,"data":[]}');
});

test("a stopping server does not wait for bodies of refused requests", async (t) => {
  const app = await buildApp(await testDeps(t));
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = await openSocket(baseUrl);
  socket.write("POST /nothing HTTP/1.1\r\nHost: x\r\ncontent-length: 100000\r\n\r\nabc");
  await once(socket, "data");

  await Promise.all([app.close(), once(socket, "close")]);
});

test("a stopping server finishes running requests, answers new ones with 503, and closes", async (t) => {
  const deps = await testDeps(t);
  const app = await buildApp(deps);
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const { pageId, token } = await aPage(deps);
  const root = pageUrl("", pageId);
  const head = `Host: x\r\naccess-token: ${token}\r\n`;
  const socket = await openSocket(baseUrl);
  const begun = once(app.server, "request");
  socket.write(
    `POST ${root}/keywords/create HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{`,
  );
  await begun;

  const closed = app.close();
  while (app.server.listening) await setImmediate();
  socket.write(`}GET ${root}/flows HTTP/1.1\r\n${head}\r\n`);

  const { bytes } = await readAnswer(socket);
  await closed;
  const second = bytes.lastIndexOf("HTTP/1.1");
  assert.match(bytes, /^HTTP\/1\.1 200 OK\r\n/);
  const answer = parseAnswer(bytes.slice(second));
  assertFailure(answer, 503, "unavailable");
  assert.equal(answer.headers.get("connection"), "close");
});
