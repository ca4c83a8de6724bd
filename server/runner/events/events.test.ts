import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, test } from "node:test";
import type { EventType } from "@banter/core/events/event-type.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "../../test/builders.ts";
import { aServer, aSlowServer, type Seen } from "../../test/loopback-server.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../test/people.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";
import { waitAfter } from "./event-sender.ts";

const { baseUrl, deps } = await testNode({ after }, { channels, allowPrivateHosts: ["127.0.0.1"] });
const { db } = deps;

async function aShop(url: string, types: EventType[]) {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  await applyPageFile(deps, pageId, aPageFile({ flows: [aFlow("Hello")], keywords: [aKeyword("hi", "Hello")] }), {
    prune: true,
  });
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId };
  const { endpoint, secret } = await api("POST /pages/:page_id/event_endpoints", {
    params,
    body: { name: "Till", url, types },
  });
  const at = { page_id: pageId, endpoint_id: endpoint.id };
  const deliveries = async () =>
    (await api("GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries", { params: at })).deliveries;
  const endpointNow = async () =>
    (await api("GET /pages/:page_id/event_endpoints", { params })).endpoints[0] ?? assert.fail();
  return { pageId, owner, api, params, at, secret, deliveries, endpointNow };
}

/** The attempts that are followed by another one. */
const lastRetry = 10;

/** The waits between attempts are over. */
const hurry = (pageId: string) =>
  db.count(sql`update event_deliveries set due_at = now() where page_id = ${pageId} and due_at is not null`);

const bodyOf = ({ body }: Seen) => JSON.parse(body);
const idOf = ({ headers }: Seen) => String(headers["webhook-id"]);

/** As a receiver checks it, by the specification of Standard Webhooks. */
function isSignedWith(secret: string, { headers, body }: Seen): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}

const takesAll = (t: Test) => aServer(t, (_, response) => response.writeHead(204).end());

test("a conversation becomes signed events, each of a chosen type, with what they are about", async (t) => {
  const program = await takesAll(t);
  const shop = await aShop(program.origin, [
    ...(["customer.created", "message.received", "message.sent", "message.seen"] as const),
    ...(["flow.started", "flow.finished", "tag.added", "field.changed"] as const),
  ]);
  const { api, params } = shop;
  const tag = await api("POST /pages/:page_id/tags", { params, body: { name: "VIP" } });
  const visitor = await aVisitor(baseUrl, shop.pageId);
  await visitor.say("hi");
  const [answer = assert.fail()] = await visitor.hear((all) => all.some(({ from }) => from === "page"));
  const sent = (await visitor.hear((all) => all.some(({ from }) => from === "page"))).find(
    ({ from }) => from === "page",
  );
  await visitor.post("/receipts", { seen_through: sent?.id ?? answer.id });
  await api("PATCH /pages/:page_id/customers/:psid", {
    params: { ...params, psid: visitor.psid },
    body: { first_name: "Ann", add_tags: [tag.id] },
  });
  const typesSeen = () => [...new Set(program.seen.map((seen) => bodyOf(seen).type))].sort();
  await until(() => typesSeen().length === 8);

  assert.ok(program.seen.every((seen) => isSignedWith(shop.secret, seen)));
  assert.ok(
    program.seen.every(({ headers }) => Math.abs(Number(headers["webhook-timestamp"]) * 1000 - Date.now()) < 300_000),
  );
  const events = new Map(program.seen.map((seen) => [bodyOf(seen).type, bodyOf(seen).data]));
  assert.equal(new Set(program.seen.map(idOf)).size, program.seen.length);
  assert.equal(events.get("message.received").message.input.text, "hi");
  assert.equal(events.get("message.sent").message.content.text, "Hello");
  assert.equal(events.get("flow.started").flow.name, "Hello");
  assert.deepEqual(events.get("tag.added").tag, { id: tag.id, name: "VIP" });
  assert.deepEqual(
    [events.get("field.changed").field, events.get("field.changed").value, events.get("field.changed").before],
    ["first_name", "Ann", null],
  );
  assert.equal(events.get("tag.added").customer.first_name, "Ann");
  assert.ok([...events.values()].every(({ psid, page_id }) => psid === visitor.psid && page_id === shop.pageId));
  await until(async () => (await shop.deliveries()).every(({ state }) => state === "done"));
});

test("a page without endpoints stores no events", async () => {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const { say } = await aVisitor(baseUrl, pageId);
  await say("hi");
  await until(async () => (await db.count(sql`select from turns where page_id = ${pageId}`)) > 0);

  assert.equal(await db.count(sql`select from event_deliveries where page_id = ${pageId}`), 0);
});

