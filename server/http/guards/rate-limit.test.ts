import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { nodeMetrics } from "../../metrics/metrics.ts";
import { testApp } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { type Answer, assertFailure, callerOf } from "../../test/call.ts";
import { buildApp } from "../app.ts";

// The bucket hardly refills during a test, even on a slow machine.
const slowly = { perSecond: 0.001 };

const accepted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

test("by default a page has 100 requests a second with bursts of 200, as the headers say", async (t) => {
  const { baseUrl, deps } = await testApp(t);

  const { headers } = await callerOf(baseUrl, await aPage(deps))("/flows");

  assert.equal(headers.get("ratelimit-policy"), '"page";q=200;w=2');
  assert.equal(headers.get("ratelimit"), '"page";r=199;t=1');
});

test("requests over the burst are refused with retry-after", async (t) => {
  const { baseUrl, deps } = await testApp(t, { rateLimit: { ...slowly, burst: 200 } });
  const call = callerOf(baseUrl, await aPage(deps));

  const answers = await Promise.all(Array.from({ length: 220 }, () => call("/flows")));

  // A node drops tokens not spent within a second, so a slow machine allows fewer requests, never more.
  assert.ok(accepted(answers) <= 200 && accepted(answers) > 0, `${accepted(answers)} accepted`);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.length >= 20);
  for (const answer of refused) {
    assertFailure(answer, 429, "rate_limited");
    assert.match(answer.headers.get("ratelimit") ?? "", /^"page";r=0;t=[0-9]+$/);
    assert.match(answer.headers.get("ratelimit-policy") ?? "", /^"page";q=200;w=[0-9]+$/);
  }
});

test("the remaining requests count down", async (t) => {
  const { baseUrl, deps } = await testApp(t, { rateLimit: { ...slowly, burst: 3 } });
  const call = callerOf(baseUrl, await aPage(deps));
  const left = async () => /r=([0-9]+)/.exec((await call("/flows")).headers.get("ratelimit") ?? "")?.[1];

  assert.deepEqual([await left(), await left(), await left()], ["2", "1", "0"]);
  assertFailure(await call("/flows"), 429, "rate_limited");
});

test("a refused request changes nothing", async (t) => {
  const { baseUrl, deps } = await testApp(t, { rateLimit: { ...slowly, burst: 1 } });
  const call = callerOf(baseUrl, await aPage(deps));
  await call("/flows");

  const answer = await call("/keywords/create", { method: "POST" });

  assertFailure(answer, 429, "rate_limited");
});

test("each page has its own limit", async (t) => {
  const { baseUrl, deps } = await testApp(t, { rateLimit: { ...slowly, burst: 1 } });
  const [one, other] = [callerOf(baseUrl, await aPage(deps)), callerOf(baseUrl, await aPage(deps))];
  await one("/flows");

  assert.equal((await one("/flows")).status, 429);
  assert.equal((await other("/flows")).status, 200);
});

test("a wrong token does not count against the page's limit", async (t) => {
  const { baseUrl, deps } = await testApp(t, { rateLimit: { ...slowly, burst: 2 } });
  const page = await aPage(deps);

  for (let count = 0; count < 5; count++) await callerOf(baseUrl, { ...page, token: "wrong" })("/flows");

  assert.equal((await callerOf(baseUrl, page)("/flows")).status, 200);
});

test("two nodes share a page's limit", async (t) => {
  const { baseUrl, deps } = await testApp(t, { rateLimit: { ...slowly, burst: 30 } });
  const secondNode = await buildApp({ ...deps, metrics: nodeMetrics() });
  atEnd(t, () => secondNode.close());
  const page = await aPage(deps);
  const nodes = [callerOf(baseUrl, page), callerOf(await secondNode.listen({ host: "127.0.0.1", port: 0 }), page)];

  const answers = await Promise.all(nodes.flatMap((call) => Array.from({ length: 30 }, () => call("/flows"))));

  assert.ok(accepted(answers) <= 30 && accepted(answers) > 0, `${accepted(answers)} accepted`);
});

test("the bucket refills", async (t) => {
  const { baseUrl, deps } = await testApp(t, { rateLimit: { perSecond: 1000, burst: 1 } });
  const call = callerOf(baseUrl, await aPage(deps));
  await Promise.all([call("/flows"), call("/flows"), call("/flows")]);

  while ((await call("/flows")).status !== 200);
});
