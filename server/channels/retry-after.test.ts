import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closePools } from "../outbound/pools.ts";
import { aServer } from "../test/loopback-server.ts";
import { callGraph } from "./meta/graph.ts";
import { callApi } from "./telegram/call-api.ts";
import { callCloud } from "./whatsapp/graph.ts";

after(closePools);

type Caller = (origin: string) => Promise<unknown>;
const meta: Caller = (baseUrl) =>
  callGraph(
    { baseUrl, apiVersion: "v25.0", accessToken: "t", tokenIn: "query" },
    { method: "POST", path: "me", body: {} },
  );
const whatsapp: Caller = (baseUrl) =>
  callCloud({ baseUrl, apiVersion: "v25.0", accessToken: "t", phoneNumberId: "1" }, "1/messages", {});
const telegram: Caller = (apiUrl) => callApi({ apiUrl, botToken: "1:a" }, "sendMessage", {});

const graphError = (code: number) => ({ error: { code, message: "Slow down" } });
const botError = (code: number, retryAfter?: number) => ({
  ok: false,
  error_code: code,
  description: "Wait",
  ...(retryAfter && { parameters: { retry_after: retryAfter } }),
});
const usage = { "x-business-use-case-usage": '{"1":[{"call_count":100,"estimated_time_to_regain_access":5}]}' };
const inNineSeconds = () => ({ "retry-after": new Date(Date.now() + 9000).toUTCString() });

type Case = [caller: Caller, status: number, headers: object, body: unknown, failure: string, seconds?: number];
const cases: Record<string, Case> = {
  "Meta: an error and the header": [meta, 429, { "retry-after": "2" }, graphError(613), "throttled", 2],
  "Meta: an error with status 400 and the header": [meta, 400, { "retry-after": "2" }, graphError(4), "throttled", 2],
  "Meta: an error, usage and the header": [meta, 429, { ...usage, "retry-after": "2" }, graphError(4), "throttled", 2],
  "Meta: an error and usage": [meta, 400, usage, graphError(4), "throttled", 300],
  "Meta: only the status": [meta, 429, {}, "slow down", "throttled"],
  "Meta: the status and the header": [meta, 429, { "retry-after": "2" }, "slow down", "throttled", 2],
  "Meta: another error with status 429": [meta, 429, {}, graphError(2), "throttled"],
  "Meta: overloaded": [meta, 503, { "retry-after": "2" }, "", "throttled", 2],
  "Meta: overloaded, with an error": [meta, 503, { "retry-after": "2" }, graphError(2), "throttled", 2],
  "Meta: a fault": [meta, 503, {}, graphError(2), "platform_error"],
  "Meta: a fault with the header": [meta, 500, { "retry-after": "7" }, "", "platform_error", 7],
  "Meta: a refusal with the header stays a refusal": [meta, 400, { "retry-after": "2" }, graphError(100), "rejected"],
  "WhatsApp: an error and the header": [whatsapp, 429, { "retry-after": "2" }, graphError(130429), "throttled", 2],
  "WhatsApp: an error and usage": [whatsapp, 400, usage, graphError(80007), "throttled", 300],
  "WhatsApp: the status and the header": [whatsapp, 429, { "retry-after": "2" }, "", "throttled", 2],
  "WhatsApp: overloaded": [whatsapp, 503, { "retry-after": "2" }, graphError(131016), "throttled", 2],
  "WhatsApp: a fault": [whatsapp, 503, {}, graphError(131016), "platform_error"],
  "WhatsApp: a fault with the header": [whatsapp, 500, { "retry-after": "7" }, "", "platform_error", 7],
  "Telegram: its own field": [telegram, 429, {}, botError(429, 5), "throttled", 5],
  "Telegram: its own field, preferred to the header": [
    telegram,
    429,
    { "retry-after": "2" },
    botError(429, 5),
    "throttled",
    5,
  ],
  "Telegram: the header": [telegram, 429, { "retry-after": "2" }, botError(429), "throttled", 2],
  "Telegram: a gateway": [telegram, 429, { "retry-after": "2" }, "<html>", "throttled", 2],
  "Telegram: overloaded": [telegram, 503, { "retry-after": "2" }, "<html>", "throttled", 2],
  "Telegram: a fault": [telegram, 502, {}, "<html>", "platform_error"],
};

for (const [name, [call, status, headers, body, failure, retryAfterSeconds]] of Object.entries(cases)) {
  test(`${name} is ${failure} for ${retryAfterSeconds ?? "an unknown number of"} seconds`, async (t) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { origin } = await aServer(t, (_, response) => response.writeHead(status, { ...headers }).end(text));

    await assert.rejects(call(origin), { failure, retryAfterSeconds });
  });
}

test("the header may be a date, on every platform", async (t) => {
  const { origin } = await aServer(t, (_, response) => response.writeHead(429, inNineSeconds()).end());

  for (const call of [meta, whatsapp, telegram]) {
    const { retryAfterSeconds } = await call(origin).then(
      () => assert.fail(),
      (error) => error,
    );
    assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 10, `${retryAfterSeconds}`);
  }
});
