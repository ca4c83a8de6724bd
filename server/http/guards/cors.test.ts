import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "../../test/app.ts";
import { aPage, aPageFile } from "../../test/builders.ts";
import { assertFailure, callerOf } from "../../test/call.ts";

const { baseUrl, deps } = await testApp({ after });
const origin = "https://shop.example";

async function aListingPage() {
  const { page } = aPageFile();
  const listing = await aPage(deps, { page: { ...page, origins: ["http://localhost:5173", origin] } });
  const chat = (path: string, init: RequestInit) =>
    fetch(`${baseUrl}/api/webchat/v1/pages/${listing.pageId}${path}`, init);
  return { call: callerOf(baseUrl, listing), withoutToken: callerOf(baseUrl, { ...listing, token: "" }), chat };
}

const preflight = (from: string, method = "GET") => ({
  method: "OPTIONS",
  headers: { origin: from, "access-control-request-method": method, "access-control-request-headers": "access-token" },
});

const corsHeaders = ({ headers }: { headers: Headers }) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));

test("a page that lists no origins allows no browser to read its answers", async () => {
  const call = callerOf(baseUrl, await aPage(deps));

  const answer = await call("/flows", { headers: { origin } });
  const asked = await call("/flows", preflight(origin));

  assert.deepEqual([answer.status, corsHeaders(answer)], [200, []]);
  assertFailure(asked, 405, "method_not_allowed");
  assert.deepEqual(corsHeaders(asked), []);
});

test("a preflight from a listed origin is answered without a token", async () => {
  const { withoutToken } = await aListingPage();

  const answer = await withoutToken("/flows", preflight(origin));

  assert.deepEqual([answer.status, answer.text], [204, ""]);
  assert.equal(answer.headers.get("access-control-allow-origin"), origin);
  assert.equal(answer.headers.get("access-control-allow-methods"), "GET, HEAD");
  assert.match(answer.headers.get("access-control-allow-headers") ?? "", /access-token.*content-type.*idempotency-key/);
  assert.match(answer.headers.get("vary") ?? "", /\borigin\b/);
});

test("a preflight for a POST is answered too", async () => {
  const { withoutToken } = await aListingPage();

  const answer = await withoutToken("/keywords/update", preflight("http://localhost:5173", "POST"));

  assert.deepEqual([answer.status, answer.headers.get("access-control-allow-methods")], [204, "POST"]);
});

test("a listed origin may read answers, failures and the headers that explain them", async () => {
  const { call } = await aListingPage();

  for (const path of ["/flows", "/flows/x"]) {
    const { headers } = await call(path, { headers: { origin } });

    assert.equal(headers.get("access-control-allow-origin"), origin);
    assert.equal(headers.get("access-control-allow-credentials"), null);
    assert.match(headers.get("access-control-expose-headers") ?? "", /x-request-id, x-error-code/);
    assert.match(headers.get("vary") ?? "", /\borigin\b/);
  }
  assertFailure(await call("/flows/x", { headers: { origin } }), 400, "invalid_field");
});

test("a listed origin still needs the token", async () => {
  const { withoutToken } = await aListingPage();

  assertFailure(await withoutToken("/flows", { headers: { origin } }), 401, "unauthorized");
});

test("an origin that is not listed, or only resembles a listed one, may not read", async () => {
  const { call } = await aListingPage();

  for (const other of [
    "null",
    "https://shop.example.evil.test",
    "http://shop.example",
    "https://shop.example:444",
    "https://SHOP.example",
    "https://evil.test/https://shop.example",
    "*",
  ]) {
    assert.deepEqual(corsHeaders(await call("/flows", { headers: { origin: other } })), []);
    assertFailure(await call("/flows", preflight(other)), 405, "method_not_allowed");
  }
});

test("OPTIONS that is no preflight is a wrong method", async () => {
  const { call } = await aListingPage();

  assertFailure(await call("/flows", { method: "OPTIONS", headers: { origin } }), 405, "method_not_allowed");
  assertFailure(await call("/nothing", preflight(origin)), 404, "not_found");
});

test("web chat answers the preflights of a listed origin, with every header that its calls take", async () => {
  const { chat } = await aListingPage();

  for (const [path, method, methods] of [
    ["/visits", "POST", "POST"],
    ["/files", "POST", "POST"],
    ["/events", "GET", "GET, HEAD"],
  ] as const) {
    const { status, headers } = await chat(path, preflight(origin, method));

    assert.deepEqual([path, status, headers.get("access-control-allow-origin")], [path, 204, origin]);
    assert.equal(headers.get("access-control-allow-methods"), methods);
    const allowed = headers.get("access-control-allow-headers")?.split(", ") ?? [];
    for (const name of ["authorization", "content-type", "idempotency-key", "last-event-id", "x-file-name"])
      assert.ok(allowed.includes(name), name);
  }
});

test("web chat answers 404 to preflights of other origins and to other methods", async () => {
  const { chat } = await aListingPage();

  for (const init of [preflight("https://evil.test"), { method: "OPTIONS", headers: { origin } }, { method: "PUT" }]) {
    const answer = await chat("/visits", init);

    assert.deepEqual([answer.status, corsHeaders(answer), answer.headers.get("allow")], [404, [], null]);
  }
});

test("an origin counts for one page only", async () => {
  await aListingPage();
  const call = callerOf(baseUrl, await aPage(deps));

  assert.deepEqual(corsHeaders(await call("/flows", { headers: { origin } })), []);
});
