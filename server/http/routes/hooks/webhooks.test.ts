import assert from "node:assert/strict";
import { test } from "node:test";
import { connectPage } from "../../../domain/pages/page-settings.ts";
import { ensureWorkspace } from "../../../domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../../../store/catalog/pages.ts";
import { saveTriedSettings } from "../../../store/catalog/tried-settings.ts";
import { aPostPage } from "../../../test/builders.ts";
import { settingsFor } from "../../../test/platforms/zalo/page.ts";
import { startZalo } from "../../../test/platforms/zalo/zalo.ts";
import { aWebhookServer } from "../../../test/webhook-server.ts";

const origin = "http://127.0.0.1:1";

test("an app's address accepts events for pages whose secret signed the body, and ignores unknown pages", async (t) => {
  const { deps, post, listMail, baseUrl } = await aWebhookServer(t);
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => aPostPage(deps, origin)));
  assert.ok(first && second && third);
  await updateChannelSettings(deps.db, third.pageId, { origin, secret: "another" });
  const events = [
    { id: "1", page: first.pageId, from: "tg_7", text: "hello" },
    { id: "2", page: second.pageId, from: "tg_8", text: "hello" },
    { id: "3", page: third.pageId, from: "tg_9", text: "forged" },
    { id: "4", page: "tg_999999999", from: "tg_9", text: "hello" },
    { id: "5", page: "no page", from: "tg_9", text: "hello" },
  ];

  const answer = await post("/webhooks/app/telegram", events);
  const forged = await post("/webhooks/app/telegram", events, "wrong");
  const foreign = await post("/webhooks/app/telegram", events.slice(3));
  const unknown = await post("/webhooks/app/telegram", events.slice(3), "wrong");
  const others = await post("/webhooks/app/telegram", events.slice(0, 2), "another");

  assert.deepEqual([answer.status, await answer.json()], [200, { accepted: 2 }]);
  assert.deepEqual(await listMail(), [
    { pageId: first.pageId, psid: "tg_7" },
    { pageId: second.pageId, psid: "tg_8" },
  ]);
  assert.deepEqual([forged.status, unknown.status, others.status], [401, 401, 401]);
  assert.deepEqual([foreign.status, await foreign.json()], [200, { accepted: 0 }]);
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  assert.match(metrics, /^banter_unsigned_webhooks_total\{channel="telegram"\} 4$/m);
});

test("a page's own address stores no events of another page", async (t) => {
  const { deps, post, listMail } = await aWebhookServer(t);
  const [page, other] = [await aPostPage(deps, origin), await aPostPage(deps, origin)];

  const answer = await post(`/webhooks/${page.pageId}`, [
    { id: "1", page: page.pageId, from: "tg_7", text: "hello" },
    { id: "2", page: other.pageId, from: "tg_8", text: "hello" },
  ]);

  assert.equal(answer.status, 200);
  assert.deepEqual(await listMail(), [{ pageId: page.pageId, psid: "tg_7" }]);
});

test("the verify token of a page, or of settings being tried, verifies the address", async (t) => {
  const { deps, baseUrl } = await aWebhookServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const ask = async (path: string, word: string) => {
    const answer = await fetch(`${baseUrl}${path}?word=${word}&challenge=00123`);
    return [answer.status, answer.headers.get("content-type"), answer.ok ? await answer.text() : ""];
  };

  const right = [200, "text/plain; charset=utf-8", "00123"];
  assert.deepEqual(await ask(`/webhooks/${pageId}`, "right"), right);
  assert.deepEqual(await ask("/webhooks/app/telegram", "right"), right);
  for (const path of [`/webhooks/${pageId}`, "/webhooks/app/telegram", "/webhooks/tg_404", "/webhooks/%00"])
    assert.equal((await ask(path, "wrong"))[0], 403);
  assert.equal((await ask("/webhooks/app/carrier-pigeon", "right"))[0], 404);

  await saveTriedSettings(deps.db, { pageId: "tg_405", channel: "telegram", settings: { origin, secret: "tried" } });
  assert.deepEqual(await ask("/webhooks/tg_405", "tried"), right);
  assert.deepEqual(await ask("/webhooks/app/telegram", "tried"), right);
});

test("each unknown kind of event is logged once, and the other events are stored", async (t) => {
  const { deps, post, listMail, lines } = await aWebhookServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const strange = (id: string, unknown: string) => ({ id, from: "tg_7", unknown });

  for (const id of ["1", "2", "3"])
    await post(`/webhooks/${pageId}`, [
      strange(id, "poll"),
      strange(`${id}b`, "dance"),
      { id: `${id}c`, from: "tg_7", text: "hello" },
    ]);

  assert.equal((await listMail()).length, 3);
  assert.deepEqual(
    lines.flatMap(({ kind }) => kind ?? []),
    ["poll", "dance"],
  );
});

test("a signed body in another format is refused with a reason", async (t) => {
  const { deps, baseUrl, listMail } = await aWebhookServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const post = (path: string, body: string) =>
    fetch(`${baseUrl}${path}`, { method: "POST", headers: { "x-secret": "right" }, body });

  for (const path of [`/webhooks/${pageId}`, "/webhooks/app/telegram"]) {
    for (const body of ["", "{", "[]", '{"events":[{"id":1}]}']) assert.equal((await post(path, body)).status, 400);
  }
  assert.deepEqual(await listMail(), []);
});

test("a changed secret counts from the next webhook on, at both addresses", async (t) => {
  const { deps, post, baseUrl } = await aWebhookServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const addresses = [`/webhooks/${pageId}`, "/webhooks/app/telegram"];
  const post1 = (path: string, secret: string) => post(path, [{ id: secret, page: pageId, from: "tg_7" }], secret);
  for (const path of addresses) assert.equal((await post1(path, "right")).status, 200);

  for (const [before, after] of [
    ["right", "left"],
    ["left", "up"],
    ["up", "down"],
  ] as const) {
    await connectPage(deps, pageId, { origin, secret: after });
    for (const path of addresses) {
      assert.deepEqual([(await post1(path, before)).status, (await post1(path, after)).status], [401, 200], path);
      const ask = async (word: string) => (await fetch(`${baseUrl}${path}?word=${word}&challenge=1`)).status;
      assert.deepEqual([await ask(before), await ask(after)], [403, 200], path);
    }
  }
});

test("a check of the address without a signature is answered where the platform makes one, and stores nothing", async (t) => {
  const { deps, baseUrl, listMail } = await aWebhookServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const zalo = await startZalo(t);
  const page = { id: `zl_${zalo.oaId}`, workspaceId: await ensureWorkspace(deps.db), channel: "zalo", name: "Shop" };
  await insertPage(deps.db, page as Parameters<typeof insertPage>[1]);
  await updateChannelSettings(deps.db, page.id, settingsFor(zalo));
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${baseUrl}/webhooks/${path}`, { method: "POST", headers, body: '{"event_name":"x"}' })).status;

  assert.deepEqual([await statusOf(page.id), await statusOf("app/zalo")], [200, 200]);
  const wrong = { "x-zevent-signature": `mac=${"0".repeat(64)}` };
  assert.deepEqual([await statusOf(page.id, wrong), await statusOf("app/zalo", wrong)], [401, 401]);
  assert.deepEqual([await statusOf(pageId), await statusOf("zl_404")], [401, 404]);
  assert.deepEqual(await listMail(), []);
});
