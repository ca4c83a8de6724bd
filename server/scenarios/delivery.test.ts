import assert from "node:assert/strict";
import { test } from "node:test";
import { channels } from "../channels/index.ts";
import { retryMessages } from "../domain/sending/deliveries.ts";
import { sql } from "../store/db/sql.ts";
import { listFailedMessages } from "../store/runtime/messages/failed.ts";
import { getFlowStatistics, recountFlowStatistics } from "../store/runtime/step-statistics.ts";
import { aFlow, aKeyword, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { postChannel } from "../test/post-channel.ts";
import { until } from "../test/until.ts";

const hello = aKeyword("hello", "Hello");
const withPost = (options = {}) => ({ channels: { ...channels, telegram: postChannel(options) } });

const webhook = (baseUrl: string, pageId: string, events: object[], secret = "right") =>
  fetch(`${baseUrl}/webhooks/${pageId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-secret": secret },
    body: JSON.stringify({ events }),
  });

const send = (
  baseUrl: string,
  { pageId, token }: { pageId: string; token: string },
  psid: string,
  text: string,
  headers = {},
) =>
  fetch(`${baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
    method: "POST",
    headers: { "content-type": "application/json", "access-token": token, ...headers },
    body: JSON.stringify({ psid, data: { version: "v2", content: { messages: [{ type: "text", text }] } } }),
  });

test("a webhook is answered by two messages, in order, at the platform", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPost());
  const { pageId } = await aPostPage(deps, platform.origin, { flows: [twoMessages], keywords: [hello] });

  const answer = await webhook(baseUrl, pageId, [{ id: "1", from: "tg_7", text: "hello" }]);

  assert.equal(answer.status, 200);
  const received = await platform.waitFor(2);
  assert.deepEqual(
    received.map(({ to, message }) => [to, "text" in message && message.text]),
    [
      ["tg_7", "One"],
      ["tg_7", "Two"],
    ],
  );
});

test("a webhook that is delivered ten times is one event, and a forged one is none", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPost());
  const { pageId } = await aPostPage(deps, platform.origin, { flows: [aFlow("Hello")], keywords: [hello] });
  const event = { id: "1", from: "tg_7", text: "hello" };

  const answers = await Promise.all(Array.from({ length: 10 }, () => webhook(baseUrl, pageId, [event, event])));
  const forged = await webhook(baseUrl, pageId, [{ ...event, id: "2" }], "wrong");
  await platform.waitFor(1);
  const late = await webhook(baseUrl, pageId, [event]);
  await webhook(baseUrl, pageId, [{ ...event, id: "3", from: "tg_8" }]);

  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(forged.status, 401);
  assert.equal(late.status, 200);
  assert.deepEqual(
    (await platform.waitFor(2)).map(({ to }) => to),
    ["tg_7", "tg_8"],
  );
});

test("sends to one customer arrive in the order of acceptance, despite failures of the platform", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPost());
  const page = await aPostPage(deps, platform.origin);
  let throttled = 2;
  platform.answer = () => (throttled-- > 0 ? { status: 429, body: { retryAfter: 1 } } : {});

  for (let number = 0; number < 20; number++)
    assert.equal((await send(baseUrl, page, "tg_9", `number ${number}`)).status, 200);

  const received = await platform.waitFor(20);
  const texts = received.map(({ message }) => ("text" in message ? message.text : ""));
  assert.deepEqual(
    texts,
    Array.from({ length: 20 }, (_, number) => `number ${number}`),
  );
});

test("an attempt without an answer is repeated and marked as a possible duplicate", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPost({ timeoutMs: 200 }));
  const page = await aPostPage(deps, platform.origin);
  let hangs = 1;
  platform.answer = () => (hangs-- > 0 ? { hang: true } : {});

  await send(baseUrl, page, "tg_9", "hello");

  const received = await platform.waitFor(2);
  assert.equal(new Set(received.map(({ id }) => id)).size, 1);
  await until(async () => (await statusOf()).status === "sent");
  assert.deepEqual(await statusOf(), { status: "sent", possibleDuplicate: true });

  function statusOf() {
    return deps.db.get<{ status: string; possibleDuplicate: boolean }>(sql`
      select status, possible_duplicate from messages where page_id = ${page.pageId}`);
  }
});

