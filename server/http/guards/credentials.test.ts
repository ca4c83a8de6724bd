import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { createPageToken, removePageToken } from "../../domain/pages/page-tokens.ts";
import { nodeMetrics } from "../../metrics/metrics.ts";
import { testApp } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { assertFailure, callerOf, pageUrl } from "../../test/call.ts";
import { comparable, rawRequest } from "../../test/raw-http.ts";
import { buildApp } from "../app.ts";

const gets = ["/flows", "/flows/[]", "/keywords", "/ice_breaker", "/main_menu", "/tools"];

test("the page's token is accepted by every call", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const call = callerOf(baseUrl, await aPage(deps));

  const answers = await Promise.all([...gets.map((path) => call(path)), call("/keywords/create", { method: "POST" })]);

  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(7).fill(200),
  );
});

test("the token is accepted as access_token or bearer, and twice if equal", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const { pageId, token } = await aPage(deps);
  const ask = (headers: Record<string, string>) => fetch(`${pageUrl(baseUrl, pageId)}/flows`, { headers });

  const answers = await Promise.all([
    ask({ access_token: token }),
    ask({ "Access-Token": token }),
    ask({ authorization: `Bearer ${token}` }),
    ask({ authorization: `bearer ${token}` }),
    ask({ "access-token": token, access_token: token, authorization: `Bearer ${token}` }),
    ask({ "access-token": token, authorization: "Basic YTpi" }),
  ]);

  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(6).fill(200),
  );
});

test("every wrong token gets the same answer, byte for byte", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const [page, other, refreshed, deleted] = [
    await aPage(deps),
    await aPage(deps),
    await aPage(deps),
    await aPage(deps),
  ];
  await createPageToken(deps, refreshed.pageId);
  await removePageToken(deps, deleted.pageId);
  const ask = (pageId: string, ...headers: string[]) =>
    rawRequest(baseUrl, [`GET ${pageUrl("", pageId)}/flows HTTP/1.1`, "Host: x", "Connection: close", ...headers]);
  const right = `access-token: ${page.token}`;

  const answers = await Promise.all([
    ask(page.pageId),
    ask(page.pageId, "access-token:"),
    ask(page.pageId, "access-token: secret"),
    ask(page.pageId, "access-token: \xff\xfe"),
    ask(page.pageId, `access-token: ${"a".repeat(5000)}`),
    ask(page.pageId, `access-token: bt_${"A".repeat(43)}`),
    ask(page.pageId, `access-token: ${page.token.toLowerCase()}`),
    ask(page.pageId, `access-token: ${page.token},${page.token}`),
    ask(page.pageId, "authorization: Bearer"),
    ask(page.pageId, `authorization: Basic ${page.token}`),
    ask(page.pageId, `access-token: ${other.token}`),
    ask(refreshed.pageId, `access-token: ${refreshed.token}`),
    ask(deleted.pageId, `access-token: ${deleted.token}`),
    ask("web_999999", right),
    ask("123", right),
    ask("%00", right),
    ask(`${page.pageId}%00`, right),
    ask("1%2f..%2f2", right),
    ask(`${page.pageId}%20`, right),
    ask("1".repeat(900), right),
    ask(page.pageId, right, "access_token: a"),
    ask(page.pageId, right, `access-token: ${other.token}`),
    ask(page.pageId, right, `authorization: Bearer ${other.token}`),
    ask(page.pageId, right, "access_token:"),
  ]);

  assertFailure(answers[0] ?? assert.fail(), 401, "unauthorized");
  assert.deepEqual([...new Set(answers.map(comparable))], [comparable(answers[0] ?? assert.fail())]);
});

test("a wrong token changes nothing", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const [page, other] = [await aPage(deps), await aPage(deps)];
  const intruder = callerOf(baseUrl, { pageId: page.pageId, token: other.token });

  assertFailure(await intruder("/keywords/create", { method: "POST" }), 401, "unauthorized");
  assertFailure(await intruder("/keywords/update", { json: { nonsense: true } }), 401, "unauthorized");

  assert.equal((await callerOf(baseUrl, page)("/keywords")).text, '{"success":true,"data":[]}');
});

test("after a refresh the first call with the old token fails on every node", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const secondNode = await buildApp({ ...deps, metrics: nodeMetrics() });
  atEnd(t, () => secondNode.close());
  const nodes = [baseUrl, await secondNode.listen({ host: "127.0.0.1", port: 0 })];
  const page = await aPage(deps);
  for (const node of nodes) assert.equal((await callerOf(node, page)("/flows")).status, 200);

  const token = await createPageToken(deps, page.pageId);

  for (const node of nodes) {
    assertFailure(await callerOf(node, page)("/flows"), 401, "unauthorized");
    assert.equal((await callerOf(node, { ...page, token })("/flows")).status, 200);
  }
});

test("a deleted token fails, and a new one works", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const page = await aPage(deps);
  await removePageToken(deps, page.pageId);

  assertFailure(await callerOf(baseUrl, page)("/flows"), 401, "unauthorized");
  assertFailure(await callerOf(baseUrl, page)("/keywords/create", { method: "POST" }), 401, "unauthorized");

  const token = await createPageToken(deps, page.pageId);
  assert.equal((await callerOf(baseUrl, { ...page, token })("/flows")).status, 200);
});

test("a token in the query is refused in any spelling, even beside a valid header", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const page = await aPage(deps);
  const call = callerOf(baseUrl, page);

  for (const query of [
    "access_token=",
    "access-token=",
    "ACCESS_TOKEN=",
    "x=1&access_token=",
    "access%5Ftoken=",
    "%61ccess-token=",
  ]) {
    const answer = await call(`/flows?${query}${page.token}`);

    assertFailure(answer, 400, "token_in_query");
    assert.ok(![...answer.headers.values()].some((value) => value.includes(page.token)));
  }
  assertFailure(await call("/flows?access_token"), 400, "token_in_query");
});

test("after thirty wrong tokens an address gets 429, while the right token still works", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const [page, other] = [await aPage(deps), await aPage(deps)];
  const guess = (pageId: string, headers = {}) =>
    callerOf(baseUrl, { pageId, token: `bt_${"A".repeat(43)}` })("/flows", { headers });
  for (let count = 0; count < 30; count++) assert.equal((await guess(page.pageId)).status, 401);

  assertFailure(await guess(page.pageId), 429, "rate_limited");
  assertFailure(await guess(other.pageId), 429, "rate_limited");
  assertFailure(await guess("web_999999"), 429, "rate_limited");
  assertFailure(await guess(page.pageId, { "x-forwarded-for": "192.0.2.7" }), 429, "rate_limited");
  assert.equal((await callerOf(baseUrl, page)("/flows")).status, 200);
});

test("behind a trusted proxy, wrong tokens count for the caller", async (t) => {
  const { baseUrl, deps } = await testApp(t, { trustProxy: ["127.0.0.1"] });
  const { pageId } = await aPage(deps);
  const guess = (address: string) =>
    callerOf(baseUrl, { pageId, token: "guess" })("/flows", { headers: { "x-forwarded-for": address } });
  for (let count = 0; count < 30; count++) await guess(`2001:db8::${count}`);

  assert.equal((await guess("192.0.2.7")).status, 401);
  assert.equal((await guess("2001:db8:0:1::1")).status, 401);
  assert.equal((await guess("2001:db8::ffff")).status, 429);
});
