import assert from "node:assert/strict";
import { test } from "node:test";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { channels } from "../channels/index.ts";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { listTools } from "../store/catalog/tools.ts";
import { sql } from "../store/db/sql.ts";
import { listFailedMessages } from "../store/runtime/messages/failed.ts";
import { getFlowStatistics, recountFlowStatistics } from "../store/runtime/step-statistics.ts";
import { aFlow, aKeyword, aPageFile, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { postChannel } from "../test/post-channel.ts";
import { until } from "../test/until.ts";

const psid = "tg_7";
const shop = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };
const anAdvertisement = { type: "social_ads_json" as const, name: "Ad", ref: "ad", flow: "Hello", is_published: true };

/** A page that answers "hello" on the post channel, its platform, and functions that send its webhooks. */
async function aConversation(t: Test, options: Parameters<typeof postChannel>[0] = {}) {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, { channels: { ...channels, telegram: postChannel(options) } });
  const { pageId } = await aPostPage(deps, platform.origin, shop);
  let count = 0;
  const tell = async (...given: object[]) => {
    const events = given.map((event) => ({ id: String(++count), from: psid, ...event }));
    const body = JSON.stringify({ events });
    const answer = await fetch(`${baseUrl}/webhooks/${pageId}`, {
      method: "POST",
      headers: { "x-secret": "right" },
      body,
    });
    assert.equal(answer.status, 200);
  };
  const listMessages = () =>
    deps.db.many<{ id: number; status: string; possibleDuplicate: boolean; reason: string | null }>(sql`
      select id, status, possible_duplicate, reason from messages where page_id = ${pageId} order by id`);
  return {
    platform,
    deps,
    pageId,
    write: (text: string, more: object = {}) => tell({ text, ...more }),
    tell: (...events: MailEvent[]) => tell(...events.map((event) => ({ event }))),
    listMessages,
    statuses: async () => (await listMessages()).map(({ status }) => status).join(" "),
    getCustomer: () =>
      deps.db.get<Record<string, unknown>>(sql`
        select first_name, last_name, phone, locale, timezone, picture_url, unreachable, gender
          from customers where page_id = ${pageId} and psid = ${psid}`),
  };
}

test("an echo finishes a message whose call was never answered, so that it is not sent twice", async (t) => {
  const { platform, write, tell, statuses, listMessages } = await aConversation(t, { timeoutMs: 200 });
  let hangs = 1;
  platform.answer = () => (hangs-- > 0 ? { hang: true } : {});

  await write("hello");
  const [first] = await platform.waitFor(1);
  await until(async () => (await statuses()) === "queued");
  await tell({ type: "echo", platformId: "p1", messageId: first?.id ?? 0, isPerson: false });
  await until(async () => (await statuses()) === "sent");
  await write("hello");
  await platform.waitFor(2);

  // The second message is sent at once after the first: nothing waits for a retry.
  assert.equal(new Set(platform.received.map(({ id }) => id)).size, 2);
  await until(async () => (await statuses()) === "sent sent");
  assert.deepEqual(
    (await listMessages()).map(({ possibleDuplicate }) => possibleDuplicate),
    [false, false],
  );
});

test("an echo that arrives before its call has failed finishes the message too", async (t) => {
  const { platform, write, tell, statuses } = await aConversation(t, { timeoutMs: 1000 });
  platform.answer = () => ({ hang: true });

  await write("hello");
  const [first] = await platform.waitFor(1);
  await tell({ type: "echo", platformId: "p1", messageId: first?.id ?? 0, isPerson: false });
  platform.answer = () => ({});
  await write("hello");
  await platform.waitFor(2);

  assert.equal(new Set(platform.received.map(({ id }) => id)).size, 2);
  await until(async () => (await statuses()) === "sent sent");
});

test("accepted parts of a message are not sent again", async (t) => {
  const { platform, tell, deps, statuses, pageId } = await aConversation(t, { timeoutMs: 500 });
  const troubles = [{}, { status: 500 }, { hang: true }, {}];
  platform.answer = () => troubles.shift() ?? {};
  const content = { messages: [{ type: "text" as const, text: "One\nTwo\nThree" }] };

  await deps.accept({ pageId, psid, event: { type: "send_content", content, payload: {}, sendId: 0 } });
  const [, second] = await platform.waitFor(2);
  await tell({ type: "echo", platformId: "p of two", messageId: second?.id ?? 0, isPerson: false });
  await platform.waitFor(3);

  await until(async () => (await statuses()) === "sent");
  assert.deepEqual(
    platform.received.map(({ message }) => "text" in message && message.text),
    ["One", "Two", "Three"],
  );
});