test("an event that is refused comes again with the same id, and the reason is shown meanwhile", async (t) => {
  let status = 500;
  const program = await aServer(t, (_, response) => response.writeHead(status).end());
  const shop = await aShop(program.origin, ["message.received"]);
  await (await aVisitor(baseUrl, shop.pageId)).say("hi");
  await until(async () => (await shop.endpointNow()).failure === "status 500");
  const [waiting = assert.fail()] = await shop.deliveries();
  assert.deepEqual([waiting.state, waiting.attempts, waiting.answer], ["waiting", 1, "status 500"]);

  status = 200;
  await hurry(shop.pageId);
  await until(async () => (await shop.deliveries()).every(({ state }) => state === "done"));
  await until(async () => (await shop.endpointNow()).failure === null);

  assert.deepEqual(program.seen.map(idOf), [waiting.id, waiting.id]);
});

test("the waits between attempts are three days in all", () => {
  const waits = Array.from({ length: 20 }, (_, index) => waitAfter(index + 1));
  const days = waits.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0) / 86_400;

  assert.ok(days > 2.8 && days < 3.4, `${days} days`);
  assert.equal(waits.filter((wait) => wait !== null).length, lastRetry);
});

test("an event that has failed for three days is given up, and can be sent again", async (t) => {
  let status = 503;
  const program = await aServer(t, (_, response) => response.writeHead(status).end());
  const shop = await aShop(program.origin, ["message.received"]);
  await (await aVisitor(baseUrl, shop.pageId)).say("hi");
  const stateNow = async () => (await shop.deliveries())[0]?.state;
  await until(async () => (await shop.deliveries())[0]?.answer === "status 503");
  await db.count(sql`update event_deliveries set attempts = ${lastRetry} where page_id = ${shop.pageId}`);
  await hurry(shop.pageId);
  await until(async () => (await stateNow()) === "failed");

  status = 200;
  const { replayed } = await shop.api("POST /pages/:page_id/event_endpoints/:endpoint_id/replay", { params: shop.at });
  assert.equal(replayed, 1);
  await until(async () => (await stateNow()) === "done");
  assert.equal(new Set(program.seen.map(idOf)).size, 1);

  const [{ id } = assert.fail()] = await shop.deliveries();
  const before = program.seen.length;
  await shop.api("POST /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id/replay", {
    params: { ...shop.at, event_id: id },
  });
  await until(() => program.seen.length > before);
  assert.equal(program.seen.at(-1) && idOf(program.seen.at(-1) as Seen), id);
});

test("a receiver that stalls has ten attempts at most, and holds up nobody else", async (t) => {
  const silent = await aSlowServer(t);
  const slow = await aShop(silent.origin, ["message.received"]);
  const visitor = await aVisitor(baseUrl, slow.pageId);
  await visitor.say("hi");
  await until(() => silent.open.size === 1);
  await db.count(sql`
    insert into event_deliveries (page_id, endpoint_id, event, type, psid, about, data, at, due_at)
    select page_id, endpoint_id, event || 'x' || number, type, psid, about, data, at, now()
      from event_deliveries, generate_series(1, 100) as number
     where page_id = ${slow.pageId}`);
  await until(() => silent.open.size >= 10);

  const program = await takesAll(t);
  const other = await aShop(program.origin, ["message.received"]);
  await (await aVisitor(baseUrl, other.pageId)).say("hi");
  await until(() => program.seen.length === 1);

  assert.ok(silent.most() <= 10, `${silent.most()} attempts at a time`);
  await until(async () => (await slow.endpointNow()).failure === "timeout");
  await db.count(sql`delete from event_deliveries where page_id = ${slow.pageId}`);
  for (const response of silent.open.keys()) response.end();
});

test("a redirect is not followed", async (t) => {
  const elsewhere = await takesAll(t);
  const program = await aServer(t, (_, response) =>
    response.writeHead(307, { location: `${elsewhere.origin}/events` }).end(),
  );
  const shop = await aShop(program.origin, ["message.received"]);
  await (await aVisitor(baseUrl, shop.pageId)).say("hi");

  await until(async () => (await shop.endpointNow()).failure === "status 307");

  assert.equal(elsewhere.seen.length, 0);
});

test("a receiver that answers 410 is turned off, and the team is told", async (t) => {
  let status = 410;
  const program = await aServer(t, (_, response) => response.writeHead(status).end());
  const shop = await aShop(program.origin, ["message.received"]);
  const visitor = await aVisitor(baseUrl, shop.pageId);
  await visitor.say("one");
  await until(async () => !(await shop.endpointNow()).is_on);

  const stopped = await shop.endpointNow();
  assert.deepEqual([stopped.stopped_because, stopped.waiting, stopped.failed], ["gone", 0, 1]);
  const { notifications } = await shop.api("GET /notifications");
  assert.deepEqual(
    notifications.map(({ kind, text }) => [kind, text]),
    [["events_stopped", "Till"]],
  );
  await visitor.say("two");
  await until(async () => (await db.count(sql`select from turns where page_id = ${shop.pageId}`)) >= 2);
  assert.equal((await shop.deliveries()).length, 1);

  status = 200;
  await shop.api("PATCH /pages/:page_id/event_endpoints/:endpoint_id", { params: shop.at, body: { is_on: true } });
  await visitor.say("three");
  await until(async () => (await shop.deliveries()).some(({ state }) => state === "done"));
  const started = await shop.endpointNow();
  assert.deepEqual([started.stopped_because, started.failing_since, started.failure], [null, null, null]);
});

