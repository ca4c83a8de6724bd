import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { webhookSecretOf } from "../../../channels/telegram/settings.ts";
import { ensureWorkspace } from "../../../domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../../../store/catalog/pages.ts";
import { sql } from "../../../store/db/sql.ts";
import { testApp } from "../../../test/app.ts";
import { aPostPage } from "../../../test/builders.ts";
import { anySettings } from "../../../test/platforms/any-settings.ts";
import { aWebhookServer } from "../../../test/webhook-server.ts";

const origin = "http://127.0.0.1:1";

test("a customer's first event is handled at once, events soon after it are held for reordering", async (t) => {
  const { deps, post } = await aWebhookServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const say = (id: string, from: string, sequence: number) =>
    post(`/webhooks/${pageId}`, [{ id, from, text: id, sequence }]);

  await say("first", "tg_7", 11);
  await say("third", "tg_7", 13);
  await say("second", "tg_7", 12);
  await say("other", "tg_8", 14);

  const rows = await deps.db.many<{ text: string; waits: boolean }>(sql`
    select event ->> 'text' as text, due_at > now() as waits
      from mailbox where page_id = ${pageId} order by due_at, sequence, id`);
  assert.deepEqual(
    rows.map(({ text, waits }) => [text, waits]),
    [
      ["first", false],
      ["other", false],
      ["second", true],
      ["third", true],
    ],
  );
});

test("a Telegram update is held only if an earlier one is missing", async (t) => {
  const app = await testApp(t, { reorderMs: 10_000 });
  const { db } = app.deps;
  const settings = { botToken: anySettings.botToken, botName: "shop_bot" };
  await insertPage(db, { id: "tg_1", workspaceId: await ensureWorkspace(db), channel: "telegram", name: "Shop" });
  await updateChannelSettings(db, "tg_1", settings);
  const post = async (number: number, kind: string, from: number) => {
    const message = {
      message_id: number,
      from: { id: from },
      chat: { id: from, type: "private" },
      date: 1,
      text: "hi",
    };
    const answer = await fetch(`${app.baseUrl}/webhooks/tg_1`, {
      method: "POST",
      headers: { "x-telegram-bot-api-secret-token": webhookSecretOf(settings) },
      body: JSON.stringify({ update_id: number, [kind]: message }),
    });
    assert.equal(answer.status, 200);
  };

  await post(100, "message", 7);
  await post(101, "message", 7);
  await post(102, "channel_post", 7);
  await post(103, "message", 8);
  await post(105, "message", 9);
  await post(104, "message", 7);
  await post(106, "message", 8);

  const rows = await db.many<{ sequence: number; waits: boolean }>(sql`
    select sequence, due_at > now() as waits from mailbox where page_id = 'tg_1' order by id`);
  assert.deepEqual(
    rows.map(({ sequence, waits }) => [sequence, waits]),
    [
      [100, false],
      [101, false],
      [103, false],
      [105, true],
      [104, false],
      [106, false],
    ],
  );
});

test("text that PostgreSQL cannot store is replaced, and a body over the limits is refused", async (t) => {
  const { deps, baseUrl } = await aWebhookServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const post = async (body: string) =>
    (await fetch(`${baseUrl}/webhooks/${pageId}`, { method: "POST", headers: { "x-secret": "right" }, body })).status;
  const event = (text: string, more = "null") => `{"events":[{"id":"1","from":"tg_7","text":${text}}],"more":${more}}`;

  assert.equal(await post(event('"a\\u0000b\\ud800c \\"[[[{{{,,, \\\\"')), 200);
  assert.equal(await post(event('""', `${"[".repeat(40)}${"]".repeat(40)}`)), 400);
  assert.equal(await post(event('""', `[${"0,".repeat(20_000)}0]`)), 400);
  assert.equal(await post(event(`"${"[".repeat(40)}${",".repeat(20_000)}"`)), 200);

  const [mail] = await deps.db.many<{ text: string }>(sql`select event ->> 'text' as text from mailbox order by id`);
  assert.equal(mail?.text, 'a\ufffdb\ufffdc "[[[{{{,,, \\');
});
test("events with an impossible id or time are skipped and logged once, the others are stored", async (t) => {
  const { deps, baseUrl, lines } = await aWebhookServer(t);
  const workspaceId = await ensureWorkspace(deps.db);
  const post = async (id: string, channel: "whatsapp" | "messenger", body: object) => {
    await insertPage(deps.db, { id, workspaceId, channel, name: "Shop" });
    await updateChannelSettings(deps.db, id, anySettings);
    const bytes = JSON.stringify(body);
    const signature = `sha256=${createHmac("sha256", anySettings.appSecret).update(bytes).digest("hex")}`;
    const headers = { "x-hub-signature-256": signature };
    return (await fetch(`${baseUrl}/webhooks/app/${channel}`, { method: "POST", headers, body: bytes })).status;
  };
  const message = (id: string) => ({
    id,
    from: "84901234567",
    timestamp: "1794700800",
    type: "text",
    text: { body: "hi" },
  });
  const status = (id: string) => ({ id, status: "read", timestamp: "1794700800", recipient_id: "84901234567" });
  const long = "x".repeat(6000);
  const value = {
    metadata: { phone_number_id: "1" },
    messages: [message(long), message("good"), message(`${long}y`)],
    statuses: [status(long), status("good")],
  };
  const whatsapp = { object: "whatsapp_business_account", entry: [{ changes: [{ field: "messages", value }] }] };
  const item = { sender: { id: "24001112223331" }, recipient: { id: "104" }, timestamp: 1794700800000 };
  const messaging = [1.791e18, 12, 1794700800000].map((watermark) => ({ ...item, read: { watermark } }));
  const messenger = { object: "page", entry: [{ id: "104", messaging }] };

  assert.equal(await post("waba_1", "whatsapp", whatsapp), 200);
  assert.equal(await post("104", "messenger", messenger), 200);

  const keys = await deps.db.many<{ key: string }>(sql`select key from accepted_keys order by key`);
  assert.deepEqual(
    keys.map(({ key }) => key),
    ["good", "good read", "read 24001112223331 1794700800000"],
  );
  assert.deepEqual(
    lines.flatMap(({ kind }) => kind ?? []),
    ["malformed message", "malformed status", "read"],
  );
});
