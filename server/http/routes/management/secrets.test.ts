import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findSecretValues, savePageSecret } from "../../../store/catalog/page-secrets.ts";
import { testApp } from "../../../test/app.ts";
import { aPageFile } from "../../../test/builders.ts";
import { aMember, aPageOf, signedIn } from "../../../test/people.ts";

const { baseUrl, deps } = await testApp({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

async function aPage() {
  const page_id = await aPageOf(deps, owner);
  const put = (name: string, body: { value?: string; hosts?: string[] }) =>
    api("PUT /pages/:page_id/secrets/:name", { params: { page_id, name }, body });
  const set = (name: string, value: string) => put(name, { value, hosts: ["api.example.com"] });
  const list = async () => (await api("GET /pages/:page_id/secrets", { params: { page_id } })).secrets;
  const names = async () => (await list()).map(({ name }) => name);
  const hostsOf = async (name: string) => (await list()).find((secret) => secret.name === name)?.hosts;
  const stored = async (name: string) => (await findSecretValues(deps.db, page_id, [name])).get(name)?.value;
  return { page_id, put, set, names, hostsOf, stored };
}

test("a secret is set, replaced and deleted, listed by its name, and noted without its value", async () => {
  const { page_id, set, names, stored } = await aPage();

  await set("api_key", "PLANTED-first");
  await set("Other_1", "PLANTED-other");
  await set("api_key", "PLANTED-second");
  assert.deepEqual((await names()).sort(), ["Other_1", "api_key"]);
  assert.equal(await stored("api_key"), "PLANTED-second");
  await api("DELETE /pages/:page_id/secrets/:name", { params: { page_id, name: "api_key" } });

  assert.deepEqual(await names(), ["Other_1"]);
  const again = api("DELETE /pages/:page_id/secrets/:name", { params: { page_id, name: "api_key" } });
  await assert.rejects(again, { status: 404 });
  const params = { workspace_id: owner.workspaceId };
  const log = await api("GET /workspaces/:workspace_id/audit", { params });
  assert.match(JSON.stringify(log), /secret_deleted[\s\S]+secret_set/);
  assert.doesNotMatch(JSON.stringify(log), /PLANTED/);
});

test("names that templates cannot hold and values that cannot be masked or sent are refused", async () => {
  const { set, names } = await aPage();

  for (const name of ["1a", "a-b", "đ", "a".repeat(65)])
    await assert.rejects(set(name, "long enough"), { status: 400 }, name);
  for (const value of ["short", "two\nlines are here", "x".repeat(4001), "lone \ud800 surrogate"])
    await assert.rejects(set("a", value), { status: 400 }, value);

  assert.deepEqual(await names(), []);
});

test("a new secret names the hosts it is for, and keeps them when its value is replaced", async () => {
  const { put, names, hostsOf } = await aPage();
  const value = "PLANTED-value";

  const faults = [{ path: "/hosts", message: "is required: name the hosts that the secret is for" }];
  await assert.rejects(put("key", { value }), { status: 400, faults });
  await assert.rejects(put("key", { hosts: ["api.example.com"] }), { status: 400 });
  for (const hosts of [
    [],
    ["https://api.example.com"],
    ["*.com"],
    Array.from({ length: 21 }, (_, at) => `h${at}.example`),
  ])
    await assert.rejects(put("key", { value, hosts }), { status: 400 }, String(hosts));
  assert.deepEqual(await names(), []);
  await put("key", { value, hosts: ["API.example.com.", "api.example.com", "*.shop.example"] });
  await put("key", { value: "PLANTED-other" });

  assert.deepEqual(await hostsOf("key"), ["api.example.com", "*.shop.example"]);
});

test("without the value, hosts can be made fewer, but no host can be added", async () => {
  const { put, hostsOf, stored } = await aPage();
  await put("key", { value: "PLANTED-value", hosts: ["a.example", "b.example"] });

  const adding = put("key", { hosts: ["a.example", "evil.example"] });
  await assert.rejects(adding, { status: 400, faults: [{ path: "/value", message: furtherHosts }] });
  assert.deepEqual(await hostsOf("key"), ["a.example", "b.example"]);
  await put("key", { hosts: ["b.example"] });
  await assert.rejects(put("key", { hosts: ["a.example"] }), { status: 400 });
  assert.deepEqual(await hostsOf("key"), ["b.example"]);
  assert.equal(await stored("key"), "PLANTED-value");
  await put("key", { value: "PLANTED-value", hosts: ["c.example"] });

  assert.deepEqual(await hostsOf("key"), ["c.example"]);
});

const furtherHosts = "is required to send the secret to further hosts";

test("a secret from before hosts were named has none, and they can be named without its value", async () => {
  const { page_id, put, hostsOf, stored } = await aPage();
  await savePageSecret(deps.db, page_id, "key", { value: "PLANTED-value", hosts: [] });

  await put("key", { value: "PLANTED-other" });
  assert.deepEqual(await hostsOf("key"), []);
  await put("key", { hosts: ["a.example"] });

  assert.deepEqual(await hostsOf("key"), ["a.example"]);
  assert.equal(await stored("key"), "PLANTED-other");
});

test("a page file has the names of secrets, and applying one elsewhere tells which are missing", async () => {
  const [one, other] = [await aPage(), await aPage()];
  await one.set("api_key", "PLANTED-value");
  await other.set("in_body", "PLANTED-value");
  const headers = [{ name: "authorization", value: "Bearer {{secret.in_header}}" }];
  const call = {
    type: "request",
    method: "POST",
    url: "https://api.example.com/?key={{secret.in_address}}",
    headers,
    body: "{{secret.in_body}}",
  };
  const document = { version: 1 as const, start: "call", steps: { call } } as never;
  const file = aPageFile({ flows: [{ name: "Call", published: true, document }] });
  await api("POST /pages/:page_id/file/apply", { params: one, body: { file, prune: true } });

  const exported = await api("GET /pages/:page_id/file", { params: one });
  const body = { file: exported, prune: true };
  const plan = await api("POST /pages/:page_id/file/plan", { params: other, body });
  const applied = await api("POST /pages/:page_id/file/apply", { params: other, body });

  assert.deepEqual(exported.secrets, ["api_key"]);
  assert.doesNotMatch(JSON.stringify(exported), /PLANTED/);
  assert.deepEqual(plan.missing_secrets, ["api_key", "in_address", "in_header"]);
  assert.deepEqual(applied.missing_secrets, ["api_key", "in_address", "in_header"]);
  assert.deepEqual((await api("POST /pages/:page_id/file/plan", { params: one, body })).changes, []);
  assert.deepEqual(await other.names(), ["in_body"]);
});
