import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ManagementRoute } from "@banter/core/api/management/contract.ts";
import { managementApi } from "@banter/core/api/management/index.ts";
import { loginCalls } from "@banter/core/api/management/logins.ts";
import { FormBody } from "@banter/core/api/prechat-form.ts";
import { publicApi } from "@banter/core/api/public.ts";
import { MessageBody, ReceiptBody, TypingBody, VisitBody } from "@banter/core/api/webchat.ts";
import type { z } from "zod";
import { addressOf, type Fields, idsFor, paramsOf } from "../../test/contract/calls.ts";
import { leavesOf, samplesOf, withLeaf } from "../../test/contract/sample.ts";
import { aWorkspace, type Ids } from "../../test/contract/workspace.ts";
import { testNode } from "../../test/node.ts";
import { aVisitor } from "../../test/visitor.ts";

const often = { perSecond: 1_000_000, burst: 1_000_000 };
const node = await testNode({ after }, { rateLimit: often, managementRate: often });
const { baseUrl } = node;
const { owner, token, ids } = await aWorkspace(node, "mine");
const visitor = await aVisitor(baseUrl, String(ids.page_id));

/** PostgreSQL refuses the first two. JSON can hold the third, an address cannot. */
const withNul = "a\0b";
const odd = [withNul, "\0", "\ud800", "\u0001\u001b\u007f\u0085", "\u202e%_\\'"];

type Route = { summary?: string; params?: z.ZodObject; query?: z.ZodObject; body?: z.ZodType; takesFile?: true };
type Send = (
  path: string,
  init: { method: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>;

const send: Record<string, Send> = {
  management: (path, init) => owner.fetch(`${baseUrl}/api/v1${path}`, init),
  logins: (path, init) => owner.fetch(`${baseUrl}/api/v1/auth${path}`, init),
  public: (path, { headers, ...init }) =>
    fetch(`${baseUrl}/api/public_api/v1${path}`, { ...init, headers: { ...headers, "access-token": token } }),
  webchat: (path, { headers, ...init }) =>
    fetch(`${baseUrl}/api/webchat/v1${path}`, {
      ...init,
      headers: { ...headers, authorization: `Bearer ${visitor.token}` },
    }),
  plain: (path, init) => owner.fetch(`${baseUrl}${path}`, { redirect: "manual", ...init }),
};

const onPage = (key: string) => key.replace(" ", " /pages/:page_id");

const routes: { api: string; key: string; route: Route }[] = [
  ...Object.entries<ManagementRoute>(managementApi).map(([key, route]) => ({ api: "management", key, route })),
  ...Object.entries<Route>(loginCalls).map(([key, route]) => ({ api: "logins", key, route })),
  ...Object.entries<Route>(publicApi).map(([key, route]) => ({ api: "public", key: onPage(key), route })),
  ...Object.entries({
    "POST /visits": { body: VisitBody },
    "POST /messages": { body: MessageBody },
    "POST /form": { body: FormBody },
    "POST /receipts": { body: ReceiptBody },
    "POST /typing": { body: TypingBody },
    "GET /profile": {},
    "GET /events": {},
  }).map(([key, route]) => ({ api: "webchat", key: onPage(key), route })),
  ...[
    "GET /l/:token",
    "GET /chat/:page_id",
    "GET /chat/:page_id/look.js",
    "GET /tools/:page_id/:tool_id",
    "GET /tools/:page_id/:tool_id/qr.png",
    "GET /media/:page_id/:sealed",
    "GET /media/:page_id/:media_id/:key/:name",
    "GET /webhooks/:page_id",
    "POST /webhooks/:page_id",
    "GET /webhooks/app/:channel",
    "GET /api/v1/pages/:page_id/tools/:tool_id/qr.png",
    "GET /api/v1/pages/:page_id/events",
    "GET /api/v1/pages/:page_id/customers.csv",
    "GET /api/v1/pages/:page_id/customer_jobs/:job_id/errors.csv",
    "GET /api/v1/pages/:page_id/customers/:psid/data",
  ].map((key) => ({ api: "plain", key, route: {} })),
];

/** Fields of queries that no contract lists. */
const unlisted: Record<string, string[]> = {
  "GET /pages/:page_id/events": ["after"],
  "GET /api/v1/pages/:page_id/events": ["after"],
  "GET /api/v1/pages/:page_id/customers.csv": ["search", "value", "ref", "columns"],
};

for (const { api, key, route } of routes) {
  test(`${api}: ${key} refuses text that cannot be stored, wherever it stands`, async () => {
    const calls = [...inAddress(key, route), ...inBody(key, route)];

    const answers = await Promise.all(calls.map((call) => ask(api, key, call)));

    const failed = answers.filter(({ status, text }) => !isRefusal(status, text));
    assert.deepEqual(failed, []);
  });
}

/** Other odd text may be taken, but must not fail on our side. A platform that cannot be asked is no failure of ours. */
function isRefusal(status: number, text: string): boolean {
  if (!text.includes("\0")) return status < 500 || status === 501 || status === 502;
  // 403: the handshake of webhooks, 401: a page's token does not fit another page, 429: logins.
  return [400, 401, 403, 404, 429].includes(status);
}

type OddCall = Fields & { text: string };

function inAddress(key: string, route: Route): OddCall[] {
  const texts = odd.filter((text) => text.isWellFormed());
  const query = [...Object.keys(route.query?.shape ?? {}), ...(unlisted[key] ?? [])];
  return texts.flatMap((text) => [
    ...paramsOf(key).map((name) => ({ text, params: { [name]: text } })),
    ...query.map((name) => ({ text, query: { [name]: text } })),
  ]);
}

function inBody(key: string, { body, takesFile }: Route): OddCall[] {
  if (!body || takesFile) return [];
  return samplesOf(body, idsFor(key, ids)).flatMap((sample) =>
    leavesOf(sample)
      .filter(({ leaf }) => typeof leaf === "string")
      .flatMap(({ place }) => odd.map((text) => ({ text, body: withLeaf(sample, place, text) }))),
  );
}

const others: Ids = { token: "x", sealed: "x.y", key: "x", channel: "telegram", path: "[1]" };

async function ask(api: string, key: string, { text, ...fields }: OddCall) {
  const { method, path } = addressOf(key, { ...others, ...ids }, fields);
  const json = fields.body !== undefined;
  const response = await send[api]?.(path, {
    method,
    ...(json && { headers: { "content-type": "application/json" }, body: JSON.stringify(fields.body) }),
  });
  const status = response?.status ?? 0;
  await response?.body?.cancel();
  return { status, text, ...fields };
}
