import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import Fastify from "fastify";
import type { Deps } from "../../deps.ts";
import { liveHub } from "../../live/hub.ts";
import { nextIds } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { testApp, testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { openSocket } from "../../test/raw-http.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";
import { liveStreams, streamLimits } from "./streams.ts";

/** A server with nothing but streams, at `/<page>/<visitor>`, that counts the statements that read for them. */
async function aStreamServer(t: Test, limits: Partial<typeof streamLimits> = {}) {
  const deps = await testDeps(t);
  const reads = { all: 0, running: 0, maxRunning: 0 };
  const counted: Deps = { ...deps, db: { ...deps.db, many: (query) => countRead(reads, deps.db.many(query)) } };
  const hub = liveHub();
  const streams = liveStreams(counted, hub, { ...streamLimits, ...limits });
  const app = Fastify();
  app.addHook("preClose", async () => streams.endAll());
  app.setErrorHandler((error: { status: number; headers: object }, _, reply) =>
    reply.code(error.status).headers(error.headers).send("refused"),
  );
  app.get("/:pageId/:psid", async ({ params, query }, reply) => {
    const { after = 0 } = query as { after?: number };
    streams.stream(reply, params as { pageId: string; psid: string }, Number(after));
  });
  atEnd(t, () => app.close());
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  return { deps, hub, reads, baseUrl, connections, open: (path: string) => aReader(t, `${baseUrl}${path}`) };
}

async function countRead<Row>(
  reads: { all: number; running: number; maxRunning: number },
  read: Promise<Row>,
): Promise<Row> {
  reads.all++;
  reads.maxRunning = Math.max(reads.maxRunning, ++reads.running);
  return read.finally(() => reads.running--);
}

/** A client that records everything it receives. */
async function aReader(t: Test, url: string) {
  const abort = new AbortController();
  atEnd(t, () => abort.abort());
  const response = await fetch(url, { signal: abort.signal });
  const reader = { status: response.status, headers: response.headers, text: "", isEnded: false, abort };
  void (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) reader.text += chunk;
  })()
    .catch(() => undefined)
    .finally(() => {
      reader.isEnded = true;
    });
  return reader;
}

type Reader = Awaited<ReturnType<typeof aReader>>;

