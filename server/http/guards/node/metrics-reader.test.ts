import assert from "node:assert/strict";
import { test } from "node:test";
import { testApp } from "../../../test/app.ts";

const statusOf = async (baseUrl: string, headers: Record<string, string> = {}) =>
  (await fetch(`${baseUrl}/metrics`, { headers })).status;

test("without a token, only callers on this machine read the metrics, and none through a proxy", async (t) => {
  const { baseUrl } = await testApp(t, { trustProxy: ["127.0.0.1"] });

  assert.equal(await statusOf(baseUrl), 200);
  for (const name of ["x-forwarded-for", "X-Forwarded-Host", "forwarded", "via", "x-real-ip"]) {
    assert.equal(await statusOf(baseUrl, { [name]: "127.0.0.1" }), 401, name);
  }
});

test("with a token, only callers with the token read the metrics", async (t) => {
  const metricsToken = "a-long-metrics-token";
  const { baseUrl } = await testApp(t, { metricsToken });

  assert.equal(await statusOf(baseUrl), 401);
  for (const wrong of ["", "a-long-metrics-toke", "a-long-metrics-tokens"]) {
    assert.equal(await statusOf(baseUrl, { authorization: `Bearer ${wrong}` }), 401, wrong);
  }
  const reader = { authorization: `Bearer ${metricsToken}`, "x-forwarded-for": "203.0.113.7" };
  assert.equal(await statusOf(baseUrl, reader), 200);
});
