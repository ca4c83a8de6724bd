import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { z } from "zod";
import { chooseWinner } from "../../../../domain/audience/report.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { findBroadcast } from "../../../../store/audience/broadcasts.ts";
import { sql } from "../../../../store/db/sql.ts";
import { aFlow } from "../../../../test/builders.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { isDigested } from "../../../../test/database/digested.ts";
import { testNode } from "../../../../test/node.ts";
import { idsByName } from "../../../../test/page-state.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });
const { db } = deps;
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

type Spec = z.input<typeof BroadcastSpec>;

const saying = (text: string) => ({
  type: "content" as const,
  content: { messages: [{ type: "text" as const, text }] },
});

/** A page whose rules do not depend on the time of the day. */
async function aShop(customers: { psid: string; tags?: number[] }[] = []) {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  await api("PUT /pages/:page_id/audience", { params, body: { ...defaultAudience, quiet_hours: null } });
  await someCustomers(deps, page_id, customers);
  const make = (spec: Partial<Spec> = {}) =>
    api("POST /pages/:page_id/broadcasts", {
      params,
      body: { name: "News", spec: { audience: { type: "all" }, variants: [saying("New in!")], ...spec } },
    });
  const inOne = (broadcast_id: number) => ({ params: { page_id, broadcast_id } });
  const get = (id: number) => api("GET /pages/:page_id/broadcasts/:broadcast_id", inOne(id));
  const send = (id: number) => api("POST /pages/:page_id/broadcasts/:broadcast_id/send", inOne(id));
  const whenDone = async (id: number) => {
    await until(async () => ["done", "failed"].includes((await get(id)).state));
    await until(() => isHandled(page_id));
    return get(id);
  };
  const report = async (id: number) =>
    (await api("GET /pages/:page_id/broadcasts/:broadcast_id/report", inOne(id))).variants;
  const forecast = (spec: Partial<Spec> = {}) =>
    api("POST /pages/:page_id/broadcasts/forecast", {
      params,
      body: { spec: { audience: { type: "all" }, variants: [saying("New in!")], ...spec } },
    });
  return { page_id, params, make, get, send, whenDone, report, forecast, inOne };
}

async function isHandled(pageId: string): Promise<boolean> {
  const mail = await db.count(sql`select from mailbox where page_id = ${pageId} and due_at <= now()`);
  return mail === 0 && (await isDigested(db, pageId));
}

const psidsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ psid: `web_${1001 + index}` }));

const gotten = (pageId: string) =>
  db.many<{ psid: string; text: string }>(sql`
    select psid, content ->> 'text' as text from messages where page_id = ${pageId} order by psid, id`);

test("a broadcast reaches all who may get it, as the forecast says, and the report equals a recount", async () => {
  const shop = await aShop(psidsOf(5));
  const { page_id, params } = shop;
  const set = (psid: string, is_wanted: boolean) =>
    api("PUT /pages/:page_id/customers/:psid/subscription", {
      params: { page_id, psid },
      body: { is_wanted, words: "On the phone" },
    });
  await set("web_1001", false);
  await set("web_1002", true);
  await api("POST /pages/:page_id/customers/:psid/block", { params: { page_id, psid: "web_1003" } });
  const ann = await aVisitor(baseUrl, page_id);
  await ann.say("hi");
  await until(() => isHandled(page_id));
  const { id } = await shop.make({ unsubscribe: "No more" });

  await until(async () => (await shop.forecast()).total === 6);
  const forecast = await shop.forecast();
  await shop.send(id);
  const done = await shop.whenDone(id);
  await ann.hear((messages) => messages.some(({ text }) => text === "New in!"));
  assert.deepEqual(forecast, {
    ...{ total: 6, now: 4, later: 0, by_template: 0, next_at: null, unknown: 0, is_exact: true },
    refused: { unsubscribed: 1, blocked: 1 },
  });
  assert.deepEqual([done.state, done.total, done.done], ["done", 6, 6]);
  await ann.say("How much?");
  await until(() => isHandled(page_id));
  await ann.say("STOP");
  await until(() => isHandled(page_id));

  const [report = assert.fail()] = await shop.report(id);
  // This visitor sends no receipts. Every column is recounted in broadcast-report.test.ts.
  assert.deepEqual(report, {
    ...{ sent: 4, delivered: 0, seen: 0, clicked: 0, answered: 1, unsubscribed: 1 },
    ...{ waiting: 0, goals: [], failed: {}, refused: { unsubscribed: 1, blocked: 1 } },
  });
  const customer = await api("GET /pages/:page_id/customers/:psid", { params: { page_id, psid: ann.psid } });
  assert.deepEqual([customer.marketing?.is_wanted, customer.marketing?.how], [false, "words"]);
  assert.equal(customer.marketing?.words, "STOP");
  const recount = await db.get(sql`
    select count(*) filter (where verdict = 'go')::int as sent, count(*) filter (where verdict = 'answered')::int as answered,
           count(*) filter (where verdict = 'left')::int as unsubscribed
      from turns
     cross join lateral (select entry ->> 'verdict' as verdict
                           from json_array_elements(trace -> 'triggers') as entry
                          where entry ->> 'on' = 'plan') as plan
     where page_id = ${page_id}`);
  assert.deepEqual(recount, { sent: 4, answered: 1, unsubscribed: 1 });
  assert.equal((await shop.forecast()).refused.unsubscribed, 2);
  const { entries } = await api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: owner.workspaceId },
    query: { page_id },
  });
  const actions = entries.map(({ action }) => action);
  for (const action of ["broadcast_created", "broadcast_sent", "subscription_changed", "audience_changed"])
    assert.ok(actions.includes(action), action);
  assert.ok((await api("GET /pages/:page_id/broadcasts", { params })).broadcasts.length === 1);
});

