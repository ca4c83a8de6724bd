import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../../store/catalog/pages.ts";
import type { Database } from "../../store/db/db.ts";
import { testApp } from "../../test/app.ts";
import { aPostPage, type TestPage } from "../../test/builders.ts";
import { anySettings } from "../../test/platforms/any-settings.ts";
import { postChannel } from "../../test/post-channel.ts";
import { openSocket, parseAnswer } from "../../test/raw-http.ts";
import { watchStatements } from "../../test/statements.ts";
import { until } from "../../test/until.ts";

const mebibyte = 1024 * 1024;
const forged = `sha256=${"0".repeat(64)}`;
const sign = (body: string) => `sha256=${createHmac("sha256", "secret").update(body).digest("hex")}`;

/** A server with a page of WhatsApp and one of Messenger. */
async function aServer(t: Test) {
  const { baseUrl, deps } = await testApp(t);
  const workspaceId = await ensureWorkspace(deps.db);
  for (const [id, channel] of [
    ["waba_1", "whatsapp"],
    ["104", "messenger"],
  ] as const) {
    await insertPage(deps.db, { id, workspaceId, channel, name: "Shop" });
    await updateChannelSettings(deps.db, id, anySettings);
  }
  const post = (path: string, body: string, signature?: string) =>
    fetch(baseUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(signature && { "x-hub-signature-256": signature }) },
      body,
    });
  const metric = async (name: string) => {
    const lines = await (await fetch(`${baseUrl}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(lines)?.[1]);
  };
  return { baseUrl, deps, post, metric };
}

/** Takes seconds to parse: one odd escape, and an empty item every two bytes. */
const costly = (size: number) => `{"object":"whatsapp_business_account","entry":[${"0,".repeat(size / 2)}"\\u0000"]}`;

test("unsigned bodies are refused before they are parsed, and other requests are served", async (t) => {
  const { baseUrl, post, metric } = await aServer(t);
  // A parser would refuse the first with 400, and take seconds for the last.
  const bodies = ["{", ...[300_000, mebibyte, 5 * mebibyte - 1000].map(costly)];

  const answers = ["/webhooks/app/whatsapp", "/webhooks/waba_1", "/webhooks/app/instagram"].flatMap((path) =>
    bodies.flatMap((body) => [post(path, body), post(path, body, forged)]),
  );
  const probes = await Promise.all(Array.from({ length: 20 }, () => fetch(`${baseUrl}/healthz`)));
  const statuses = (await Promise.all(answers)).map(({ status }) => status);

  assert.deepEqual([...new Set(statuses)], [401]);
  assert.ok(probes.every(({ ok }) => ok));
  assert.equal(await metric('banter_unsigned_webhooks_total\\{channel="whatsapp"\\}'), 16);
  assert.equal(await metric('banter_unsigned_webhooks_total\\{channel="instagram"\\}'), 8);
});

test("a webhook whose header is the secret is refused before its body is read", async (t) => {
  const { baseUrl, deps } = await aServer(t);
  const workspaceId = await ensureWorkspace(deps.db);
  await insertPage(deps.db, { id: "tg_42", workspaceId, channel: "telegram", name: "Shop" });
  await updateChannelSettings(deps.db, "tg_42", { ...anySettings, botToken: `42:${"A".repeat(35)}` });
  const socket = await openSocket(baseUrl);
  atEnd(t, () => socket.destroy());
  const head = [
    "POST /webhooks/tg_42 HTTP/1.1",
    "host: x",
    "content-type: application/json",
    `x-telegram-bot-api-secret-token: ${"A".repeat(43)}`,
    "content-length: 5000000",
  ];

  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];

  assert.equal(parseAnswer(answer.toString()).status, 401);
});

test("unfinished bodies take limited memory, and small webhooks still pass", async (t) => {
  const { baseUrl, post, metric } = await aServer(t);
  const answers: string[] = [];
  const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(baseUrl)));
  atEnd(t, () => sockets.map((socket) => socket.destroy()));
  const held = () => metric("banter_unsigned_webhook_bytes");

  for (const [index, socket] of sockets.entries()) {
    socket.on("data", (bytes) => {
      answers[index] = (answers[index] ?? "") + bytes;
    });
    socket.write(
      `POST /webhooks/waba_1 HTTP/1.1\r\nhost: x\r\nx-hub-signature-256: ${forged}\r\ncontent-length: ${mebibyte}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(mebibyte - 1, " "));
  }
  await until(async () => {
    assert.ok((await held()) <= 32 * mebibyte);
    return answers.filter(Boolean).length >= 28;
  });
  const small = '{"object":"whatsapp_business_account","entry":[]}';
  const beside = await post("/webhooks/waba_1", small, sign(small));

  assert.equal(beside.status, 200);
  for (const answer of answers.filter(Boolean).map(parseAnswer))
    assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "1"]);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await held()) === 0);
});

