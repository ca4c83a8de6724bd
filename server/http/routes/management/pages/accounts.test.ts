import assert from "node:assert/strict";
import { test } from "node:test";
import { ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import { z } from "zod";
import { testNode } from "../../../../test/node.ts";
import { aMember, signedIn } from "../../../../test/people.ts";
import { standIns } from "../../../../test/platforms/stand-ins.ts";

const Schema = z.object({ properties: z.record(z.string(), z.unknown()) });

for (const [name, start] of Object.entries(standIns)) {
  test(`what an owner enters is enough to connect a page on ${name}`, async (t) => {
    const { baseUrl, deps } = await testNode(t);
    const owner = await aMember(deps);
    const { api } = await signedIn(baseUrl, owner);
    const params = { workspace_id: owner.workspaceId };
    const channel = ChannelType.parse(name);
    const standIn = await start(t, { port: 0, server: baseUrl });
    const { channels } = await api("GET /channels");
    const { properties } = Schema.parse(channels.find(({ type }) => type === channel)?.entry);
    const all = Object.entries(standIn.settings);
    const entered = Object.fromEntries(all.filter(([setting]) => setting in properties));
    assert.ok(Object.keys(entered).length < all.length, "the platform tells some of them");

    const found = await api("POST /workspaces/:workspace_id/identify_account", {
      params,
      body: { channel, settings: entered },
    });
    const { platform_id, handle, settings } = found;
    assert.equal(channelFacts[channel].pagePrefix + platform_id, standIn.pageId);
    assert.notEqual(handle, "");
    const body = { channel, name: found.name, platform_id, settings: { ...entered, ...settings } };
    const page = await api("POST /workspaces/:workspace_id/pages", { params, body });

    assert.equal(page.connection.state, "ready");
    const connected = await api("GET /pages/:page_id/channel", { params: { page_id: page.id } });
    assert.equal(connected.verify_token, settings.verifyToken ?? null);
  });
}

test("a token that the platform does not know is refused at its field, and so is one without the right form", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const owner = await aMember(deps);
  const { api } = await signedIn(baseUrl, owner);
  const { settings } = (await standIns.telegram?.(t, { port: 0, server: baseUrl })) ?? { settings: {} };
  const identify = (botToken: string) =>
    api("POST /workspaces/:workspace_id/identify_account", {
      params: { workspace_id: owner.workspaceId },
      body: { channel: "telegram", settings: { ...settings, botToken } },
    });

  await assert.rejects(identify("no token"), { status: 400, code: "invalid_field" });
  const refused = await identify(`42:${"x".repeat(35)}`).catch((error: unknown) => error);
  assert.ok(refused instanceof Refusal);
  assert.deepEqual([refused.status, refused.faults[0]?.path], [409, "/settings/botToken"]);
});
