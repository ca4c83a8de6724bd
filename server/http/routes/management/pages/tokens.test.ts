import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { TokenScope } from "@banter/core/model/limits/token-scope.ts";
import { testApp } from "../../../../test/app.ts";
import { assertFailure, callerOf } from "../../../../test/call.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testApp({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

async function aPageWith(...scopes: TokenScope[]) {
  const pageId = await aPageOf(deps, owner);
  const params = { page_id: pageId };
  const create = (name: string, scope: TokenScope) =>
    api("POST /pages/:page_id/tokens", { params, body: { name, scope } });
  const made = await Promise.all(scopes.map((scope) => create(`For ${scope}`, scope)));
  const [first] = made;
  return { pageId, params, create, made, call: callerOf(baseUrl, { pageId, token: first?.token ?? "" }) };
}

const hello = (psid: string) => ({
  psid,
  data: { version: "v2", content: { messages: [{ type: "text", text: "Hello" }] } },
});

for (const [scope, expected] of [
  ["read", { read: 200, send: 403, write: 403 }],
  ["send", { read: 200, send: 200, write: 403 }],
  ["all", { read: 200, send: 200, write: 200 }],
] as const) {
  test(`a token with the scope ${scope} may do that and no more`, async () => {
    const { pageId, call } = await aPageWith(scope);
    const { psid } = await aVisitor(baseUrl, pageId);

    const answers = {
      read: await call("/flows"),
      send: await call("/flows/send_content", { json: hello(psid) }),
      write: await call("/keywords/create", { json: {} }),
    };

    for (const [what, answer] of Object.entries(answers)) {
      const status = expected[what as keyof typeof expected];
      if (status === 403) assertFailure(answer, 403, "forbidden");
      else assert.equal(answer.status, status, answer.headers.get("x-error-detail") ?? "");
    }
  });
}

test("tokens work side by side, beside the page's first one, and are deleted one by one", async () => {
  const { pageId, params, made } = await aPageWith("all", "read");
  const { token: first } = await api("POST /pages/:page_id/token", { params });
  const statuses = () =>
    Promise.all(
      [first, ...made.map(({ token }) => token)].map(
        async (token) => (await callerOf(baseUrl, { pageId, token })("/flows")).status,
      ),
    );
  assert.deepEqual(await statuses(), [200, 200, 200]);

  const token_id = made[0]?.info.id ?? 0;
  await api("DELETE /pages/:page_id/tokens/:token_id", { params: { ...params, token_id } });

  assert.deepEqual(await statuses(), [200, 401, 200]);
  const again = api("DELETE /pages/:page_id/tokens/:token_id", { params: { ...params, token_id } });
  await assert.rejects(again, { status: 404 });
  await api("DELETE /pages/:page_id/token", { params });
  assert.deepEqual(await statuses(), [401, 401, 200]);
});

test("the list shows names, scopes and the last use, and no token", async () => {
  const { params, made, call } = await aPageWith("send");
  const list = async () => (await api("GET /pages/:page_id/tokens", { params })).tokens;
  assert.equal((await list())[0]?.last_used_at, null);

  assert.equal((await call("/flows")).status, 200);

  await until(async () => (await list())[0]?.last_used_at !== null);
  const [token] = await list();
  assert.deepEqual([token?.name, token?.scope], ["For send", "send"]);
  assert.ok(!JSON.stringify(token).includes(made[0]?.token.slice(3) ?? "none"));
});

test("a deleted token sends nothing", async () => {
  const { pageId, params, call, made } = await aPageWith("all");
  const { psid } = await aVisitor(baseUrl, pageId);
  const token_id = made[0]?.info.id ?? 0;
  await api("DELETE /pages/:page_id/tokens/:token_id", { params: { ...params, token_id } });

  assertFailure(await call("/flows/send_content", { json: hello(psid) }), 401, "unauthorized");
});

test("two tokens of a page cannot have one name", async () => {
  const { create } = await aPageWith("read");

  await assert.rejects(create("For read", "all"), { status: 409 });
});

test("a page has at most 50 further tokens", async () => {
  const { create } = await aPageWith();
  for (let number = 1; number <= 50; number++) await create(`Token ${number}`, "read");

  await assert.rejects(create("One more", "read"), { status: 409 });
});

test("the audit log names the token", async () => {
  const { pageId } = await aPageWith("read");

  const { entries } = await api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: owner.workspaceId },
    query: { page_id: pageId },
  });

  assert.deepEqual(
    entries.map(({ action, subject }) => [action, subject]),
    [["token_generated", "For read"]],
  );
});
