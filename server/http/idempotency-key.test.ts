import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../store/db/sql.ts";
import { testApp } from "../test/app.ts";
import { aFlow, aPage } from "../test/builders.ts";
import { assertFailure, callerOf, idsOf, pageUrl } from "../test/call.ts";
import { rawRequest } from "../test/raw-http.ts";

const { baseUrl, deps } = await testApp({ after });

async function aShop() {
  const page = await aPage(deps, { flows: [aFlow("Welcome"), aFlow("Other")] });
  const call = callerOf(baseUrl, page);
  const create = (key: string, json?: unknown) =>
    call("/keywords/create", { method: "POST", json, headers: { "idempotency-key": key } });
  const count = async () => JSON.parse((await call("/keywords")).text).data.length;
  return { page, call, create, count, id: await idsOf(call) };
}

test("the same key and body again get the same answer and create nothing", async () => {
  const { create, count, id } = await aShop();
  const first = await create("order-1", { flow_id: id("Welcome") });

  const again = await create("order-1", { flow_id: id("Welcome") });

  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal(await count(), 1);
});

test("the same key without a body is the same call too", async () => {
  const { create, count } = await aShop();

  assert.equal((await create("k")).text, (await create("k")).text);
  assert.equal(await count(), 1);
});

test("the same key with another body or on another route is a conflict", async () => {
  const { call, create, count, id } = await aShop();
  await create("k", { flow_id: id("Welcome") });
  const headers = { "idempotency-key": "k" };

  assertFailure(await create("k", { flow_id: id("Other") }), 409, "idempotency_conflict");
  assertFailure(await create("k"), 409, "idempotency_conflict");
  const json = { keyword_id: 1, update: { flow_id: null } };
  assertFailure(await call("/keywords/update", { json, headers }), 409, "idempotency_conflict");
  assert.equal(await count(), 1);
});

test("twenty equal calls at the same time happen once", async () => {
  const { create, count } = await aShop();

  const answers = await Promise.all(Array.from({ length: 20 }, () => create("at-once")));

  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(20).fill(200),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(await count(), 1);
});

test("an update with a key happens once, even if the keyword has changed since", async () => {
  const { call, create, id } = await aShop();
  const { keyword } = JSON.parse((await create("made")).text);
  const update = (flow_id: number, headers = {}) =>
    call("/keywords/update", { json: { keyword_id: keyword.id, update: { flow_id } }, headers });
  const first = await update(id("Welcome"), { "idempotency-key": "set" });
  await update(id("Other"));

  const again = await update(id("Welcome"), { "idempotency-key": "set" });

  assert.equal(again.text, first.text);
  assert.equal(JSON.parse((await call("/keywords")).text).data[0].flow_id, id("Other"));
});

test("a failed call may be repeated with its key, with the same body or a better one", async () => {
  const { create, count, id } = await aShop();
  assertFailure(await create("k", { flow_id: 999_999_999 }), 404, "flow_not_found");
  assertFailure(await create("k", { flow_id: 0 }), 400, "invalid_field");

  assert.equal((await create("k", { flow_id: id("Welcome") })).status, 200);
  assert.equal(await count(), 1);
});

test("a key counts for one page only", async () => {
  const [one, other] = [await aShop(), await aShop()];

  const answers = [await one.create("same"), await other.create("same")];

  assert.notEqual(answers[0]?.text, answers[1]?.text);
  assert.deepEqual([await one.count(), await other.count()], [1, 1]);
});

test("a key is free again after a day", async () => {
  const { page, create, count } = await aShop();
  const first = await create("k");
  await deps.db.count(sql`
    update idempotency_keys set created_at = now() - interval '24 hours 1 second' where page_id = ${page.pageId}`);

  const next = await create("k", { flow_id: null });

  assert.notEqual(next.text, first.text);
  assert.equal((await create("k", { flow_id: null })).text, next.text);
  assert.equal(await count(), 2);
});

test("a key is one to 255 visible ASCII characters, given once", async () => {
  const { page, count } = await aShop();
  const ask = (...headers: string[]) => {
    const head = [`POST ${pageUrl("", page.pageId)}/keywords/create HTTP/1.1`, "Host: x", "Connection: close"];
    return rawRequest(baseUrl, [...head, `access-token: ${page.token}`, ...headers]);
  };

  for (const headers of [
    ["idempotency-key:"],
    ["idempotency-key: a b"],
    ["idempotency-key: \xe9"],
    ["idempotency-key: a\tb"],
    [`idempotency-key: ${"k".repeat(256)}`],
    ["idempotency-key: a", "idempotency-key: b"],
    ["idempotency-key: a", "Idempotency-Key: a"],
  ]) {
    assertFailure(await ask(...headers), 400, "malformed_request");
  }
  assert.equal(await count(), 0);
  assert.equal((await ask(`idempotency-key: ${"k".repeat(255)}`)).status, 200);
  assert.equal((await ask("idempotency-key: !#$%&'*+-.^_`|~/:;<=>?@[]{}()\",\\")).status, 200);
});

test("reading calls ignore a key", async () => {
  const { call } = await aShop();

  assert.equal((await call("/flows", { headers: { "idempotency-key": "a b" } })).status, 200);
});
