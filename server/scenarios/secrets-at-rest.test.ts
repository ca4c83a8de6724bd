import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { channels } from "../channels/index.ts";
import { saveTriedSettings } from "../store/catalog/tried-settings.ts";
import { testApp } from "../test/app.ts";
import { dumpOf } from "../test/database/dump.ts";
import { aMember, signedIn } from "../test/people.ts";
import { postChannel } from "../test/post-channel.ts";

const telegram = {
  ...postChannel(),
  account: null,
  settings: z.object({
    origin: z.string(),
    botToken: z.string().meta({ label: "Bot token", input: "secret" }),
  }),
};

test("a dump of the database shows no platform token, webhook secret, shared key or session", async (t) => {
  const { baseUrl, deps } = await testApp(t, { channels: { ...channels, telegram } });
  const owner = await aMember(deps);
  const { api, cookies } = await signedIn(baseUrl, owner);
  const settings = { origin: "http://127.0.0.1:1", botToken: "PLANTED-bot-token" };
  const page = await api("POST /workspaces/:workspace_id/pages", {
    params: { workspace_id: owner.workspaceId },
    body: { channel: "telegram", name: "Bot", platform_id: "4711", settings },
  });
  await saveTriedSettings(deps.db, { pageId: page.id, channel: "telegram", settings });
  await api("PUT /pages/:page_id/notification_ways", {
    params: { page_id: page.id },
    body: {
      telegram: { bot_token: "1:PLANTED-notification-token", chat_id: "5", kinds: ["disconnected"] },
      webhook: { url: "https://hooks.example/a", secret: "PLANTED-webhook-secret", kinds: ["disconnected"] },
      language: "en",
    },
  });

  const dump = await dumpOf(deps.db);

  assert.match(dump, /tg_4711/);
  assert.doesNotMatch(dump, /PLANTED/);
  for (const [name, key] of Object.entries(deps.secrets)) assert.ok(!dump.includes(key.toString("hex")), name);
  const session = [...cookies.values()].map(decodeURIComponent).find((value) => value.includes(".")) ?? assert.fail();
  assert.ok(!dump.includes(session.split(".")[0] ?? assert.fail()));
});