test("a segment, a list and all customers; nobody gets a broadcast twice", async () => {
  const shop = await aShop();
  const { page_id, params } = shop;
  const vip = (await api("POST /pages/:page_id/tags", { params, body: { name: "vip" } })).id;
  await someCustomers(deps, page_id, [{ psid: "web_1", tags: [vip] }, { psid: "web_2" }, { psid: "web_3" }]);
  const condition = { match: "all" as const, rules: [{ type: "tag" as const, tag_id: vip, has: true }] };
  const segment = await api("POST /pages/:page_id/segments", { params, body: { name: "VIP", condition } });

  const tagged = await shop.make({ audience: { type: "segment", segment_id: segment.id }, variants: [saying("A")] });
  const listed = await shop.make({
    audience: { type: "psids", psids: ["web_2", "web_2", "web_3", "web_9"] },
    variants: [saying("B")],
  });
  assert.equal((await shop.forecast(listed.spec as Spec)).unknown, 1);
  const { broadcasts } = await api("GET /pages/:page_id/broadcasts", { params });
  assert.deepEqual(broadcasts[0]?.spec, { ...listed.spec, audience: { type: "psids", psids: [], count: 4 } });
  assert.deepEqual(broadcasts[1], tagged);
  for (const { id } of [tagged, listed]) {
    await shop.send(id);
    await shop.whenDone(id);
  }
  assert.deepEqual(await gotten(page_id), [
    { psid: "web_1", text: "A" },
    { psid: "web_2", text: "B" },
    { psid: "web_3", text: "B" },
  ]);

  // The crash that no key remembers: the pass begins again.
  await db.count(sql`delete from accepted_keys where page_id = ${page_id}`);
  await db.count(sql`
    update broadcasts set state = 'running', position = null, due_at = now()
     where page_id = ${page_id} and id = ${listed.id}`);
  await shop.whenDone(listed.id);
  assert.equal((await gotten(page_id)).length, 3);
});

test("a draft is tested, changed, sent once, paused, resumed and stopped", async () => {
  const shop = await aShop(psidsOf(30));
  const { page_id, inOne, make, get, send } = shop;
  const { id } = await make({ per_minute: 12 });
  const move = (path: "pause" | "resume" | "stop" | "edit") =>
    api(`POST /pages/:page_id/broadcasts/:broadcast_id/${path}`, inOne(id));

  await api("POST /pages/:page_id/broadcasts/:broadcast_id/test", { ...inOne(id), body: { psid: "web_1001" } });
  await api("PATCH /pages/:page_id/broadcasts/:broadcast_id", { ...inOne(id), body: { name: "Other news" } });
  await send(id);
  await assert.rejects(send(id), { status: 409 });
  await assert.rejects(api("PATCH /pages/:page_id/broadcasts/:broadcast_id", { ...inOne(id), body: { name: "X" } }), {
    status: 409,
  });
  await assert.rejects(api("DELETE /pages/:page_id/broadcasts/:broadcast_id", inOne(id)), { status: 409 });
  await until(async () => (await get(id)).done >= 1);
  await move("pause");
  await assert.rejects(move("pause"), { status: 409 });
  await move("resume");
  const stopped = await move("stop");
  assert.equal(stopped.state, "stopped");
  await until(() => isHandled(page_id));
  const sent = (await gotten(page_id)).length;
  assert.ok(sent >= 2 && sent < 30, `${sent} messages at a pace of 12 a minute`);
  // The test is in no report.
  await until(async () => (await shop.report(id))[0]?.sent === (await gotten(page_id)).length - 1);
  await api("DELETE /pages/:page_id/broadcasts/:broadcast_id", inOne(id));
  await assert.rejects(get(id), { status: 404 });

  const later = await make({ when: { type: "at", at: "2099-01-01T09:00" } });
  assert.equal((await send(later.id)).state, "scheduled");
  const draft = await api("POST /pages/:page_id/broadcasts/:broadcast_id/edit", inOne(later.id));
  assert.deepEqual([draft.state, draft.due_at], ["draft", null]);
});

