import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "@banter/server/test/app.ts";
import { aFlow, aPage } from "@banter/server/test/builders.ts";
import { ApiError, connect } from "./connect.ts";

const { baseUrl, deps } = await testApp({ after });

async function aShop() {
  const page = await aPage(deps, { folders: ["Sales"], flows: [aFlow("Welcome"), aFlow("Sales/Offer")] });
  return { page, api: connect({ baseUrl, ...page }) };
}

test("every listing call returns the page's items", async () => {
  const { api } = await aShop();

  const { data } = await api("GET /flows");

  assert.deepEqual(
    data.folders.map(({ name }) => name),
    ["Sales"],
  );
  assert.deepEqual(
    data.flows.map(({ name }) => name),
    ["Welcome", "Offer"],
  );
  assert.deepEqual(await api("GET /keywords"), { success: true, data: [] });
  assert.deepEqual(await api("GET /ice_breaker"), { success: true, data: [] });
  assert.deepEqual(await api("GET /main_menu"), { success: true, data: [] });
  assert.deepEqual(await api("GET /tools"), { success: true, data: [] });
});

test("a folder's content is listed by its path, in the URL or the query", async () => {
  const { api } = await aShop();
  const id = (await api("GET /flows")).data.folders[0]?.id;

  const inside = await api("GET /flows/:path", { params: { path: `[${id}]` } });

  assert.deepEqual(
    inside.data.flows.map(({ name }) => name),
    ["Offer"],
  );
  assert.deepEqual(await api("GET /flows", { query: { path: `[${id}]` } }), inside);
});

test("keywords are created and changed", async () => {
  const { api } = await aShop();
  const flow_id = (await api("GET /flows")).data.flows[0]?.id ?? assert.fail();

  const { keyword } = await api("POST /keywords/create");
  const changed = await api("POST /keywords/update", {
    body: { keyword_id: keyword.id, update: { flow_id: String(flow_id) } },
  });

  assert.deepEqual(changed.keyword, { id: keyword.id, flow_id });
});

test("an idempotency key makes a call happen once", async () => {
  const { api } = await aShop();

  const [first, second] = [
    await api("POST /keywords/create", { idempotencyKey: "k" }),
    await api("POST /keywords/create", { idempotencyKey: "k" }),
  ];

  assert.deepEqual(first, second);
  assert.equal((await api("GET /keywords")).data.length, 1);
});

test("a failure is thrown with the details of its headers", async () => {
  const { page, api } = await aShop();

  const refused = await api("POST /keywords/update", { body: { keyword_id: 0, update: { flow_id: null } } }).catch(
    (error) => error,
  );
  const stranger = await connect({ baseUrl, ...page, token: "x" })("GET /flows").catch((error) => error);

  assert.ok(refused instanceof ApiError);
  assert.deepEqual([refused.status, refused.code, refused.pointer], [400, "invalid_field", "/keyword_id"]);
  assert.equal(refused.message, "The field /keyword_id must be a positive integer below 2^53.");
  assert.match(refused.requestId ?? "", /^[0-9a-f-]{36}$/);
  assert.deepEqual([stranger.status, stranger.code, stranger.pointer], [401, "unauthorized", null]);
});

test("the base URL may end in a slash, and ids in the path are encoded", async () => {
  const { page } = await aShop();

  assert.equal((await connect({ baseUrl: `${baseUrl}/`, ...page })("GET /flows")).success, true);
  const odd = connect({ baseUrl, pageId: "../x?y#z", token: page.token });
  assert.equal((await odd("GET /flows").catch((error) => error)).code, "unauthorized");
});

test("a given fetch function is used", async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(String(input));
    return Response.json({ success: true, data: [] });
  };

  await connect({ baseUrl: "http://banter.test", pageId: "web_1", token: "x", fetch })("GET /tools");

  assert.deepEqual(asked, ["http://banter.test/api/public_api/v1/pages/web_1/tools"]);
});
