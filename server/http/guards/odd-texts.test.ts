import assert from "node:assert/strict";
import { after, test } from "node:test";
import { managementApi } from "@banter/core/api/management/index.ts";
import { loginCalls } from "@banter/core/api/management/logins.ts";
import { FormBody } from "@banter/core/api/prechat-form.ts";
import { publicApi, publicPrefix } from "@banter/core/api/public.ts";
import { MessageBody, ReceiptBody, TypingBody, VisitBody, webchatPrefix } from "@banter/core/api/webchat.ts";
import { isStorable } from "@banter/core/model/text.ts";
import type { z } from "zod";
import { addressOf, type Fields, idsFor, paramsOf } from "../../test/contract/calls.ts";
import { collectRoutes } from "../../test/contract/routes.ts";
import { distinctLeaves, samplesOf, withLeaf } from "../../test/contract/sample.ts";
import { aWorkspace, type Ids } from "../../test/contract/workspace.ts";
import { testNode } from "../../test/node.ts";
import { aVisitor } from "../../test/visitor.ts";

const often = { perSecond: 1_000_000, burst: 1_000_000 };
const keys = collectRoutes();
const node = await testNode({ after }, { rateLimit: often, managementRate: often });
const { baseUrl } = node;
const { owner, token, ids } = await aWorkspace(node, "mine");
const visitor = await aVisitor(baseUrl, String(ids.page_id));

/** PostgreSQL refuses the first two. An address cannot hold the second one. */
const odd = ["a\0b", "\ud800", "\u0001\u001b\u007f\u0085\u202e%_\\'"];
/** As they stand in an address. The last one is what the bytes of a lone surrogate would be. */
const oddInAddress = [...odd.filter((text) => text.isWellFormed()).map(encodeURIComponent), "%ed%a0%80"];

type Described = { summary?: string; query?: z.ZodObject; body?: z.ZodType; takesFile?: true };

/** The fields of routes, from the contracts; those of other routes have a line each. */
const described: Record<string, Described> = {
  ...under("/api/v1", managementApi),
  ...under("/api/v1/auth", loginCalls),
  ...under(publicPrefix, publicApi),
  ...under(webchatPrefix, {
    "POST /visits": { body: VisitBody },
    "POST /messages": { body: MessageBody },
    "POST /form": { body: FormBody },
    "POST /receipts": { body: ReceiptBody },
    "POST /typing": { body: TypingBody },
    "POST /files": { takesFile: true },
  }),
  // Signed bodies: webhook-json.test.ts tries them.
  "POST /webhooks/:page_id": {},
  "POST /webhooks/app/:channel": {},
  // Any JSON: incoming-hooks.test.ts tries it.
  "POST /hooks/:page_id/:hook_id/:secret": {},
};

/** Fields of queries that no contract lists. */
const unlisted: Record<string, string[]> = {
  [`GET ${webchatPrefix}/events`]: ["after"],
  "GET /api/v1/pages/:page_id/events": ["after"],
  "GET /api/v1/pages/:page_id/customers.csv": ["search", "value", "ref", "columns"],
};

test("every route that takes a body is described", async () => {
  const unknown = [...keys].filter((key) => /^(?!GET |DELETE )/.test(key) && !described[key]);

  const answers = await Promise.all(unknown.map((key) => ask({ key, isStorable: true })));

  assert.deepEqual(
    answers.filter(({ status }) => status !== 405),
    [],
  );
});

test("no route fails on odd text, wherever it stands, and none takes text that cannot be stored", async () => {
  const calls = [...keys].flatMap((key) => [...inAddress(key), ...inBody(key)]);

  const answers = await sideBySide(calls, ask);

  assert.deepEqual(
    answers.filter((answer) => !isFine(answer)),
    [],
  );
  // If all calls failed the same way, the test would prove nothing.
  for (const status of [200, 400, 404]) assert.ok(answers.some((answer) => answer.status === status));
  assert.equal((await ask({ key: "GET /api/v1/pages/:page_id", isStorable: true })).status, 200);
});

type OddCall = Fields & { key: string; isStorable: boolean; encoded?: string };
type Answer = OddCall & { status: number };

/** Odd text that can be stored may be taken. A platform that cannot be asked is no failure of ours. */
function isFine({ key, status, isStorable }: Answer): boolean {
  if (isStorable) return status < 500 || status === 501 || status === 502;
  return [400, 404, 405, ...(otherRefusals.find(([part]) => key.includes(part))?.[1] ?? [])].includes(status);
}

const otherRefusals: [part: string, statuses: number[]][] = [
  // The token fits one page only.
  [publicPrefix, [401]],
  ["/api/v1/auth/", [429]],
  ["/webhooks/", [403]],
  // The console reads the address itself.
  ["GET /pages/*", [200]],
  ["GET /settings/*", [200]],
];

function inAddress(key: string): OddCall[] {
  const query = [...Object.keys(described[key]?.query?.shape ?? {}), ...(unlisted[key] ?? [])];
  return oddInAddress.flatMap((encoded) => {
    const call = { key, encoded, isStorable: !encoded.includes("%00") };
    return [
      ...paramsOf(named(key)).map((name) => ({ ...call, params: { [name]: mark } })),
      ...query.map((name) => ({ ...call, query: { [name]: mark } })),
    ];
  });
}

/** Stands in an address where the odd text goes. */
const mark = "odd-text";

function inBody(key: string): OddCall[] {
  const { body, takesFile } = described[key] ?? {};
  if (!body || takesFile) return [];
  return distinctLeaves(samplesOf(body, idsFor(key, ids)))
    .filter(({ leaf }) => typeof leaf === "string")
    .flatMap(({ sample, place }) =>
      odd.map((text) => ({ key, isStorable: isStorable(text), body: withLeaf(sample, place, text) })),
    );
}

const others: Ids = { token: "x", sealed: "x.y", key: "x", channel: "telegram", path: "[1]", rest: "x" };

async function ask(call: OddCall): Promise<Answer> {
  const { key, encoded = "", ...fields } = call;
  const { method, path } = addressOf(named(key), { ...others, ...ids }, fields);
  const response = await owner.fetch(baseUrl + path.replace(mark, encoded), {
    method,
    redirect: "manual",
    headers: {
      ...(path.startsWith("/api/public_api/") && { "access-token": token }),
      ...(path.startsWith("/api/webchat/") && { authorization: `Bearer ${visitor.token}` }),
      ...(fields.body !== undefined && { "content-type": "application/json" }),
    },
    ...(fields.body !== undefined && { body: JSON.stringify(fields.body) }),
  });
  await response.body?.cancel();
  return { ...call, status: response.status };
}

async function sideBySide<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.values();
  const worker = async () => {
    for (const item of left) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return results;
}

/** A route for every path below another one has its rest as a parameter. */
const named = (key: string) => key.replace("*", ":rest");

function under(prefix: string, routes: Record<string, Described>): Record<string, Described> {
  return Object.fromEntries(Object.entries(routes).map(([key, route]) => [key.replace(" ", ` ${prefix}`), route]));
}
