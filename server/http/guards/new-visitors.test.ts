import assert from "node:assert/strict";
import { test } from "node:test";
import type { Refill } from "@banter/core/model/limits/token-bucket.ts";
import { visit } from "../../domain/sending/visitors.ts";
import { sql } from "../../store/db/sql.ts";
import { testApp, testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { sharedLimiter } from "./call-limiter.ts";

/** Refills too slowly for any test to see. */
const fixed = (burst: number) => ({ burst, perSecond: 1e-9 });

function newVisitors(limits: { page: Refill; node: Refill }) {
  const mayAdd = sharedLimiter(limits);
  return (page: string) => mayAdd({ page, node: "node" });
}

test("the addresses of one IPv6 network share one allowance of visits", async (t) => {
  const { baseUrl, deps } = await testApp(t, { trustProxy: ["127.0.0.1"] });
  const { pageId } = await aPage(deps);
  const startedAt = performance.now();

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, number) =>
      fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/visits`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `2001:db8:1:2::${number.toString(16)}` },
        body: "{}",
      }),
    ),
  );

  const visited = answers.filter(({ status }) => status === 200).length;
  const refilled = Math.ceil((performance.now() - startedAt) / 1000);
  assert.ok(visited >= 60 && visited <= 60 + refilled, `${visited} visits`);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 429]);
  assert.equal(await deps.db.count(sql`select from customers where page_id = ${pageId}`), visited);
});

test("a page has an allowance of new visitors, whatever network they come from", () => {
  const mayAdd = newVisitors({ page: fixed(2), node: fixed(100) });

  assert.deepEqual([mayAdd("one"), mayAdd("one"), mayAdd("one"), mayAdd("other")], [true, true, false, true]);
});

test("a node has an allowance of new visitors, which a flooded page does not use up", () => {
  const mayAdd = newVisitors({ page: fixed(2), node: fixed(3) });

  for (let call = 0; call < 10; call++) mayAdd("flooded");

  assert.deepEqual([mayAdd("one"), mayAdd("two")], [true, false]);
});

test("visitors who come back are let in while no new ones are", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  const { psid, token } = await visit(deps, pageId, { body: {}, token: undefined, beforeNew: () => undefined });
  const beforeNew = () => {
    throw new Error("no new visitors");
  };

  const again = await visit(deps, pageId, { body: {}, token, beforeNew });

  assert.equal(again.psid, psid);
  await assert.rejects(visit(deps, pageId, { body: {}, token: undefined, beforeNew }), /no new visitors/);
});