test("variants are tried on some, and the rest gets the better one", async () => {
  const shop = await aShop(psidsOf(60));
  const { page_id } = shop;
  const { id } = await shop.make({
    variants: [saying("A"), saying("B")],
    test: { share: 50, hours: 1, goal: "answered" },
  });
  await shop.send(id);
  const soon = new Date(Date.now() + 1_800_000).toISOString();
  await until(async () => ((await shop.get(id)).due_at ?? "") > soon);
  await until(() => isHandled(page_id));
  const tried = await gotten(page_id);
  const [a, b] = ["A", "B"].map((text) => tried.filter((message) => message.text === text).length);
  assert.ok(a && b && a + b < 60 && a + b > 10, `${a} and ${b}`);

  const [, sendB] = (await db.get<{ sendIds: number[] }>(sql`select send_ids from broadcasts where id = ${id}`))
    .sendIds;
  await db.count(sql`
    insert into statistics_days (page_id, what, day, key, count)
    values (${page_id}, 'plan', current_date, ${`${sendB} answered`}, 1)`);
  await db.count(sql`update broadcasts set due_at = now() where page_id = ${page_id} and id = ${id}`);
  const done = await shop.whenDone(id);
  assert.deepEqual([done.winner, done.done], [1, 60]);
  const all = await gotten(page_id);
  assert.equal(all.length, 60);
  assert.equal(new Set(all.map(({ psid }) => psid)).size, 60);
  assert.equal(all.filter(({ text }) => text === "A").length, a);
});

test("goals that follow are in the report and choose a winner, and other programs are told of everything", async () => {
  const shop = await aShop(psidsOf(12));
  const { page_id, params } = shop;
  const types = ["broadcast.started", "broadcast.finished", "subscription.changed"] as const;
  const { endpoint } = await api("POST /pages/:page_id/event_endpoints", {
    params,
    body: { name: "Till", url: "https://shop.example/a", types: [...types] },
  });
  const { id } = await shop.make({ variants: [saying("A"), saying("B")] });
  await shop.send(id);
  await shop.whenDone(id);
  const got = await gotten(page_id);
  const buyer = got.find(({ text }) => text === "B")?.psid ?? assert.fail();

  await api("POST /pages/:page_id/customers/:psid/goals", {
    params: { page_id, psid: buyer },
    body: { name: "Purchase", value: 120_000.5, currency: "VND" },
  });
  await api("PUT /pages/:page_id/customers/:psid/subscription", {
    params: { page_id, psid: buyer },
    body: { is_wanted: false, words: "On the phone" },
  });
  await until(async () => (await shop.report(id))[1]?.goals.length === 1);
  await until(() => isHandled(page_id));

  const [a, b] = await shop.report(id);
  assert.deepEqual(a?.goals, []);
  assert.deepEqual(b?.goals, [{ name: "Purchase", currency: "VND", count: 1, value: 120_000.5 }]);
  const stored = (await findBroadcast(db, page_id, id)) ?? assert.fail();
  const byGoal = { share: 20, hours: 1, goal: "reached" as const, goal_name: "Purchase" };
  assert.equal(await chooseWinner(deps, { ...stored, spec: { ...stored.spec, test: byGoal } }), 1);
  const { totals } = await api("GET /pages/:page_id/statistics", { params });
  assert.deepEqual([totals.sent_by_broadcast, totals.sent_by_api], [12, 0]);
  const { deliveries } = await api("GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries", {
    params: { page_id, endpoint_id: endpoint.id },
  });
  assert.deepEqual(deliveries.map(({ type, psid }) => [type, psid]).toSorted(), [
    ["broadcast.finished", null],
    ["broadcast.started", null],
    ["subscription.changed", buyer],
  ]);
});

