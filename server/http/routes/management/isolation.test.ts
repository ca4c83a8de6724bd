import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ManagementRoute } from "@banter/core/api/management/contract.ts";
import { managementApi } from "@banter/core/api/management/index.ts";
import { addressOf, type Fields, idsFor, paramsOf } from "../../../test/contract/calls.ts";
import { distinctLeaves, samplesOf, withLeaf } from "../../../test/contract/sample.ts";
import { aWorkspace, type Ids, type Workspace } from "../../../test/contract/workspace.ts";
import { testNode } from "../../../test/node.ts";

const often = { perSecond: 1_000_000, burst: 1_000_000 };
const node = await testNode({ after }, { managementRate: often });
const [mine, theirs] = [await aWorkspace(node, "mine"), await aWorkspace(node, "theirs")];
const nobodys = Object.fromEntries(Object.entries(mine.ids).map(([name, id]) => [name, unusedLike(id)])) as Ids;
const routes = Object.entries<ManagementRoute>(managementApi).filter(
  ([, { scope }]) => scope === "page" || scope === "workspace",
);
const aModel = {
  ...{ name: "Small", protocol: "openai", base_url: "https://model.example/v1", model: "small", key: null },
  ...{ purpose: "chat", input_price: 0, output_price: 0, max_tokens: 100, timeout_seconds: 5 },
};
/** Bodies that cannot be drawn from their schema. */
const bodies: Record<string, unknown> = {
  "POST /pages/:page_id/event_endpoints": { name: "Till", url: "https://shop.example/a", types: ["goal.reached"] },
  "POST /pages/:page_id/conversations/:psid/summary": { language: "en" },
  "POST /pages/:page_id/conversations/:psid/translation": { text: "Hello", language: "vi" },
  "POST /pages/:page_id/flows/:flow_id/translation": { language: "vi" },
  "POST /pages/:page_id/models": aModel,
  "PATCH /pages/:page_id/models/:model_id": { name: "Small" },
  "POST /pages/:page_id/models/try": { model: aModel },
  "POST /pages/:page_id/requests/try": {
    step: { type: "request", method: "GET", url: "https://shop.example/a", next: { ok: null, failed: null } },
    values: {},
  },
};
const before = await readAll(theirs);

for (const [key, route] of routes) {
  const samples = bodiesOf(key, route);

  test(`${key} has a body to try it with`, () => {
    assert.ok(!route.body || route.takesFile || samples.length > 0);
  });

  for (const name of paramsOf(key).filter((each) => each !== "version"))
    test(`${key} treats another workspace's ${name} in the path as unknown`, async () => {
      const [body] = samples;
      const foreign = await ask(key, { params: { [name]: theirs.ids[name] ?? 0 }, body });
      const unknown = await ask(key, { params: { [name]: nobodys[name] ?? 0 }, body });

      assert.deepEqual(foreign, unknown);
    });

  for (const { what, own, field } of placesOf(key, route, samples))
    test(`${key} treats another workspace's id as unknown: ${what}`, async () => {
      const name = Object.entries(mine.ids).find(([, id]) => id === own)?.[0] ?? "";
      const foreign = await ask(key, field(theirs.ids[name] ?? 0));
      const unknown = await ask(key, field(nobodys[name] ?? 0));

      assert.deepEqual(foreign, unknown);
    });
}

test("the ids of the body and of the query are tried", () => {
  const tried = routes.flatMap(([key, route]) => placesOf(key, route, bodiesOf(key, route)).map(({ what }) => what));

  assert.ok(tried.length >= 40, tried.join("\n"));
});

test("the other workspace reads as before", async () => {
  assert.deepEqual(await readAll(theirs), before);
});

function bodiesOf(key: string, { body, takesFile }: ManagementRoute): unknown[] {
  if (key in bodies) return [bodies[key]];
  return body && !takesFile ? samplesOf(body, idsFor(key, mine.ids)) : [];
}

type IdPlace = { what: string; own: unknown; field: (id: string | number) => Fields };

/** Every place in the query and in the bodies that holds an id of ours. */
function placesOf(key: string, route: ManagementRoute, samples: unknown[]): IdPlace[] {
  const own = new Set<unknown>(Object.entries(mine.ids).flatMap(([name, id]) => (name === "version" ? [] : [id])));
  const named = idsFor(key, mine.ids);
  const query = Object.keys(route.query?.shape ?? {}).flatMap((name): IdPlace[] => {
    const id = named[name];
    return id === undefined ? [] : [{ what: `?${name}`, own: id, field: (other) => ({ query: { [name]: other } }) }];
  });
  const inBodies = distinctLeaves(samples)
    .filter(({ leaf }) => own.has(leaf))
    .map(({ sample, place, leaf }): IdPlace => {
      const field = (id: string | number) => ({ body: withLeaf(sample, place, id) });
      return { what: `${place.join("/")} in ${JSON.stringify(sample)}`, own: leaf, field };
    });
  return [...query, ...inBodies];
}

/** The answer without what differs from call to call. The owner of our workspace asks. */
async function ask(key: string, fields: Fields): Promise<{ status: number; text: string }> {
  const { method, path } = addressOf(key, mine.ids, fields);
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(fields.body) };
  const response = await mine.owner.fetch(`${node.baseUrl}/api/v1${path}`, {
    method,
    ...(fields.body !== undefined && json),
  });
  assert.ok(response.status < 500 || response.status === 502, `${key}: ${response.status}`);
  return { status: response.status, text: (await response.text()).replaceAll(/[0-9]+/g, "0") };
}

/** Everything that its owner can read, but for numbers that change with the time. */
async function readAll({ owner, ids }: Workspace): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [key] of routes) {
    if (!key.startsWith("GET ") || /health|home|statistics|customer_jobs/.test(key)) continue;
    const { path } = addressOf(key, ids, {});
    read[key] = await (await owner.fetch(`${node.baseUrl}/api/v1${path}`)).text();
  }
  return read;
}

function unusedLike(id: string | number): string | number {
  if (typeof id === "number") return 999_999_999;
  return /^web_/.test(id) ? "web_999999999" : "nobody";
}
