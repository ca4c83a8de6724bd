import assert from "node:assert/strict";
import { after, test } from "node:test";
import { applyPageFile } from "../../../domain/page-file/apply.ts";
import { sql } from "../../../store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "../../../test/builders.ts";
import { testNode } from "../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../test/people.ts";
import { until } from "../../../test/until.ts";
import { aVisitor } from "../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });
const { db } = deps;

async function aShop() {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const file = aPageFile({
    flows: [aFlow("Thanks", "Thank you, {{user_first_name}}: {{total}}"), aFlow("Hello")],
    keywords: [aKeyword("hi", "Hello")],
    fields: [{ name: "total", type: "number" }],
  });
  await applyPageFile(deps, pageId, file, { prune: true });
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId };
  const flows = await db.many<{ id: number; name: string }>(sql`select id, name from flows where page_id = ${pageId}`);
  const flowId = (name: string) => flows.find((flow) => flow.name === name)?.id ?? assert.fail();
  const mapping = {
    customer: { by: "email" as const, path: "customer.email" },
    fields: [
      { field: "user_first_name", path: "customer.name" },
      { field: "total", path: "order.total" },
    ],
    goal: { name: "Purchase", value_path: "order.total", currency: "VND" },
    flow_id: flowId("Thanks"),
  };
  const { hook, url } = await api("POST /pages/:page_id/incoming_hooks", { params, body: { name: "Orders", mapping } });
  const at = { page_id: pageId, hook_id: hook.id };
  const calls = async () =>
    (await api("GET /pages/:page_id/incoming_hooks/:hook_id/calls", { params: at })).calls.map(({ outcome, psid }) => [
      outcome,
      psid,
    ]);
  return { owner, pageId, api, params, at, url, mapping, flowId, calls };
}

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const order = (email: string, total: number | string) => ({ customer: { email, name: "Lan" }, order: { total } });

/** A visitor who is known by an e-mail address, also in the index. */
async function aKnownVisitor(pageId: string, email: string) {
  const visitor = await aVisitor(baseUrl, pageId, { email });
  await visitor.say("hi");
  await visitor.hear((all) => all.some(({ from }) => from === "page"));
  await until(async () => {
    const rows = await db.many(sql`
      select from customer_index where page_id = ${pageId} and psid = ${visitor.psid} and terms::text like ${`%${email}%`}`);
    return rows.length > 0;
  });
  return visitor;
}

test("a call finds the customer, fills fields, counts the goal for the last flow and starts a flow", async () => {
  const shop = await aShop();
  const visitor = await aKnownVisitor(shop.pageId, "lan@example.com");

  const answer = await post(shop.url, order("LAN@example.com", 120000));

  assert.deepEqual(answer, { status: 200, body: { accepted: true } });
  const heard = await visitor.hear((all) => all.some(({ text }) => text?.startsWith("Thank you")));
  assert.equal(heard.at(-1)?.text, "Thank you, Lan: 120000");
  assert.deepEqual(await shop.calls(), [["taken", visitor.psid]]);
  const goals = async () => (await shop.api("GET /pages/:page_id/statistics/goals", { params: shop.params })).goals;
  await until(async () => (await goals()).length === 1);
  assert.deepEqual(await goals(), [
    {
      ...{ name: "Purchase", currency: "VND", count: 1, count_before: 0, value: 120000, value_before: 0 },
      flow: { id: shop.flowId("Hello"), name: "Hello" },
    },
  ]);
  const { entries } = await shop.api("GET /pages/:page_id/customers/:psid/timeline", {
    params: { ...shop.params, psid: visitor.psid },
  });
  assert.ok(entries.some(({ kind, text }) => kind === "goal" && text === "Purchase 120000 VND"));
  assert.ok(entries.some(({ kind }) => kind === "hook"));
});

test("a call with an id that is known does nothing again", async () => {
  const shop = await aShop();
  const visitor = await aKnownVisitor(shop.pageId, "mai@example.com");
  for (const _ of [1, 2, 3]) await post(shop.url, order("mai@example.com", 5), { "webhook-id": "order-7" });
  await visitor.say("hi");
  await until(async () => (await db.count(sql`select from turns where page_id = ${shop.pageId}`)) >= 3);

  const turns = await db.many(sql`
    select from turns where page_id = ${shop.pageId} and event ->> 'type' = 'hook'`);

  assert.equal(turns.length, 1);
});

test("a call that fits nobody is taken and says so, in the answer and in the list", async () => {
  const shop = await aShop();

  assert.deepEqual((await post(shop.url, order("nobody@example.com", 1))).body, {
    ...{ accepted: false, reason: "customer_not_found" },
  });
  assert.deepEqual((await post(shop.url, { order: {} })).body, { accepted: false, reason: "customer_missing" });
  await shop.api("PATCH /pages/:page_id/incoming_hooks/:hook_id", { params: shop.at, body: { is_on: false } });
  assert.deepEqual((await post(shop.url, order("a@example.com", 1))).body, { accepted: false, reason: "off" });

  assert.deepEqual(await shop.calls(), [
    ["off", null],
    ["customer_missing", null],
    ["customer_not_found", null],
  ]);
});

