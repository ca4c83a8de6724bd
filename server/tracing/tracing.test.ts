import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { readConfig } from "../config/config.ts";
import type { Database } from "../store/db/db.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aFlow, aKeyword, aPage, aPostPage, type TestPage } from "../test/builders.ts";
import { aServer } from "../test/loopback-server.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { accepted, postWebhook, withPostChannel } from "../test/post-page.ts";
import { until } from "../test/until.ts";
import { aVisitor } from "../test/visitor.ts";

const hello = { flows: [aFlow("Hello", "Welcome")], keywords: [aKeyword("hello", "Hello")] };

test("one trace leads from a webhook over the turn to the delivery", async (t) => {
  const { collector, page, baseUrl } = await aTracedNode(t);

  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "1", from: "tg_7", text: "hello" }]));

  const [webhook, turn, delivery] = await collector.waitFor("POST /webhooks/:page_id", "turn", "deliver");
  assert.deepEqual([turn.traceId, delivery.traceId], [webhook.traceId, webhook.traceId]);
  assert.deepEqual(
    [webhook.parentSpanId, turn.parentSpanId, delivery.parentSpanId],
    [undefined, webhook.spanId, turn.spanId],
  );
  assert.equal(webhook.attributes["http.response.status_code"], 200);
  assert.deepEqual(turn.attributes, {
    "banter.page_id": page.pageId,
    "banter.channel": "telegram",
    "banter.event": "message",
    "banter.outcome": "started",
  });
  assert.equal(delivery.attributes["banter.result"], "taken");
  assert.ok(!collector.bodies().some((body) => /hello|Welcome|tg_7/.test(body)), "a span holds what was said");
});

test("the trace goes on after a restart, in the mailbox and in the queue", async (t) => {
  const { collector, page, baseUrl, db, platform, node, restart } = await aTracedNode(t);
  platform.answer = () => ({ status: 500 });
  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "1", from: "tg_7", text: "hello" }]));
  const [webhook, failed] = await collector.waitFor("POST /webhooks/:page_id", "deliver");
  // The mailbox keeps the place of an event that no node has handled.
  await node.stop();
  const place = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  await db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    values (${page.pageId}, 'tg_8', now(), ${`{"type":"message","text":"hello","traceparent":"${place}"}`}::json)`);
  platform.answer = () => ({});

  await restart();

  await until(() => collector.spans().filter(({ name }) => name === "deliver").length === 3);
  const deliveries = collector.spans().filter(({ name }) => name === "deliver");
  const results = Object.groupBy(deliveries, ({ traceId }) => traceId);
  assert.equal(failed.attributes["banter.result"], "platform_error");
  assert.deepEqual(
    results[webhook.traceId]?.map(({ attributes }) => attributes["banter.result"]),
    ["platform_error", "taken"],
  );
  assert.equal(results["a".repeat(32)]?.length, 1);
});

test("a program's call belongs to the trace that it names", async (t) => {
  const { collector, page, baseUrl } = await aTracedNode(t);

  const answer = await fetch(`${baseUrl}/api/public_api/v1/pages/${page.pageId}/flows`, {
    headers: { "access-token": page.token, traceparent: `00-${"c".repeat(32)}-${"d".repeat(16)}-01` },
  });

  assert.equal(answer.status, 200);
  await until(() => collector.spans().length > 0);
  const [span] = collector.spans();
  assert.deepEqual([span?.traceId, span?.parentSpanId], ["c".repeat(32), "d".repeat(16)]);
});

test("a collector that never answers does not delay the server, nor its end", async (t) => {
  const { origin } = await aServer(t, () => undefined);
  const tracing = { url: `${origin}/v1/traces`, headers: {}, serviceName: "banter", ratio: 1 };
  const node = await testNode(t, { tracing });
  const { pageId } = await aPage(node.deps, hello);
  const visitor = await aVisitor(node.baseUrl, pageId);

  await visitor.say("hello");
  await visitor.hear((messages) => messages.some(({ text }) => text === "Welcome"));

  await node.stop();
});

test("without a collector, nothing is traced", async (t) => {
  const { deps, baseUrl } = await testNode(t);
  assert.equal(deps.tracing, undefined);
  assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
});

test("the settings are those of OpenTelemetry", () => {
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20eHg=,x-tenant=shop",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  });

  assert.deepEqual(tracing, {
    url: "http://127.0.0.1:4318/v1/traces",
    headers: { authorization: "Basic eHg=", "x-tenant": "shop" },
    serviceName: "banter",
    ratio: 0.1,
  });
  assert.throws(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: "2" }), /OTEL_TRACES_SAMPLER_ARG: must be a number/);
});

async function aTracedNode(t: Test) {
  const collector = await startCollector(t);
  const platform = await startPlatform(t);
  const db: Database = await testDatabase(t);
  const page: TestPage = await aPostPage({ db }, platform.origin, hello);
  const tracing = { url: `${collector.origin}/v1/traces`, headers: {}, serviceName: "banter", ratio: 1 };
  const start = () => testNode(t, { ...withPostChannel(), tracing }, db);
  const node = await start();
  return { collector, platform, db, page, node, baseUrl: node.baseUrl, restart: start };
}

type ReceivedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
};

/** A stand-in for a collector that takes spans as JSON over HTTP. */
async function startCollector(t: Test) {
  const { origin, seen } = await aServer(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const spans = () => seen.flatMap(({ body }) => spansIn(JSON.parse(body)));
  return {
    origin,
    spans,
    bodies: () => seen.map(({ body }) => body),
    /** The first span of each name. */
    async waitFor(...names: string[]): Promise<ReceivedSpan[] & { 0: ReceivedSpan; 1: ReceivedSpan; 2: ReceivedSpan }> {
      const find = (name: string) => spans().find((span) => span.name === name);
      await until(() => names.every(find));
      return names.map(find) as never;
    },
  };
}

type Value = { stringValue?: string; intValue?: number };
type Export = {
  resourceSpans: {
    scopeSpans: { spans: (Omit<ReceivedSpan, "attributes"> & { attributes: { key: string; value: Value }[] })[] }[];
  }[];
};

function spansIn({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, ...span }) => ({
        ...span,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
      })),
    ),
  );
}
