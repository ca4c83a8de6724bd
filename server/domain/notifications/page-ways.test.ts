import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aServer } from "../../test/loopback-server.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../test/people.ts";
import { until } from "../../test/until.ts";

const { baseUrl, deps } = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });

async function aTeam() {
  const owner = await aMember(deps);
  const params = { page_id: await aPageOf(deps, owner) };
  return { owner, params, browser: await signedIn(baseUrl, owner) };
}

test("the stored token goes to no other address: another address needs the token anew", async (t) => {
  const { browser, params } = await aTeam();
  const api = await aServer(t, (_, response) => response.end("{}"));
  const other = await aServer(t, (_, response) => response.end("{}"));
  const [token, newToken] = [`42:${"x".repeat(30)}`, `43:${"y".repeat(30)}`];
  const put = (telegram: { api_url?: string; bot_token?: string }) =>
    browser.api("PUT /pages/:page_id/notification_ways", {
      params,
      body: { webhook: null, language: "en", telegram: { chat_id: "-100200", kinds: ["disconnected"], ...telegram } },
    });
  const tell = () => browser.api("POST /pages/:page_id/notification_ways/test", { params, body: { way: "telegram" } });
  await put({ bot_token: token, api_url: api.origin });

  const faults = [{ path: "/telegram/bot_token", message: "is required, because the address is another one" }];
  for (const change of [{ api_url: other.origin }, { api_url: `${api.origin}/other` }, {}])
    await assert.rejects(put(change), { code: "invalid_field", faults });
  await tell();
  await until(() => api.seen.length === 1);
  await put({ bot_token: newToken, api_url: other.origin });
  await tell();
  await until(() => other.seen.length === 1);

  assert.equal(api.seen[0]?.url, `/bot${token}/sendMessage`);
  assert.equal(other.seen[0]?.url, `/bot${newToken}/sendMessage`);
});

test("members who may not build see only the hosts of the webhook and of the Bot API server", async () => {
  const { owner, browser, params } = await aTeam();
  const put = (url: string) => {
    const bot_token = `42:${"x".repeat(30)}`;
    const telegram = { bot_token, chat_id: "1", api_url: "https://bots.example/TOPSECRET", kinds: [] };
    const body = { telegram, webhook: { url, kinds: [] }, language: "en" as const };
    return browser.api("PUT /pages/:page_id/notification_ways", { params, body });
  };
  const addresses = async (role: "editor" | "viewer" | "agent") => {
    const member = await signedIn(baseUrl, await aMember(deps, { role, workspaceId: owner.workspaceId }));
    const { telegram, webhook } = await member.api("GET /pages/:page_id/notification_ways", { params });
    return [telegram?.api_url, webhook?.url];
  };
  await put("https://hooks.example.com/services/TOPSECRET");

  const hosts = ["https://bots.example/••••••••", "https://hooks.example.com/••••••••"];
  assert.deepEqual(await addresses("viewer"), hosts);
  assert.deepEqual(await addresses("agent"), hosts);
  assert.match(String(await addresses("editor")), /TOPSECRET.*TOPSECRET/);
  const faults = [{ path: "/webhook/url", message: "is hidden: write it" }];
  await assert.rejects(put("https://hooks.example.com/••••••••"), { code: "invalid_field", faults });
});
