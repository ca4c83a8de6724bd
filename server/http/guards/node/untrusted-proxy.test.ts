import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { pino } from "pino";
import type { Config } from "../../../config/config.ts";
import { testDeps } from "../../../test/app.ts";
import { buildApp } from "../../app.ts";

/** Sends three forwarded requests. Returns the lines of the log that speak of it. */
async function warningsOf(t: Test, config: Partial<Config>): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const app = await buildApp({ ...(await testDeps(t, config)), log });
  atEnd(t, () => app.close());
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  await fetch(`${baseUrl}/healthz`);
  for (const ip of ["203.0.113.7", "203.0.113.8", "203.0.113.9"])
    await fetch(`${baseUrl}/healthz`, { headers: { "x-forwarded-for": ip } });
  return lines.filter((line) => line.includes("TRUST_PROXY"));
}

test("a forwarded request is reported once if no proxy is trusted", async (t) => {
  const [line = "", ...others] = await warningsOf(t, {});

  assert.match(line, /"level":40,.*"from":"127\.0\.0\.1"/);
  assert.deepEqual(others, []);
});

test("nothing is reported if a proxy is trusted", async (t) => {
  assert.deepEqual(await warningsOf(t, { trustProxy: ["127.0.0.1"] }), []);
});
