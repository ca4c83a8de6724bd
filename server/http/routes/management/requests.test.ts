import assert from "node:assert/strict";
import { after, test } from "node:test";
import { savePageSecret } from "../../../store/catalog/page-secrets.ts";
import { testApp } from "../../../test/app.ts";
import { aServer } from "../../../test/loopback-server.ts";
import { aMember, aPageOf, signedIn } from "../../../test/people.ts";

const { baseUrl, deps } = await testApp({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

/** A server of an owner, which answers with what it was asked. */
const { origin, seen } = await aServer({ after }, ({ headers }, response) => {
  response.end(JSON.stringify({ stock: 3, key: headers.authorization }));
});

const trying = async (step: object, values: Record<string, string> = {}, page?: string) => {
  const page_id = page ?? (await aPageOf(deps, owner));
  const whole = { type: "request", method: "GET", url: origin, ...step } as never;
  return api("POST /pages/:page_id/requests/try", { params: { page_id }, body: { step: whole, values } });
};

test("a call is made with the values of a test customer and the page's secrets, which the answer does not show", async () => {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id, name: "api_key" };
  await api("PUT /pages/:page_id/secrets/:name", { params, body: { value: "PLANTED-key", hosts: ["127.0.0.1"] } });

  const answer = await trying(
    {
      method: "POST",
      url: `${origin}/orders/{{order}}`,
      headers: [{ name: "authorization", value: "Bearer {{secret.api_key}}" }],
      body: '{"name":"{{user_first_name}}"}',
    },
    { order: "a/b", user_first_name: 'Lan "L"' },
    page_id,
  );

  const { method, url, headers, body } = seen.at(-1) ?? assert.fail();
  assert.deepEqual([method, url, headers.authorization], ["POST", "/orders/a%2Fb", "Bearer PLANTED-key"]);
  assert.deepEqual(JSON.parse(body), { name: 'Lan "L"' });
  assert.deepEqual(answer, { ok: true, status: 200, body: '{"stock":3,"key":"Bearer [secret]"}' });
  const log = await api("GET /workspaces/:workspace_id/audit", { params: { workspace_id: owner.workspaceId } });
  assert.match(JSON.stringify(log), /request_tried/);
  assert.doesNotMatch(JSON.stringify(log), /PLANTED/);
});

test("a private address that the operator does not allow is not called", async () => {
  const answer = await trying({ url: "http://10.0.0.1/" });

  assert.deepEqual(answer, { ok: false, reason: "blocked_address" });
});

test("a secret that the page lacks is told, and nothing is called", async () => {
  const before = seen.length;

  const answer = await trying({ headers: [{ name: "x-key", value: "{{secret.nowhere}}" }] });

  assert.deepEqual(answer, { ok: false, reason: "secret_missing" });
  assert.equal(seen.length, before);
});

test("a secret goes to its own hosts only, wherever it stands in the call", async (t) => {
  const other = await aServer(t, (_, response) => response.end("{}"));
  const page_id = await aPageOf(deps, owner);
  const params = { page_id, name: "api_key" };
  const hosts = [`127.0.0.1:${new URL(origin).port}`];
  await api("PUT /pages/:page_id/secrets/:name", { params, body: { value: "PLANTED/key", hosts } });
  const places = (base: string) => [
    { url: `${base}/?key={{secret.api_key}}` },
    { url: base, headers: [{ name: "authorization", value: "{{secret.api_key}}" }] },
    { url: base, method: "POST", body: "{{secret.api_key}}" },
  ];

  for (const step of places(other.origin)) {
    const answer = await trying(step, {}, page_id);
    assert.deepEqual(answer, { ok: false, reason: "secret_not_for_host" });
  }
  assert.equal(other.seen.length, 0);
  for (const step of places(origin)) assert.equal((await trying(step, {}, page_id)).ok, true);
  const [address, header, body] = seen.slice(-3);
  assert.equal(address?.url, "/?key=PLANTED%2Fkey");
  assert.equal(header?.headers.authorization, "PLANTED/key");
  assert.equal(body?.body, "PLANTED/key");
});

test("a secret without hosts goes to any host, as before", async (t) => {
  const other = await aServer(t, (_, response) => response.end("{}"));
  const page_id = await aPageOf(deps, owner);
  await savePageSecret(deps.db, page_id, "api_key", { value: "PLANTED-key", hosts: [] });

  const answer = await trying({ url: `${other.origin}/{{secret.api_key}}` }, {}, page_id);

  assert.equal(answer.ok, true);
  assert.equal(other.seen[0]?.url, "/PLANTED-key");
});

test("a step that could not be published is refused, and so are calls beyond a few a minute", async () => {
  await assert.rejects(trying({ url: "nowhere" }), { status: 400 });

  const page = await aPageOf(deps, owner);
  const calls = await Promise.allSettled(Array.from({ length: 30 }, () => trying({}, {}, page)));
  const refused = calls.filter((call) => call.status === "rejected").map(({ reason }) => reason.status);
  assert.ok(refused.length > 0 && refused.every((status) => status === 429), String(refused));
});
