import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import type { Route } from "@banter/core/api/contract.ts";
import { publicApi } from "@banter/core/api/public.ts";
import { type ErrorCode, statusOf } from "@banter/core/model/error.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import fc, { type Arbitrary } from "fast-check";
import { loadPageState } from "../domain/page-file/state.ts";
import { testApp } from "../test/app.ts";
import { aFlow, aPage } from "../test/builders.ts";
import { type Answer, assertFailure, callerOf, pageUrl } from "../test/call.ts";
import { anyInput, damaged } from "../test/contract/arbitrary-input.ts";
import { aVisitor } from "../test/visitor.ts";

const { baseUrl, deps } = await testApp({ after }, { rateLimit: { perSecond: 1, burst: 10_000_000 } });
const page = await aPage(deps, {
  tags: ["vip"],
  fields: [{ name: "size", type: "text" }],
  folders: ["Sales", "Sales/Orders"],
  flows: [aFlow("Welcome"), aFlow("Sales/Orders/Confirm"), { ...aFlow("Draft"), published: false }],
  keywords: [{ name: "Hi", match: "is", phrases: ["hi"], excludes: [], flow: "Welcome", is_activated: true }],
});
const { psid } = await aVisitor(baseUrl, page.pageId);
const ids = await idsOfPage();

// fc.constantFrom chooses evenly: values that are often valid are listed more often.
const words = [
  psid,
  psid,
  ...ids.map(String),
  "v2",
  "Hello {{user_first_name}}",
  "https://example.com/a.png",
  "+84901234567",
];

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
after(() => agent.destroy());

type Call = { key: string; method: string; path: string; headers: Record<string, string>; body: Buffer };

test("random requests get the call's answer or a 4xx failure, never a 5xx", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(...Object.entries<Route>(publicApi).map(callOf)), async (call) => {
      const answer = await send(call);

      const outcome = check(call, answer);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }),
    { numRuns: 4000, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false, endOnFailure: false },
  );

  // If all calls failed the same way, the test would prove nothing.
  for (const outcome of [
    "GET 200",
    "POST 200",
    "invalid_field",
    "malformed_request",
    "not_found",
    "flow_not_found",
    "unauthorized",
  ]) {
    assert.ok(seen.has(outcome), `Nothing gave ${outcome}: ${JSON.stringify([...seen])}`);
  }
});

test("the page still answers unchanged after the random requests", async () => {
  const { status, text } = await callerOf(baseUrl, page)("/flows");

  assert.equal(status, 200);
  assert.equal(JSON.parse(text).data.flows.length, 3);
});

/** Returns the kind of outcome, for counting. */
function check({ key, method }: Call, answer: Answer): string {
  if (answer.status === 200) {
    assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
    if (method !== "HEAD") (publicApi as Record<string, Route>)[key]?.reply.parse(JSON.parse(answer.text));
    return `${method} 200`;
  }
  const code = answer.headers.get("x-error-code") as ErrorCode;
  const isKnown =
    statusOf[code] === answer.status || (code === "malformed_request" && [408, 414, 417, 431].includes(answer.status));
  assert.ok(answer.status >= 400 && answer.status < 500 && isKnown, `${answer.status} ${code}`);
  assertFailure(method === "HEAD" ? { ...answer, text: '"Server internal error"' } : answer, answer.status, code);
  return code;
}

function callOf([key, route]: [string, Route]): Arbitrary<Call> {
  const [method = "", template = ""] = key.split(" ");
  const params = fc.record(Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, pathPart])));
  const path = params.map((given: JsonObject) =>
    template.replaceAll(/:(\w+)/g, (_, name: string) => String(given[name])),
  );
  return fc
    .record({
      method: often(method, fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND")),
      root: often(
        pageUrl("", page.pageId),
        fc.oneof(
          fc.constantFrom("/api/public_api", pageUrl("", "%00"), pageUrl("", "1")),
          url.map((value) => `/api/public_api/${value}`),
        ),
      ),
      path: fc.oneof(
        { weight: 8, arbitrary: path },
        { weight: 1, arbitrary: fc.tuple(path, url).map((parts) => parts.join("")) },
      ),
      query: often(
        "",
        fc.oneof(
          pathPart.map((value) => `?path=${value}`),
          url.map((value) => `?${value}`),
        ),
      ),
      headers: headersFor(method),
      body: method === "POST" ? bodyOf(route) : often(Buffer.alloc(0), anyBytes),
    })
    .map(({ root, path, query, ...rest }) => ({ key, path: root + path + query, ...rest }));
}