test("a rejected message fails with its reason, blocks no other, and can be retried", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPost());
  const page = await aPostPage(deps, platform.origin);
  platform.answer = ({ message }) => ("text" in message && message.text === "bad" ? { status: 400 } : {});

  await send(baseUrl, page, "tg_9", "bad");
  await send(baseUrl, page, "tg_9", "good");
  await platform.waitFor(1);
  await until(async () => (await listFailedMessages(deps.db, page.pageId, 10)).length === 1);
  const [failed] = await listFailedMessages(deps.db, page.pageId, 10);
  platform.answer = () => ({});
  await retryMessages(deps, page.pageId, [failed?.id ?? 0]);

  assert.deepEqual([failed?.reason, failed?.psid], ["rejected", "tg_9"]);
  const received = await platform.waitFor(2);
  assert.deepEqual(
    received.map(({ message }) => "text" in message && message.text),
    ["good", "bad"],
  );
});

test("messages are never sent faster than the platform allows", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPost({ perSecond: 20 }));
  const page = await aPostPage(deps, platform.origin);
  const times: number[] = [];
  platform.answer = () => {
    times.push(performance.now());
    return {};
  };

  await Promise.all(Array.from({ length: 60 }, (_, number) => send(baseUrl, page, `tg_${number}`, "hello")));
  await platform.waitFor(60);

  // Two at once, then one every 50 ms: on any machine, sixty take at least this long.
  const taken = (times.at(-1) ?? 0) - (times[0] ?? 0);
  assert.ok(taken >= 2800, `60 messages in ${taken} ms`);
});

test("outside the window a send is refused without a tag and nothing is queued", async (t) => {
  const platform = await startPlatform(t);
  const window = { seconds: 86_400, tags: ["HUMAN_AGENT"] };
  const { baseUrl, deps } = await testNode(t, withPost({ window }));
  const page = await aPostPage(deps, platform.origin, { flows: [aFlow("Hello")], keywords: [hello] });
  await webhook(baseUrl, page.pageId, [{ id: "1", from: "tg_7", text: "hello" }]);
  await platform.waitFor(1);
  await deps.db.count(sql`update customers set last_input_at = now() - interval '2 days'`);

  const late = await send(baseUrl, page, "tg_7", "hello");

  assert.equal(late.status, 422);
  assert.equal(late.headers.get("x-error-code"), "outside_messaging_window");
  const { count } = await deps.db.get<{ count: number }>(sql`select count(*) from mailbox`);
  assert.equal(count, 0);
});

test("statistics equal a recount after a mixed run", async (t) => {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPost());
  const page = await aPostPage(deps, platform.origin, { flows: [twoMessages], keywords: [hello] });
  platform.answer = ({ id }) => (id % 7 === 0 ? { status: 400 } : {});
  const { id: flowId } = await deps.db.get<{ id: number }>(sql`select id from flows where page_id = ${page.pageId}`);

  const events = Array.from({ length: 40 }, (_, number) => ({
    id: String(number),
    from: `tg_${number}`,
    text: "hello",
  }));
  await Promise.all(events.map((event) => webhook(baseUrl, page.pageId, [event])));
  await until(
    async () => (await deps.db.count(sql`select from messages where status not in ('queued', 'sending')`)) === 80,
  );
  for (const { id, to } of platform.received.slice(0, 10)) {
    await deps.accept({ pageId: page.pageId, psid: to, event: { type: "receipt", deliveredThrough: id } });
    await deps.accept({ pageId: page.pageId, psid: to, event: { type: "receipt", seenThrough: id } });
    await deps.accept({ pageId: page.pageId, psid: to, event: { type: "receipt", seenThrough: id - 1 } });
    await deps.accept({ pageId: page.pageId, psid: to, event: { type: "click", messageId: id, index: 0 } });
    await deps.accept({ pageId: page.pageId, psid: to, event: { type: "click", messageId: id, index: 0 } });
  }
  await until(async () => (await deps.db.count(sql`select from mailbox`)) === 0);

  const statistics = await getFlowStatistics(deps.db, page.pageId, flowId);
  assert.deepEqual(statistics, await recountFlowStatistics(deps.db, page.pageId, flowId));
  assert.ok(statistics.sent > 60 && statistics.seen >= 10 && statistics.delivery >= statistics.seen);
  assert.equal(statistics.isClicked, 10);
});

const say = (text: string, next: string | null) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  next,
});
const twoMessages = {
  name: "Hello",
  published: true,
  document: { version: 1, start: "one", steps: { one: say("One", "two"), two: say("Two", null) } },
};