test("an endpoint that has failed for three days is turned off, and the team is told once", async (t) => {
  const program = await aServer(t, (_, response) => response.writeHead(500).end());
  const shop = await aShop(program.origin, ["message.received"]);
  const visitor = await aVisitor(baseUrl, shop.pageId);
  await visitor.say("one");
  await until(async () => (await shop.endpointNow()).failing_since !== null);
  await visitor.say("two");
  await until(async () => (await shop.deliveries()).length === 2);

  await db.count(sql`
    update event_endpoints set failing_since = now() - interval '73 hours' where page_id = ${shop.pageId}`);
  await hurry(shop.pageId);
  await until(async () => !(await shop.endpointNow()).is_on);

  assert.equal((await shop.endpointNow()).stopped_because, "failing");
  const { notifications } = await shop.api("GET /notifications");
  assert.deepEqual(
    notifications.map(({ kind }) => kind),
    ["events_stopped"],
  );
  await until(async () => (await shop.deliveries()).every(({ state }) => state === "failed"));
});

test("a test that fails does not count as a failure of the endpoint", async (t) => {
  const program = await aServer(t, (_, response) => response.writeHead(500).end());
  const shop = await aShop(program.origin, ["message.received"]);
  await shop.api("POST /pages/:page_id/event_endpoints/:endpoint_id/test", { params: shop.at });
  await until(async () => (await shop.deliveries())[0]?.state === "failed");

  const { failing_since, failure } = await shop.endpointNow();
  assert.deepEqual([failing_since, failure], [null, null]);
});

test("a replaced secret signs beside the new one", async (t) => {
  const program = await takesAll(t);
  const shop = await aShop(program.origin, ["message.received"]);
  const { secret } = await shop.api("POST /pages/:page_id/event_endpoints/:endpoint_id/secret", { params: shop.at });
  await shop.api("POST /pages/:page_id/event_endpoints/:endpoint_id/test", { params: shop.at });
  await until(() => program.seen.length === 1);

  const [seen = assert.fail()] = program.seen;
  assert.equal(bodyOf(seen).type, "test");
  assert.ok(isSignedWith(secret, seen) && isSignedWith(shop.secret, seen));
  assert.notEqual((await shop.endpointNow()).old_secret_until, null);
  const stored = await db.get<{ text: string }>(sql`
    select target::text as text from event_endpoints where page_id = ${shop.pageId}`);
  assert.ok(!stored.text.includes(secret) && !stored.text.includes(program.origin));
});

test("a private address gets nothing unless the operator allows it", async (t) => {
  const guarded = await testNode(t, {});
  const program = await takesAll(t);
  const owner = await aMember(guarded.deps);
  const page_id = await aPageOf(guarded.deps, owner);
  const { api } = await signedIn(guarded.baseUrl, owner);
  const { endpoint } = await api("POST /pages/:page_id/event_endpoints", {
    params: { page_id },
    body: { name: "Inside", url: `${program.origin}/events`, types: ["message.received"] },
  });
  const params = { page_id, endpoint_id: endpoint.id };
  await api("POST /pages/:page_id/event_endpoints/:endpoint_id/test", { params });

  const deliveries = async () =>
    (await api("GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries", { params })).deliveries;
  await until(async () => (await deliveries())[0]?.state === "failed");

  assert.deepEqual(
    (await deliveries()).map(({ state, answer }) => [state, answer]),
    [["failed", "blocked_address"]],
  );
  assert.equal(program.seen.length, 0);
});

test("erasing a customer takes their events too", async (t) => {
  const program = await aServer(t, (_, response) => response.writeHead(500).end());
  const shop = await aShop(program.origin, ["customer.created", "message.received"]);
  const visitor = await aVisitor(baseUrl, shop.pageId);
  await visitor.say("hi");
  await until(async () => (await shop.deliveries()).length === 2);

  await shop.api("DELETE /pages/:page_id/customers/:psid", { params: { ...shop.params, psid: visitor.psid } });

  await until(async () => (await shop.deliveries()).length === 0);
});

test("those who do not build see the host of an address only, and cannot change it", async (t) => {
  const program = await takesAll(t);
  const shop = await aShop(`${program.origin}/very/secret/path`, ["message.received"]);
  const viewer = await aMember(deps, { role: "viewer", workspaceId: shop.owner.workspaceId });
  const { api } = await signedIn(baseUrl, viewer);

  const { endpoints } = await api("GET /pages/:page_id/event_endpoints", { params: shop.params });

  assert.ok(endpoints[0]?.url?.startsWith(program.origin) && !endpoints[0].url.includes("secret"));
});