test("a person who writes from the platform's inbox pauses the bot, and the message is recorded", async (t) => {
  const { platform, write, tell, deps, pageId } = await aConversation(t);
  await write("hello");
  const [first] = await platform.waitFor(1);
  await until(async () => (await deps.db.count(sql`select from messages where platform_id is not null`)) === 1);

  await tell({ type: "echo", platformId: `p${first?.id}`, messageId: null, isPerson: true, text: "Hello" });
  await write("hello");
  await platform.waitFor(2);
  await tell({ type: "echo", platformId: "inbox 1", messageId: null, isPerson: true, text: "Ann here" });
  await write("hello");
  await until(async () => (await outcomes()).length === 4);

  assert.deepEqual(await outcomes(), ["started", "started", "taken_over", "paused"]);
  assert.equal(platform.received.length, 2);
  const { event } = await deps.db.get<{ event: unknown }>(sql`
    select event from turns where page_id = ${pageId} and event ->> 'type' = 'takeover'`);
  assert.deepEqual(event, { type: "takeover", pausedSeconds: 3600, text: "Ann here", key: "inbox 1" });

  async function outcomes() {
    const turns = await deps.db.many<{ outcome: string }>(sql`
      select trace ->> 'outcome' as outcome from turns where page_id = ${pageId} order by id`);
    return turns.map(({ outcome }) => outcome);
  }
});

test("receipts by id and by time move messages forward, never back, and count once", async (t) => {
  const { platform, write, tell, statuses, deps, pageId } = await aConversation(t);
  for (const _ of [1, 2, 3]) await write("hello");
  const ids = (await platform.waitFor(3)).map(({ id }) => id);
  await until(async () => (await statuses()) === "sent sent sent");

  await tell({ type: "report", status: "delivered", about: { platformIds: [`p${ids[1]}`, "nobody's"] } });
  await until(async () => (await statuses()) === "sent delivered sent");
  await tell({ type: "report", status: "seen", about: { messageId: ids[0] ?? 0 } });
  await tell({ type: "report", status: "delivered", about: { platformIds: [`p${ids[0]}`] } });
  await tell({ type: "report", status: "failed", about: { platformIds: [`p${ids[0]}`] }, reason: "rejected" });
  await until(async () => (await deps.db.count(sql`select from mailbox`)) === 0);
  assert.equal(await statuses(), "seen delivered sent");
  await tell({ type: "report", status: "delivered", about: { through: Date.now() - 3_600_000 } });
  await tell({ type: "report", status: "delivered", about: { through: Date.now() } });
  await until(async () => (await statuses()) === "seen delivered delivered");
  for (const _ of [1, 2]) await tell({ type: "report", status: "seen", about: { through: Date.now() } });
  await until(async () => (await statuses()) === "seen seen seen");

  const { id: flowId } = await deps.db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  const statistics = await getFlowStatistics(deps.db, pageId, flowId);
  assert.deepEqual(statistics, await recountFlowStatistics(deps.db, pageId, flowId));
  assert.deepEqual([statistics.sent, statistics.delivery, statistics.seen], [3, 3, 3]);
});

test("a message that fails after it was accepted is listed as failed and can be sent again", async (t) => {
  const { platform, write, tell, statuses, deps, pageId } = await aConversation(t);
  await write("hello");
  const [sent] = await platform.waitFor(1);
  await until(async () => (await statuses()) === "sent");

  const about = { platformIds: [`p${sent?.id}`] };
  await tell({ type: "report", status: "failed", about, reason: "blocked_by_customer" });
  await until(async () => (await statuses()) === "failed");

  const [failed] = await listFailedMessages(deps.db, pageId, 10);
  assert.equal(failed?.reason, "blocked_by_customer");
  const { id: flowId } = await deps.db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  assert.equal((await getFlowStatistics(deps.db, pageId, flowId)).sent, 0);
  await tell({ type: "retry", messageIds: [failed?.id ?? 0] });
  await platform.waitFor(2);
  await until(async () => (await statuses()) === "sent");
  const statistics = await getFlowStatistics(deps.db, pageId, flowId);
  assert.deepEqual(statistics, await recountFlowStatistics(deps.db, pageId, flowId));
});

test("a receipt that arrives before the answer to its call is not lost", async (t) => {
  const { platform, write, tell, statuses } = await aConversation(t);
  platform.answer = () => ({ delayMs: 300 });

  await write("hello");
  const [sent] = await platform.waitFor(1);
  await tell({ type: "report", status: "delivered", about: { platformIds: [`p${sent?.id}`] } });

  await until(async () => (await statuses()) === "delivered");
});

