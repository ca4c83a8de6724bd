import assert from "node:assert/strict";
import { after, test } from "node:test";
import { AppError } from "@banter/core/model/error.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { pino } from "pino";
import { nodeMetrics } from "../metrics/metrics.ts";
import { batchedLookups } from "../store/catalog/lookups.ts";
import { pageMemory } from "../store/catalog/page-memory.ts";
import { connect } from "../store/db/db.ts";
import { testApp } from "../test/app.ts";
import { aPage } from "../test/builders.ts";
import { assertFailure, callerOf } from "../test/call.ts";
import { aMember, signedIn } from "../test/people.ts";
import { buildApp } from "./app.ts";
import { renderFailure } from "./failure.ts";

const { baseUrl, deps } = await testApp({ after });
const page = await aPage(deps);
const call = callerOf(baseUrl, page);
const problem = { accept: "application/problem+json" };

test("a failure is the specification's string, with headers that explain it", async () => {
  const answer = await call("/keywords/update", { json: { keyword_id: 1, update: { flow_id: "x" } } });

  assertFailure(answer, 400, "invalid_field", "/update/flow_id");
  assert.equal(
    answer.headers.get("x-error-detail"),
    "The field /update/flow_id must be a positive integer below 2^53.",
  );
});

test("a caller who asks for it gets a problem document with every fault", async () => {
  const json = { keyword_id: 0, update: { flow_id: "x" } };

  const { status, headers, text } = await call("/keywords/update", { json, headers: problem });

  assert.deepEqual([status, headers.get("content-type")], [400, "application/problem+json"]);
  assert.deepEqual(JSON.parse(text), {
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    code: "invalid_field",
    detail: "The field /keyword_id must be a positive integer below 2^53.",
    errors: [
      { path: "/keyword_id", message: "must be a positive integer below 2^53" },
      { path: "/update/flow_id", message: "must be a positive integer below 2^53" },
    ],
  });
  assert.equal(headers.get("x-error-code"), "invalid_field");
  assert.equal(headers.get("x-error-pointer"), "/keyword_id");
});

test("every kind of failure can be asked for as a problem document", async () => {
  const stranger = callerOf(baseUrl, { ...page, token: "x" });
  for (const [answer, code] of [
    [await call("/nothing", { headers: problem }), "not_found"],
    [await call("/flows", { method: "PUT", headers: problem }), "method_not_allowed"],
    [await stranger("/flows", { headers: problem }), "unauthorized"],
    [await call("/keywords/create", { body: "x", headers: problem }), "unsupported_media_type"],
    [
      await call("/flows", { headers: { accept: "text/html, Application/Problem+JSON;q=0.5" }, method: "PUT" }),
      "method_not_allowed",
    ],
  ] as const) {
    const { code: said, status, errors } = JSON.parse(answer.text);

    assert.deepEqual([said, status, errors], [code, answer.status, []]);
    assert.equal(answer.headers.get("content-type"), "application/problem+json");
  }
});

test("other accept headers change nothing", async () => {
  for (const accept of ["*/*", "application/json", "text/html", "", "application/problem"]) {
    assertFailure(await call("/flows/x", { headers: { accept } }), 400, "invalid_field");
  }
});

test("outside the public API a failure is a problem document", async () => {
  const answer = await fetch(`${baseUrl}/nothing`);

  assert.deepEqual([answer.status, answer.headers.get("content-type")], [404, "application/problem+json"]);
  assert.equal(((await answer.json()) as { code: string }).code, "not_found");
});

test("a message with characters that headers cannot hold is whole in the document and plain in the header", async () => {
  const owner = await aMember(deps);
  const { fetch: fetchAs } = await signedIn(baseUrl, owner);
  const body = { channel: "telegram", name: "Bot", platform_id: "42", settings: { botToken: "no", botName: "shop" } };

  const answer = await fetchAs(`${baseUrl}/api/v1/workspaces/${owner.workspaceId}/pages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  assert.deepEqual([answer.status, answer.headers.get("content-type")], [400, "application/problem+json"]);
  assert.match(((await answer.json()) as { detail: string }).detail, /such as 42:AA…\.$/);
  assert.match(answer.headers.get("x-error-detail") ?? "", /such as 42:AA\.\.\.\.$/);
});

test("a header of a failure holds no line end and no letter beyond ASCII", () => {
  const error = new AppError("conflict", "Phở “Đ”\r\nset-cookie: a=b");

  const { headers } = renderFailure(error, { requestId: "1", isPublic: true });

  assert.equal(headers["x-error-detail"], "Pho ?????set-cookie: a=b");
});

test("no log line holds a token, whether the call succeeds or fails", async (t) => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const away = connect({ url: "postgres://x@127.0.0.1:1/x", name: "banter-test", onError: () => undefined });
  const app = await buildApp({
    ...{ ...deps, log, db: away, metrics: nodeMetrics() },
    lookups: batchedLookups(away, pageMemory(away)),
  });
  atEnd(t, () => app.close());
  const astray = callerOf(await app.listen({ host: "127.0.0.1", port: 0 }), page);

  await astray("/flows");
  await astray(`/flows?access_token=${page.token}`);
  await astray("/keywords/create", { body: "{", headers: { authorization: `Bearer ${page.token}` } });

  assert.ok(lines.length > 0);
  assert.deepEqual(
    lines.filter((line) => line.includes(page.token)),
    [],
  );
});

test("no answer names the server's software", async () => {
  const answers = [await call("/flows"), await call("/nothing"), await call("/flows/x")];

  for (const { headers } of answers) {
    assert.equal(headers.get("server"), null);
    assert.equal(headers.get("x-powered-by"), null);
  }
});