function headersFor(method: string): Arbitrary<Record<string, string>> {
  const token = often(page.token, fc.constantFrom("", "x", `bt_${"A".repeat(43)}`, page.token.toLowerCase()));
  const type = often(
    "application/json",
    fc.constantFrom("", "text/plain", "application/json; charset=x", "a/b;;", "application/JSON "),
  );
  return fc
    .record(
      {
        "access-token": token,
        ...(method === "POST" && { "content-type": type }),
        "idempotency-key": rarely(fc.oneof(fc.constantFrom("a", "b", ""), headerText)),
        accept: rarely(fc.oneof(fc.constant("application/json"), headerText)),
        origin: rarely(fc.oneof(fc.constant("https://example.com"), headerText)),
        prefer: rarely(fc.constantFrom("dry-run", "dry-run, x")),
        "content-encoding": rarely(fc.constantFrom("gzip", "identity")),
        access_token: rarely(fc.constantFrom(page.token, "x")),
      },
      { requiredKeys: [] },
    )
    .map(withoutUndefined);
}

function bodyOf(route: Route): Arbitrary<Buffer> {
  const input = route.body ? anyInput(route.body, { integers: ids, words }) : fc.constant(undefined);
  const json = input.map((value) => JSON.stringify(value) ?? "");
  return fc.oneof(
    { weight: 5, arbitrary: json.map((value) => Buffer.from(value)) },
    { weight: 4, arbitrary: damaged(input).map((value) => Buffer.from(JSON.stringify(value) ?? "")) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(json, fc.nat(400), anyBytes)
        .map(([value, place, bytes]) => spliced(Buffer.from(value), place, bytes)),
    },
    { weight: 1, arbitrary: anyBytes },
  );
}

const anyBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const spliced = (bytes: Buffer, place: number, piece: Buffer) =>
  Buffer.concat([bytes.subarray(0, place), piece, bytes.subarray(place + 1)]);

/** A path of folders, an id, or something close to one. */
const pathPart = fc.oneof(
  fc.shuffledSubarray(ids, { maxLength: 3 }).map((some) => JSON.stringify(some)),
  fc.constantFrom(...ids).map(String),
  fc.constantFrom(
    `[${ids[0]},${ids[1]}]`,
    "[]",
    "[0]",
    "0",
    "abc",
    "%00",
    "%zz",
    "%5B1%5D",
    "1,2",
    "[1e999]",
    "9007199254740993",
  ),
  fc.json().map(encodeURIComponent),
);

/** Any text that can stand in a request line: Node's client refuses to send the rest. */
const url = fc
  .array(fc.oneof(fc.constantFrom(..."/?&=%[],.:;#+~'\"{}|\\^`"), fc.string({ maxLength: 3 }).map(encodeLoosely)), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

const headerText = fc.string({ maxLength: 20 }).filter((value) => /^[\x20-\x7e]*$/.test(value));

function encodeLoosely(value: string): string {
  return value.replaceAll(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter));
}

function often<Value>(value: Value, other: Arbitrary<Value>): Arbitrary<Value> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
}

function rarely<Value>(value: Arbitrary<Value>): Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

function withoutUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function send({ method, path, headers, body }: Call): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const length = body.length > 0 ? { "content-length": String(body.length) } : {};
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, agent, headers: { ...headers, ...length } },
      async (response) => {
        const entries = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value) => [name, value]),
        );
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(entries as [string, string][]),
          text: await text(response),
        });
      },
    );
    sent.on("error", reject).end(body);
  });
}

async function idsOfPage(): Promise<number[]> {
  const state = (await loadPageState(deps.db, page.pageId)) ?? assert.fail();
  return [state.folders, state.flows, state.keywords, state.tags, state.fields].flat().map(({ id }) => id);
}