test("a receipt for one message is one for all before it, and for none after it", async (t) => {
  const { platform, write, tell, statuses } = await aConversation(t);

  for (const each of [1, 2, 3]) {
    await write("hello");
    await platform.waitFor(each);
  }
  await until(async () => (await statuses()) === "sent sent sent");
  const [, second] = platform.received;
  await tell({ type: "report", status: "seen", about: { throughId: `p${second?.id}` } });

  await until(async () => (await statuses()) === "seen seen sent");
  await tell({ type: "report", status: "seen", about: { throughId: "of a person" } });
  await write("hello");
  await platform.waitFor(4);
  await until(async () => (await statuses()) === "seen seen sent sent");
});

test("a message that the customer deletes is erased", async (t) => {
  const { write, tell, deps, pageId } = await aConversation(t);
  const events = () =>
    deps.db.many<{ event: { text: string }; trace: unknown }>(sql`
      select event, trace from turns where page_id = ${pageId} order by id`);

  await write("my secret");
  await write("hello");
  await tell({ type: "deletion", platformId: "event 1" });

  await until(async () => (await events())[0]?.event.text === "");
  const [first, second] = await events();
  assert.deepEqual(first?.event, { type: "message", text: "", key: "event 1", isDeleted: true });
  assert.deepEqual(first?.trace, { outcome: "nothing" });
  assert.equal(second?.event.text, "hello");
});

test("a customer who has blocked the page cannot be reached until they write", async (t) => {
  const { platform, write, tell, getCustomer, statuses } = await aConversation(t);
  const isReachable = async () => (await getCustomer()).unreachable === null;
  await write("hello");
  await platform.waitFor(1);

  await tell({ type: "reach", isReachable: false });
  await until(async () => !(await isReachable()));
  await tell({ type: "reach", isReachable: true });
  await until(isReachable);
  platform.answer = () => ({ status: 403, body: { failure: "blocked_by_customer" } });
  await write("hello");
  await until(async () => !(await isReachable()));
  assert.equal(await statuses(), "sent failed");
  platform.answer = () => ({});
  await write("hello");

  await platform.waitFor(2);
  assert.ok(await isReachable());
});

test("the customer profile in a webhook fills empty fields in the same turn and overwrites none", async (t) => {
  const { write, getCustomer, platform } = await aConversation(t);

  await write("hello", {
    facts: { firstName: " Ann ", timezone: "Nowhere/Land", pictureUrl: "https://example.com/a.jpg" },
  });
  await write("hello", { facts: { firstName: "Bob", lastName: "Ng\0", timezone: "Asia/Tokyo", phone: "0123" } });
  await platform.waitFor(2);

  assert.deepEqual(await getCustomer(), {
    firstName: "Ann",
    lastName: "Ng\ufffd",
    phone: "0123",
    locale: null,
    timezone: "Asia/Tokyo",
    pictureUrl: "https://example.com/a.jpg",
    unreachable: null,
    gender: "UNKNOWN",
  });
});

test("the profile of a new customer is fetched once", async (t) => {
  const { write, getCustomer, platform } = await aConversation(t, { asksForCustomers: true });
  platform.answerCall = ({ path }) =>
    path === "/customers" ? { body: { firstName: "Ann", gender: "FEMALE", pictureUrl: "javascript:alert(1)" } } : {};

  await write("hello");
  await platform.waitFor(1);
  await until(async () => (await getCustomer()).firstName === "Ann");
  await write("hello");
  await platform.waitFor(2);

  assert.deepEqual(await platform.waitForCalls("/customers", 1), [{ psid }]);
  const { gender, pictureUrl } = await getCustomer();
  assert.deepEqual([gender, pictureUrl], ["FEMALE", null]);
});

test("a reply to an advertisement starts the flow of its growth tool", async (t) => {
  const { tell, platform, deps, pageId } = await aConversation(t);
  await applyPageFile(deps, pageId, aPageFile({ ...shop, tools: [anAdvertisement] }), { prune: true });
  const [{ id } = { id: 0 }] = await listTools(deps.db, pageId);

  await tell({ type: "payload", payload: `t${id}` }, { type: "payload", payload: "t404" });

  const [{ to, message } = { to: "", message: undefined }] = await platform.waitFor(1);
  assert.deepEqual([to, message], [psid, { type: "text", text: "Hello" }]);
});