test("a customer is found by psid and by a phone number as people write it", async () => {
  const shop = await aShop();
  const visitor = await aVisitor(baseUrl, shop.pageId, { phone: "+84901234567" });
  await visitor.say("hi");
  const { psid } = visitor;
  const tried = (by: "psid" | "phone", value: string) =>
    shop.api("POST /pages/:page_id/incoming_hooks/try", {
      params: shop.params,
      body: { mapping: { customer: { by, path: "who" } }, body: JSON.stringify({ who: value }) },
    });

  await until(async () => (await tried("phone", "0901 234 567")).psid === psid);
  assert.equal((await tried("psid", psid)).psid, psid);
  assert.equal((await tried("psid", "web_1")).psid, null);
  assert.deepEqual(await tried("phone", "no number"), { customer: "no number", psid: null, fields: {}, goal: null });
});

test("only the whole address works, the old one is dead once it is replaced, and its secret is not stored", async () => {
  const shop = await aShop();
  const secret = shop.url.split("/").at(-1) ?? "";
  const wrong = shop.url.replace(secret, "x".repeat(secret.length));
  assert.equal((await post(wrong, {})).status, 404);
  assert.equal((await post(shop.url.replace(shop.pageId, "web_999"), {})).status, 404);
  const { dump } = await db.get<{ dump: string }>(
    sql`select json_agg(incoming_hooks)::text as dump from incoming_hooks`,
  );
  assert.ok(!dump.includes(secret));

  const { url } = await shop.api("POST /pages/:page_id/incoming_hooks/:hook_id/address", { params: shop.at });

  assert.equal((await post(shop.url, {})).status, 404);
  assert.equal((await post(url, {})).status, 200);
});

test("guesses of addresses are limited, and so are calls of a page", async (t) => {
  const limited = await testNode(t, { rateLimit: { perSecond: 0.001, burst: 2 } });
  const owner = await aMember(limited.deps);
  const page_id = await aPageOf(limited.deps, owner);
  const { api } = await signedIn(limited.baseUrl, owner);
  const { url } = await api("POST /pages/:page_id/incoming_hooks", {
    params: { page_id },
    body: { name: "Orders", mapping: { customer: { by: "email", path: "email" } } },
  });
  const statuses: number[] = [];
  for (let call = 0; call < 3; call++) statuses.push((await post(url, {})).status);
  assert.deepEqual(statuses, [200, 200, 429]);

  const wrong = `${limited.baseUrl}/hooks/${page_id}/1/${"x".repeat(32)}`;
  let status = 404;
  for (let call = 0; call < 40 && status === 404; call++) status = (await post(wrong, {})).status;
  assert.equal(status, 429);
});

test("a mapping names only what is on the page, and a flow tells which hooks start it", async () => {
  const [shop, other] = [await aShop(), await aShop()];
  const make = (mapping: object) =>
    shop.api("POST /pages/:page_id/incoming_hooks", {
      params: shop.params,
      body: { name: "Bad", mapping: { ...shop.mapping, ...mapping } },
    });
  await assert.rejects(make({ flow_id: other.flowId("Thanks") }), { code: "invalid_field" });
  await assert.rejects(make({ fields: [{ field: "unknown", path: "a" }] }), { code: "invalid_field" });
  await assert.rejects(make({ customer: { by: "email", path: "a[" } }), { code: "invalid_field" });

  const { uses } = await shop.api("GET /pages/:page_id/flows/:flow_id/uses", {
    params: { ...shop.params, flow_id: shop.flowId("Thanks") },
  });
  assert.deepEqual(
    uses.map(({ type, name }) => [type, name]),
    [["hook", "Orders"]],
  );
});

test("goals come from the API too, and are counted for the flow that is named", async () => {
  const shop = await aShop();
  const visitor = await aKnownVisitor(shop.pageId, "nga@example.com");
  const params = { ...shop.params, psid: visitor.psid };
  const record = (body: object) =>
    shop.api("POST /pages/:page_id/customers/:psid/goals", { params, body: { name: "Booked", ...body } });
  await record({ value: 0.1, currency: "USD", flow_id: shop.flowId("Thanks") });
  await record({ value: 0.2, currency: "USD", flow_id: shop.flowId("Thanks"), key: "b7" });
  await record({ value: 0.2, currency: "USD", flow_id: shop.flowId("Thanks"), key: "b7" });
  await record({});

  const goals = async () => (await shop.api("GET /pages/:page_id/statistics/goals", { params: shop.params })).goals;
  await until(async () => (await goals()).reduce((sum, { count }) => sum + count, 0) === 3);

  assert.deepEqual(
    (await goals()).map(({ flow, currency, count, value }) => [flow?.name, currency, count, value]),
    [
      ["Thanks", "USD", 2, 0.3],
      ["Hello", null, 1, 0],
    ],
  );
  await assert.rejects(record({ flow_id: 999_999_999 }), { code: "flow_not_found" });
});

test("erasing a customer takes the calls about them too", async () => {
  const shop = await aShop();
  const visitor = await aKnownVisitor(shop.pageId, "hoa@example.com");
  await post(shop.url, order("hoa@example.com", 1));
  assert.equal((await shop.calls()).length, 1);

  await shop.api("DELETE /pages/:page_id/customers/:psid", { params: { ...shop.params, psid: visitor.psid } });

  await until(async () => (await shop.calls()).length === 0);
});

test("text that cannot be stored fails no call", async () => {
  const shop = await aShop();
  await aKnownVisitor(shop.pageId, "odd@example.com");

  const statuses: number[] = [];
  for (const text of ["a\0b", "\ud800", "\u0001\u001b\u202e%_\\'"])
    for (const body of [
      order(text, 1),
      order("odd@example.com", text),
      { customer: { email: "odd@example.com", name: text } },
    ])
      statuses.push((await post(shop.url, body)).status);

  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 400),
    [],
  );
});
