import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import { SendError } from "../outbound/send-error.ts";
import { aServer } from "../test/loopback-server.ts";
import { standIns } from "../test/platforms/stand-ins.ts";
import type { Channel } from "./channel.ts";
import { channels } from "./index.ts";

for (const [type, start] of Object.entries(standIns)) {
  const channel = Object.values(channels).find((each) => each.type === type) as Channel;

  test(`${type}: a check says whether webhooks come here, and changes nothing`, async (t) => {
    const { origin } = await aServer(t, (request, response) => {
      response.end(new URL(request.url ?? "", "http://here").searchParams.get("hub.challenge"));
    });
    const { pageId, settings } = await start(t, { port: 0, server: origin });
    const url = `${origin}/webhooks/${pageId}`;
    const check = (given: object, address = url) => channel.account?.check(channel.settings.parse(given), address);

    const [before] = [await check(settings), await channel.account?.connect(channel.settings.parse(settings), url)];
    const after = await check(settings);
    const elsewhere = await check(settings, url.replace("127.0.0.1", "chat.example.com"));

    // Zalo says nothing about webhooks.
    if (type === "zalo") assert.deepEqual(before, []);
    else assert.match(before?.join() ?? "", /sends no .*: connect the page again\.$/);
    assert.deepEqual(after, []);
    // Meta sends the events of all pages of an app to one address, which it does not tell.
    if (["messenger", "instagram", "zalo"].includes(type)) assert.deepEqual(elsewhere, []);
    else assert.match(elsewhere?.join() ?? "", /to 127\.0\.0\.1:\d+, not to http:\/\/chat\.example\.com/);
    await assert.rejects(check(withWrongToken(settings as JsonObject)) ?? Promise.resolve(), (error) => {
      assert.ok(error instanceof SendError);
      assert.equal(error.failure, "bad_settings");
      return true;
    });
  });
}

function withWrongToken(settings: JsonObject): JsonObject {
  const wrong = (token: string) => `${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`;
  const isToken = (name: string) => ["botToken", "pageToken", "accessToken"].includes(name);
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, isToken(name) ? wrong(String(value)) : value]),
  );
}
