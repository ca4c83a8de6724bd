import assert from "node:assert/strict";
import { after, test } from "node:test";
import { trashFlow } from "../../domain/catalog/flows.ts";
import { testApp } from "../../test/app.ts";
import { aFlow, aPage } from "../../test/builders.ts";
import { type Answer, assertFailure, callerOf, idsOf, pageUrl } from "../../test/call.ts";
import { rawRequest } from "../../test/raw-http.ts";

const { baseUrl, deps } = await testApp({ after });

async function aShop() {
  const page = await aPage(deps, {
    flows: [aFlow("Welcome"), { ...aFlow("Draft"), published: false }, aFlow("Trashed")],
    keywords: [{ name: "Greeting", match: "is", phrases: ["hi"], excludes: [], flow: "Welcome", is_activated: true }],
  });
  const call = callerOf(baseUrl, page);
  const id = await idsOf(call);
  await trashFlow(deps, page.pageId, id("Trashed"));
  const keywords = async () => (await call("/keywords")).text;
  const keywordId: number = JSON.parse(await keywords()).data[0].id;
  const create = (json?: unknown) => call("/keywords/create", { method: "POST", json });
  const update = (json: unknown) => call("/keywords/update", { json });
  return { page, call, id, keywords, keywordId, create, update };
}

function keywordOf({ status, text }: Answer): { id: number; flow_id: number | null } {
  const { keyword } = JSON.parse(text);
  assert.equal(status, 200);
  assert.equal(text, JSON.stringify({ success: true, keyword: { id: keyword.id, flow_id: keyword.flow_id } }));
  return keyword;
}

const notIds = [
  0,
  -1,
  1.5,
  2 ** 53,
  1e30,
  true,
  [],
  {},
  "",
  " ",
  "abc",
  "0",
  "-1",
  "+1",
  "01",
  "1.0",
  "1e3",
  " 1",
  "1 ",
  "0x10",
  "9007199254740992",
  "99999999999999999999",
  "١",
];

test("create adds an empty, inactive keyword at the end of the list", async () => {
  const { create, keywords, keywordId, id } = await aShop();

  const made = keywordOf(await create());

  assert.equal(made.flow_id, null);
  assert.deepEqual(JSON.parse(await keywords()).data, [
    { is_activated: true, id: keywordId, flow_id: id("Welcome") },
    { is_activated: false, id: made.id, flow_id: null },
  ]);
});

test("create accepts no body, or an empty one of any type, length or chunking", async () => {
  const { page } = await aShop();
  const ask = (...headers: string[]) => {
    const head = [`POST ${pageUrl("", page.pageId)}/keywords/create HTTP/1.1`, "Host: x", "Connection: close"];
    const body = headers.includes("transfer-encoding: chunked") ? "0\r\n\r\n" : "";
    return rawRequest(baseUrl, [...head, `access-token: ${page.token}`, ...headers], body);
  };

  for (const headers of [
    [],
    ["content-length: 0"],
    ["content-type: application/json"],
    ["content-type: application/x-www-form-urlencoded"],
    ["content-length: 0", "content-type: application/json"],
    ["content-length: 0", "content-type: application/x-www-form-urlencoded"],
    ["content-length: 0", "content-type: multipart/form-data"],
    ["content-length: 0", "content-type: text/plain; charset=utf-8"],
    ["content-length: 0", "content-type: nonsense"],
    ["content-length: 0", "content-type:"],
    ["transfer-encoding: chunked"],
    ["transfer-encoding: chunked", "content-type: application/json"],
    ["transfer-encoding: chunked", "content-type: application/x-www-form-urlencoded"],
  ]) {
    const answer = await ask(...headers);
    assert.deepEqual([headers, answer.status], [headers, 200]);
    keywordOf(answer);
  }
});

test("create accepts a flow id as a number or as text", async () => {
  const { create, id } = await aShop();

  assert.equal(keywordOf(await create({})).flow_id, null);
  assert.equal(keywordOf(await create({ flow_id: null })).flow_id, null);
  assert.equal(keywordOf(await create({ flow_id: id("Welcome") })).flow_id, id("Welcome"));
  assert.equal(keywordOf(await create({ flow_id: String(id("Welcome")) })).flow_id, id("Welcome"));
  assert.equal(keywordOf(await create({ flow_id: id("Draft") })).flow_id, id("Draft"));
});

