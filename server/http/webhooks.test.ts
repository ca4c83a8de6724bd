import assert from "node:assert/strict";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { pino } from "pino";
import { channels } from "../channels/index.ts";
import { updateChannelSettings } from "../store/pages.ts";
import { sql } from "../store/sql.ts";
import { saveTriedSettings } from "../store/tried-settings.ts";
import { testDeps } from "../test/app.ts";
import { aPostPage } from "../test/builders.ts";
import { postChannel } from "../test/post-channel.ts";
import { buildApp } from "./app.ts";

const origin = "http://127.0.0.1:1";

/** A server with a post channel, and what it has logged. */
async function aServer(t: Test) {
  const lines: { msg: string; kind?: string }[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const deps = { ...(await testDeps(t)), channels: { ...channels, telegram: postChannel() }, log };
  const app = await buildApp(deps);
  atEnd(t, () => app.close());
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const post = (path: string, events: object[], secret = "right") =>
    fetch(baseUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-secret": secret },
      body: JSON.stringify({ events }),
    });
  const listMail = () =>
    deps.db.many<{ pageId: string; psid: string }>(sql`select page_id, psid from mailbox order by page_id, psid`);
  return { deps, baseUrl, lines, post, listMail };
}

test("an app's one address takes what each page's own secret vouches for, and ignores pages that are not ours", async (t) => {
  const { deps, post, listMail, baseUrl } = await aServer(t);
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
  const foreign = await post("/webhooks/app/telegram", events.slice(3), "wrong");

  assert.deepEqual([answer.status, await answer.json()], [200, { accepted: 2 }]);
  assert.deepEqual(await listMail(), [
    { pageId: first.pageId, psid: "tg_7" },
    { pageId: second.pageId, psid: "tg_8" },
  ]);
  assert.equal(forged.status, 401);
  assert.deepEqual([foreign.status, await foreign.json()], [200, { accepted: 0 }]);
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  assert.match(metrics, /^banter_unsigned_webhooks_total\{channel="telegram"\} 2$/m);
});

test("a page's own address takes nothing of another page", async (t) => {
  const { deps, post, listMail } = await aServer(t);
  const [page, other] = [await aPostPage(deps, origin), await aPostPage(deps, origin)];

  const answer = await post(`/webhooks/${page.pageId}`, [
    { id: "1", page: page.pageId, from: "tg_7", text: "hello" },
    { id: "2", page: other.pageId, from: "tg_8", text: "hello" },
  ]);

  assert.equal(answer.status, 200);
  assert.deepEqual(await listMail(), [{ pageId: page.pageId, psid: "tg_7" }]);
});

test("the address is verified by the word that was agreed, of a page or of settings that are just tried", async (t) => {
  const { deps, baseUrl } = await aServer(t);
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

test("each unknown kind of event is logged once, and what comes along with it is kept", async (t) => {
  const { deps, post, listMail, lines } = await aServer(t);
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

test("a body that is not the platform's is refused with a reason", async (t) => {
  const { deps, baseUrl, listMail } = await aServer(t);
  const { pageId } = await aPostPage(deps, origin);
  const post = (path: string, body: string) =>
    fetch(`${baseUrl}${path}`, { method: "POST", headers: { "x-secret": "right" }, body });

  for (const path of [`/webhooks/${pageId}`, "/webhooks/app/telegram"]) {
    for (const body of ["", "{", "[]", '{"events":[{"id":1}]}']) assert.equal((await post(path, body)).status, 400);
  }
  assert.deepEqual(await listMail(), []);
});