test("a body over the limit is refused by its declared length, or as soon as it passes the limit", async (t) => {
  const { post, baseUrl } = await aServer(t);

  const told = await post("/webhooks/waba_1", " ".repeat(5 * mebibyte + 1), forged);
  const socket = await openSocket(baseUrl);
  atEnd(t, () => socket.destroy());
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes;
  });
  socket.write(
    `POST /webhooks/waba_1 HTTP/1.1\r\nhost: x\r\nx-hub-signature-256: ${forged}\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  socket.write(`${(5 * mebibyte + 1).toString(16)}\r\n`);
  socket.write(Buffer.alloc(5 * mebibyte + 1, " "));
  await until(() => answer !== "");

  assert.deepEqual([told.status, parseAnswer(answer).status], [413, 413]);
});

test("a webhook is verified once for each distinct secret", async (t) => {
  let checks = 0;
  const telegram = postChannel({ onVerify: () => checks++ });
  const { baseUrl, deps } = await testApp(t, { channels: { ...channels, telegram } });
  const pages: TestPage[] = [];
  while (pages.length < 12) pages.push(await aPostPage(deps, "http://127.0.0.1:1"));
  for (const [index, { pageId }] of pages.entries())
    await updateChannelSettings(deps.db, pageId, { origin: "http://127.0.0.1:1", secret: index % 2 ? "odd" : "even" });
  const events = pages.map(({ pageId }, index) => ({ id: String(index), page: pageId, from: "tg_7" }));
  const post = async (secret: string) => {
    checks = 0;
    const headers = { "x-secret": secret };
    const answer = await fetch(`${baseUrl}/webhooks/app/telegram`, {
      method: "POST",
      headers,
      body: JSON.stringify({ events }),
    });
    return [answer.status, answer.ok ? ((await answer.json()) as { accepted: number }).accepted : 0];
  };

  assert.deepEqual([await post("neither"), checks], [[401, 0], 2]);
  assert.deepEqual(await post("odd"), [200, 6]);
  assert.ok(checks <= 2);
  assert.deepEqual([await post("NOT WELL FORMED"), checks], [[401, 0], 0]);
});

test("handshakes with a wrong verify token read no page from the database", async (t) => {
  const { baseUrl, deps } = await aServer(t);
  const ask = async (token: string) =>
    (
      await fetch(
        `${baseUrl}/webhooks/app/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
      )
    ).status;
  assert.equal(await ask("word"), 200);
  const statements = watchStatements(deps.db as Database);

  for (let number = 0; number < 30; number++) assert.equal(await ask(`guess${number}`), 403);
  assert.equal(await ask("word"), 200);

  assert.deepEqual(
    statements.filter((text) => /channel_settings/.test(text) && /\bpages\b/.test(text)),
    [],
  );
  // On a slow machine the sum of the revisions may be read a few times.
  assert.ok(statements.filter((text) => /\bpages\b/.test(text)).length < 15);
});