test("create refuses other fields and creates nothing", async () => {
  const { call, create, id, keywords } = await aShop();
  const elsewhere = await aShop();
  const before = await keywords();

  for (const flow_id of [999_999_999, 2 ** 53 - 1, id("Trashed"), elsewhere.id("Welcome")]) {
    assertFailure(await create({ flow_id }), 404, "flow_not_found");
  }
  for (const flow_id of notIds) assertFailure(await create({ flow_id }), 400, "invalid_field", "/flow_id");
  for (const field of ["is_activated", "name", "page_id", "id", "keyword"]) {
    assertFailure(await create({ flow_id: id("Welcome"), [field]: 1 }), 400, "invalid_field");
  }
  const form = { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } };
  assertFailure(await call("/keywords/create", form), 415, "unsupported_media_type");

  assert.equal(await keywords(), before);
});

test("update sets the keyword's flow and nothing else", async () => {
  const { update, id, keywordId, keywords } = await aShop();

  assert.deepEqual(keywordOf(await update({ keyword_id: keywordId, update: { flow_id: id("Draft") } })), {
    id: keywordId,
    flow_id: id("Draft"),
  });

  assert.deepEqual(JSON.parse(await keywords()).data, [{ is_activated: true, id: keywordId, flow_id: id("Draft") }]);
});

test("update accepts ids as text and answers with numbers", async () => {
  const { update, id, keywordId } = await aShop();

  const answer = await update({ keyword_id: String(keywordId), update: { flow_id: String(id("Welcome")) } });

  assert.deepEqual(keywordOf(answer), { id: keywordId, flow_id: id("Welcome") });
});

test("update with null unsets the flow", async () => {
  const { update, keywordId, keywords } = await aShop();

  assert.deepEqual(keywordOf(await update({ keyword_id: keywordId, update: { flow_id: null } })), {
    id: keywordId,
    flow_id: null,
  });

  assert.deepEqual(JSON.parse(await keywords()).data, [{ is_activated: true, id: keywordId, flow_id: null }]);
});

test("update refuses unknown ids and fields, and changes nothing", async () => {
  const { update, id, keywordId: keyword_id, keywords } = await aShop();
  const elsewhere = await aShop();
  const before = [await keywords(), await elsewhere.keywords()];
  const flow_id = id("Draft");

  for (const unknown of [999_999_999, 2 ** 53 - 1, id("Trashed"), elsewhere.id("Welcome")]) {
    assertFailure(await update({ keyword_id, update: { flow_id: unknown } }), 404, "flow_not_found");
  }
  for (const unknown of [999_999_999, 2 ** 53 - 1, elsewhere.keywordId, flow_id]) {
    assertFailure(await update({ keyword_id: unknown, update: { flow_id } }), 404, "keyword_not_found");
    assertFailure(await update({ keyword_id: unknown, update: { flow_id: null } }), 404, "keyword_not_found");
  }
  for (const odd of notIds) {
    assertFailure(await update({ keyword_id, update: { flow_id: odd } }), 400, "invalid_field", "/update/flow_id");
    assertFailure(await update({ keyword_id: odd, update: { flow_id } }), 400, "invalid_field", "/keyword_id");
  }
  assertFailure(await update({ keyword_id: null, update: { flow_id } }), 400, "invalid_field", "/keyword_id");
  assertFailure(await update({ update: { flow_id } }), 400, "invalid_field", "/keyword_id");
  assertFailure(await update({ keyword_id }), 400, "invalid_field", "/update");
  for (const odd of [[], null, "x", 1, flow_id]) {
    assertFailure(await update({ keyword_id, update: odd }), 400, "invalid_field", "/update");
  }
  assertFailure(await update({ keyword_id, update: {} }), 400, "invalid_field", "/update/flow_id");
  assertFailure(
    await update({ keyword_id, update: { flow_id, is_activated: false } }),
    400,
    "invalid_field",
    "/update",
  );
  assertFailure(await update({ keyword_id, update: { flow_id }, page_id: 2 }), 400, "invalid_field");

  assert.deepEqual([await keywords(), await elsewhere.keywords()], before);
});

test("two updates at once both succeed and leave one of the two", async () => {
  const { update, id, keywordId: keyword_id, keywords } = await aShop();
  const [one, other] = [id("Welcome"), id("Draft")];

  const answers = await Promise.all(
    [one, other].flatMap((flow_id) => Array.from({ length: 5 }, () => update({ keyword_id, update: { flow_id } }))),
  );

  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(10).fill(200),
  );
  assert.ok([one, other].includes(JSON.parse(await keywords()).data[0].flow_id));
});

test("without a key, two equal calls create two keywords", async () => {
  const { create, keywords } = await aShop();

  const made = await Promise.all(Array.from({ length: 8 }, () => create()));

  assert.equal(new Set(made.map((answer) => keywordOf(answer).id)).size, 8);
  assert.equal(JSON.parse(await keywords()).data.length, 9);
});
