import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";
import { managementApi } from "@banter/core/api/management/index.ts";
import { loginCalls } from "@banter/core/api/management/logins.ts";
import { pageEventsPath } from "@banter/core/api/management/page-events.ts";
import { webchatPrefix } from "@banter/core/api/webchat.ts";
import { webchatApi } from "@banter/core/api/webchat-api.ts";
import { pageFileJsonSchema } from "@banter/core/page-file/json-schema.ts";
import { testApp } from "../test/app.ts";

const { baseUrl } = await testApp({ after });

const read = async (path: string) => (await fetch(baseUrl + path)).text();

test("the document describes all eleven calls of the specification under their names", async () => {
  const document = JSON.parse(await read("/api/openapi.json"));

  const calls = Object.entries<Record<string, { summary: string; operationId: string }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { summary }]) => `${method.toUpperCase()} ${path.replace(/^.*\{page_id\}/, "")}: ${summary}`,
      ),
  );
  assert.equal(document.openapi, "3.1.0");
  assert.deepEqual(calls.sort(), [
    "GET /flows/{flow_id}/statistics: Get Flow Statistics",
    "GET /flows/{path}: Get Flows by path",
    "GET /flows: Get Flows",
    "GET /ice_breaker: Get Asked Question",
    "GET /keywords: Get Keywords",
    "GET /main_menu: Get Main Menu",
    "GET /tools: Get Tools",
    "POST /flows/send_content: Send Content For Customer",
    "POST /flows/send_flow: Send Flow For Customer",
    "POST /keywords/create: Create Keyword",
    "POST /keywords/update: Update Keyword",
  ]);
});

test("every call is described by a path of the API, a success and its failures", async () => {
  const { paths } = JSON.parse(await read("/api/openapi.json"));

  for (const [path, methods] of Object.entries<Record<string, { parameters: { name: string }[]; responses: object }>>(
    paths,
  )) {
    assert.match(path, /^\/api\/public_api\/v1\/pages\/\{page_id\}\//);
    for (const { parameters, responses } of Object.values(methods)) {
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) assert.ok(parameters.some((each) => each.name === name));
      assert.ok(["200", "400", "401", "429", "503"].every((status) => status in responses));
    }
  }
});

test("the document describes every call of the management API under a unique name", async () => {
  const { paths } = JSON.parse(await read("/api/management.openapi.json"));

  type Operation = { operationId: string; parameters?: { name: string }[]; responses: object };
  const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const known = [
    ...[...Object.keys(managementApi), `GET ${pageEventsPath}`].map((key) => key.replace(" ", " /api/v1")),
    ...Object.keys(loginCalls).map((key) => key.replace(" ", " /api/v1/auth")),
  ].map((key) => key.replaceAll(/:(\w+)/g, "{$1}"));
  assert.deepEqual(operations.map(({ key }) => key).sort(), known.sort());
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  for (const { key, parameters, responses } of operations) {
    for (const [, name] of key.matchAll(/\{(\w+)\}/g))
      assert.ok(
        parameters?.some((each) => each.name === name),
        key,
      );
    assert.ok("200" in responses && "503" in responses, key);
  }
});

test("the document describes every call of web chat, with its limits", async () => {
  const { paths } = JSON.parse(await read("/api/webchat.openapi.json"));

  const operations = Object.entries<Record<string, { description: string; responses: object }>>(paths).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, call]) => ({ ...call, key: `${method} ${path}` })),
  );
  const root = webchatPrefix.replace(":page_id", "{page_id}");
  const known = Object.keys(webchatApi).map((key) => key.toLowerCase().replace(" ", ` ${root}`));
  assert.deepEqual(operations.map(({ key }) => key).sort(), known.sort());
  for (const { key, description, responses } of operations) {
    assert.match(description, /Limit `\w+`: \d+ at once, then [\d.]+ a second, for a \w+/, key);
    assert.ok("429" in responses && "404" in responses, key);
  }
  assert.ok("202" in paths[`${root}/messages`].post.responses);
  assert.ok("text/event-stream" in paths[`${root}/events`].get.responses[200].content);
  assert.ok("application/octet-stream" in paths[`${root}/files`].post.requestBody.content);
});

for (const path of ["/api/openapi.json", "/api/management.openapi.json", "/api/webchat.openapi.json"])
  test(`every reference in ${path} can be resolved from the document's root`, async () => {
    const text = await read(path);
    const document = JSON.parse(text);

    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference));

    assert.ok(references.size > 1);
    assert.ok(!text.includes('"$defs"'));
    for (const reference of references) {
      const [, name = ""] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? assert.fail(reference);
      assert.ok(name in document.components.schemas, reference);
    }
  });

test("the documentation page loads nothing from another host", async () => {
  const response = await fetch(`${baseUrl}/docs`);
  const page = await response.text();

  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
  const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address = ""]) => new URL(address, response.url),
  );
  assert.ok(loaded.length > 0);
  for (const address of loaded.filter(({ protocol }) => protocol !== "data:")) {
    assert.equal(address.origin, new URL(baseUrl).origin);
    assert.equal((await fetch(address)).status, 200);
  }
});

test("readers who come from a page find its id in the samples", async () => {
  const response = await fetch(`${baseUrl}/docs?page=web_1000042`);
  const page = await response.text();
  const { paths } = JSON.parse(await read("/api/openapi.json?page=web_1000042"));

  assert.match(page, /<title>Banter API<\/title>/);
  assert.match(page, /"\/api\/openapi\.json\?page=web_1000042"/);
  for (const methods of Object.values<Record<string, { parameters: { name: string; example?: string }[] }>>(paths))
    for (const { parameters } of Object.values(methods))
      assert.equal(parameters.find(({ name }) => name === "page_id")?.example, "web_1000042");
  const [, script = ""] = /<script(?![^>]* src=)[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  assert.ok(response.headers.get("content-security-policy")?.includes(`'sha256-${hash}'`));
});

test("anything but a page's id in the address of the documentation is ignored", async () => {
  const wrong = encodeURIComponent('"</script><script>alert(1)</script>');

  assert.equal(await read(`/docs?page=${wrong}`), await read("/docs"));
  assert.equal(await read(`/api/openapi.json?page=${wrong}`), await read("/api/openapi.json"));
});

test("the documentation may run only its own scripts, and nobody may frame it", async () => {
  const { headers } = await fetch(`${baseUrl}/docs`);
  const policy = headers.get("content-security-policy") ?? "";

  assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='; /);
  assert.match(policy, /; frame-ancestors 'none'$/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
});

test("the page file's schema is served", async () => {
  assert.deepEqual(
    JSON.parse(await read("/api/page-file.schema.json")),
    JSON.parse(JSON.stringify(pageFileJsonSchema())),
  );
});