async function say(deps: Deps, pageId: string, psids: string[], text = "hello"): Promise<void> {
  const ids = await nextIds(deps.db, psids.length);
  const event = JSON.stringify({ type: "message", text });
  await deps.db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, id, psid, now(), ${event}::json
      from unnest(${ids}::bigint[], ${psids}::text[]) as said (id, psid)`);
}

// Streams poll with each heartbeat, too. Tests that count reads have none.
const noHeartbeat = { heartbeatMs: 3_600_000 };

const messagesIn = (text: string) => text.match(/^event: message$/gm)?.length ?? 0;

test("a visitor's streams share one read, even at different positions", async (t) => {
  const { deps, hub, reads, open } = await aStreamServer(t, noHeartbeat);
  const { pageId } = await aPage(deps);
  await say(deps, pageId, ["web_1", "web_1"]);
  const readers: Reader[] = [];
  for (const after of [0, 0, 0, 10 ** 12]) readers.push(await open(`/${pageId}/web_1?after=${after}`));
  await until(() => readers.slice(0, 3).every(({ text }) => messagesIn(text) === 2));
  const before = reads.all;

  await say(deps, pageId, ["web_1"]);
  for (let times = 0; times < 10; times++) hub.publish({ pageId, psid: "web_1", typingSeconds: 3 });
  await until(() => readers.every(({ text }) => text.includes("event: typing")));

  assert.deepEqual(
    readers.map(({ text }) => messagesIn(text)),
    [3, 3, 3, 0],
  );
  // One, and another for signals that came during it.
  assert.ok(reads.all - before <= 2, `${reads.all - before}`);
});

test("a visitor's sixth stream ends the oldest, which comes back much later", async (t) => {
  const { deps, hub, open } = await aStreamServer(t);
  const { pageId } = await aPage(deps);
  const readers: Reader[] = [];
  for (let count = 0; count < 6; count++) readers.push(await open(`/${pageId}/web_1`));

  await until(() => readers[0]?.isEnded === true);

  assert.match(readers[0]?.text ?? "", /retry: 60000\n\n$/);
  await say(deps, pageId, ["web_1"]);
  hub.publish({ pageId, psid: "web_1" });
  await until(() => readers.slice(1).every(({ text }) => messagesIn(text) === 1));
});

test("streams over a page's or the node's limit get 503, and ended streams make room", async (t) => {
  const { deps, open } = await aStreamServer(t, { perPage: 2, perNode: 3 });
  const pages = [await aPage(deps), await aPage(deps), await aPage(deps)].map(({ pageId }) => pageId);
  const first = await open(`/${pages[0]}/web_1`);
  await open(`/${pages[0]}/web_2`);
  const [tooManyOnPage, fits, tooMany] = [
    await open(`/${pages[0]}/web_3`),
    await open(`/${pages[1]}/web_1`),
    await open(`/${pages[2]}/web_1`),
  ];

  assert.deepEqual([tooManyOnPage.status, fits.status, tooMany.status], [503, 200, 503]);
  assert.equal(tooMany.headers.get("retry-after"), "10");
  first.abort.abort();
  await until(async () => (await open(`/${pages[0]}/web_3`)).status === 200);
});

test("many streams that poll at once share few statements, few of them at a time", async (t) => {
  const { deps, hub, reads, open } = await aStreamServer(t, noHeartbeat);
  const { pageId } = await aPage(deps);
  const psids = Array.from({ length: 300 }, (_, number) => `web_${number}`);
  await say(deps, pageId, psids);
  const readers = await Promise.all(psids.map((psid) => open(`/${pageId}/${psid}`)));
  await until(() => readers.every(({ text }) => messagesIn(text) === 1));
  const before = reads.all;

  await say(deps, pageId, psids);
  hub.publishAll();
  await until(() => readers.every(({ text }) => messagesIn(text) === 2));

  assert.equal(reads.all - before, 3);
  assert.ok(reads.maxRunning <= 2, `${reads.maxRunning} at a time`);
});

test("streams poll with each heartbeat", async (t) => {
  const { deps, open } = await aStreamServer(t, { heartbeatMs: 300 });
  const { pageId } = await aPage(deps);
  const reader = await open(`/${pageId}/web_1`);
  await until(() => /^:$/m.test(reader.text));

  await say(deps, pageId, ["web_1"]);

  await until(() => messagesIn(reader.text) === 1);
});

test("a stream survives an outage of the database", async (t) => {
  const { deps, reads, open } = await aStreamServer(t, { heartbeatMs: 300 });
  const { pageId } = await aPage(deps);
  await say(deps, pageId, ["web_1"]);
  let reader: Reader | undefined;

  await deps.db.transact(async (db) => {
    await db.count(sql`lock table turns in access exclusive mode`);
    reader = await open(`/${pageId}/web_1`);
    // The first has timed out when the second begins.
    await until(() => reads.all >= 2);
  });

  await until(() => messagesIn(reader?.text ?? "") === 1);
  assert.equal(reader?.isEnded, false);
});

test("streams of clients that left at once are removed", async (t) => {
  const { deps, hub, open } = await aStreamServer(t);
  const { pageId } = await aPage(deps);
  const readers = await Promise.all([..."12345678"].map((psid) => open(`/${pageId}/web_${psid}`)));
  assert.equal(hub.count(), 8);

  for (const { abort } of readers) abort.abort();

  await until(() => hub.count() === 0);
});

test("a client that reads too slowly is disconnected, and gets the rest when it comes back", async (t) => {
  const { deps, hub, baseUrl, connections, open } = await aStreamServer(t, noHeartbeat);
  const { pageId } = await aPage(deps);
  const slow = await openSocket(baseUrl);
  atEnd(t, () => slow.destroy());
  slow.pause().write(`GET /${pageId}/web_1 HTTP/1.1\r\nHost: x\r\n\r\n`);
  await until(() => hub.count() === 1);

  let said = 0;
  await until(async () => {
    // Less than the bound at a time: a client that reads gets all of it.
    await say(deps, pageId, Array(100).fill("web_1"), "x".repeat(2000));
    said += 100;
    hub.publish({ pageId, psid: "web_1" });
    return hub.count() === 0;
  });
  await until(async () => (await connections()) === 0);

  const reader = await open(`/${pageId}/web_1?after=0`);
  await until(() => reader.isEnded || messagesIn(reader.text) === said);
  assert.ok(messagesIn(reader.text) > 0);
});

test("a visitor who opens streams too fast gets 429", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const { pageId } = await aPage(deps);
  const ann = await aVisitor(baseUrl, pageId);
  const [token, other] = [ann.token, (await aVisitor(baseUrl, pageId)).token];
  const listen = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/events`, { headers });
    await body?.cancel();
    return status;
  };

  let status = 200;
  for (let tries = 0; tries < 100 && status === 200; tries++) status = await listen(token);

  assert.equal(status, 429);
  assert.equal(await listen(other), 200);
});

test("reading the profile too fast gets 429", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const pages = [await aPage(deps), await aPage(deps)].map(({ pageId }) => pageId);
  const look = async (pageId = "") => (await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/profile`)).status;

  const statuses = new Set<number>();
  for (let tries = 0; tries < 50 && !statuses.has(429); tries++)
    for (const status of await Promise.all(Array.from({ length: 50 }, () => look(pages[0])))) statuses.add(status);

  assert.deepEqual([...statuses].sort(), [200, 429]);
  assert.equal(await look(pages[1]), 200);
});