test("customers get it at their own time, and not in quiet hours", async () => {
  const shop = await aShop(psidsOf(4));
  const { page_id, params } = shop;
  const zones = ["Pacific/Kiritimati", "Asia/Ho_Chi_Minh", "Pacific/Pago_Pago"];
  for (const [index, zone] of zones.entries())
    await db.count(sql`
      update customers set timezone = ${zone} where page_id = ${page_id} and psid = ${`web_${1001 + index}`}`);
  const at = new Date(Date.now() + 13 * 3_600_000).toISOString().slice(0, 16);
  const when = { type: "local" as const, at };

  const forecast = await shop.forecast({ when });
  const { id } = await shop.make({ when });
  await shop.send(id);
  await until(async () => (await shop.get(id)).done === 1);
  await until(() => isHandled(page_id));
  assert.deepEqual([forecast.now, forecast.later], [1, 3]);
  assert.deepEqual(
    (await gotten(page_id)).map(({ psid }) => psid),
    ["web_1001"],
  );
  const waiting = await shop.get(id);
  assert.equal(waiting.due_at, forecast.next_at);
  assert.equal(await db.count(sql`select from mailbox where page_id = ${page_id}`), 0);

  // Quiet at any time but one hour, twelve hours from now.
  const hour = (hours: number) => `${String((new Date().getUTCHours() + hours) % 24).padStart(2, "0")}:00`;
  const quiet_hours = { from: hour(13), to: hour(12) };
  await api("PUT /pages/:page_id/audience", { params, body: { ...defaultAudience, quiet_hours } });
  const quiet = await shop.forecast();
  assert.deepEqual([quiet.now, quiet.later], [0, 4]);
});

test("a refused broadcast says why", async () => {
  const shop = await aShop();
  const bad = [
    { variants: [{ type: "flow" as const, flow_id: 999_999 }] },
    { test: { share: 20, hours: 1, goal: "clicked" as const } },
    { variants: [{ ...saying("x"), message_tag: "NO_SUCH_TAG" }] },
    { outside: saying("x").content },
  ];
  for (const spec of bad) {
    const { id } = await shop.make(spec);
    await assert.rejects(shop.send(id), /./, JSON.stringify(spec));
    assert.equal((await shop.get(id)).state, "draft");
  }
  await assert.rejects(shop.forecast({ audience: { type: "segment", segment_id: 999_999 } }), { status: 404 });
});

test("other programs are told of a broadcast that failed, and it goes on when it is resumed", async () => {
  const shop = await aShop(psidsOf(3));
  const { page_id, params, inOne } = shop;
  const { endpoint } = await api("POST /pages/:page_id/event_endpoints", {
    params,
    body: { name: "Till", url: "https://shop.example/b", types: ["broadcast.failed", "broadcast.finished"] },
  });
  const told = async () => {
    const inEndpoint = { page_id, endpoint_id: endpoint.id };
    const { deliveries } = await api("GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries", {
      params: inEndpoint,
    });
    return deliveries.map(({ type }) => type).toSorted();
  };
  await db.count(sql`alter table broadcasts add constraint broken_row check (position is null) not valid`);
  const { id } = await shop.make();
  await shop.send(id);
  await until(async () => (await shop.get(id)).state === "failed");
  await db.count(sql`alter table broadcasts drop constraint broken_row`);

  assert.match((await shop.get(id)).error ?? "", /check constraint "broken_row/);
  assert.deepEqual(await told(), ["broadcast.failed"]);
  const { data } = await db.get<{ data: unknown }>(sql`
    select data from event_deliveries where page_id = ${page_id} and type = 'broadcast.failed'`);
  assert.deepEqual(data, { broadcast: { id, name: "News", state: "failed", customers: 0 } });

  await api("POST /pages/:page_id/broadcasts/:broadcast_id/resume", inOne(id));
  assert.equal((await shop.whenDone(id)).state, "done");
  assert.deepEqual(await told(), ["broadcast.failed", "broadcast.finished"]);
  assert.equal((await gotten(page_id)).length, 3);
});

test("a flow that a broadcast under way sends, or leads to by a button, is named as used", async () => {
  const shop = await aShop();
  const { page_id, inOne } = shop;
  await applyPageFile(deps, page_id, { banter: 1, flows: [aFlow("Offer")] }, { prune: false });
  const flow_id = (await idsByName(deps, page_id)).get("flow Offer") ?? assert.fail();
  const usesOf = async () => {
    const { uses } = await api("GET /pages/:page_id/flows/:flow_id/uses", { params: { page_id, flow_id } });
    return uses.flatMap(({ type, id, is_active }) => (type === "broadcast" ? [[id, is_active]] : []));
  };
  const when = { type: "at" as const, at: "2099-01-01T09:00" };
  const buttons = [{ type: "flow" as const, title: "More", flow_id }];
  const content = { messages: [{ type: "text" as const, text: "New in!", buttons }] };
  const { id } = await shop.make({ when, variants: [{ type: "flow", flow_id }] });
  const led = await shop.make({ when, variants: [{ type: "content", content }] });
  assert.deepEqual(await usesOf(), []);

  for (const one of [id, led.id]) await shop.send(one);
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/pause", inOne(led.id));
  assert.deepEqual(await usesOf(), [
    [id, true],
    [led.id, false],
  ]);
  for (const one of [id, led.id]) await api("POST /pages/:page_id/broadcasts/:broadcast_id/stop", inOne(one));
  assert.deepEqual(await usesOf(), []);
});
