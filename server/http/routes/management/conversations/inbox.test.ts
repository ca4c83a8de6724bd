import assert from "node:assert/strict";
import { after, test } from "node:test";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { json, sql } from "../../../../store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "../../../../test/builders.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const node = await testNode({ after });
const { deps, baseUrl } = node;

/** A page with a flow that answers "hi" and one that hands over at "person". */
async function aShop() {
  const owner = await aMember(deps, { name: "Olga" });
  const pageId = await aPageOf(deps, owner);
  const handOver = {
    version: 1,
    start: "go",
    steps: { go: { type: "action", actions: [{ action: "hand_over" }], next: null } },
  };
  await applyPageFile(
    deps,
    pageId,
    aPageFile({
      flows: [aFlow("Hello", "Hi there"), { name: "Person", published: true, document: handOver }],
      keywords: [aKeyword("hi", "Hello"), aKeyword("person", "Person")],
    }),
    { prune: true },
  );
  const { api, ...browser } = await signedIn(baseUrl, owner);
  type Query = {
    filter?: "all" | "unread" | "waiting" | "snoozed" | "done" | "failed" | "mine";
    tag?: number;
    member?: string;
    search?: string;
    before?: string;
    limit?: number;
  };
  const list = (query: Query = {}) => api("GET /pages/:page_id/conversations", { params: { page_id: pageId }, query });
  const psids = async (query: Query = {}) => (await list(query)).conversations.map(({ psid }) => psid);
  const at = (psid: string) => ({ page_id: pageId, psid });
  return { owner, pageId, api, browser, list, psids, at };
}

const visitor = (pageId: string, name?: string) =>
  aVisitor(baseUrl, pageId, name === undefined ? {} : { first_name: name });

test("conversations are listed by last activity, with their last message and what was not read", async () => {
  const { pageId, list, psids } = await aShop();
  const [ann, bob] = [await visitor(pageId), await visitor(pageId)];
  await ann.say("hello");
  await until(async () => (await psids()).length === 1);
  await bob.say("hi");
  await until(async () => (await list()).conversations[0]?.last.from === "bot");

  const { conversations, next, counts } = await list();

  assert.deepEqual(
    conversations.map(({ psid, last, unread, changed }) => ({ psid, last, unread, isChanged: changed > 0 })),
    [
      { psid: bob.psid, last: { from: "bot", text: "Hi there", kind: "text" }, unread: 0, isChanged: true },
      { psid: ann.psid, last: { from: "customer", text: "hello", kind: "text" }, unread: 1, isChanged: true },
    ],
  );
  assert.equal(next, null);
  assert.deepEqual(counts, { unread: 1, waiting: 1, snoozed: 0, failed: 0, mine: 0 });

  await ann.say("me again");
  await until(async () => (await psids())[0] === ann.psid);
});

test("read marks, assignment, waiting and failed messages have a filter each", async () => {
  const { owner, pageId, api, list, psids, at } = await aShop();
  const [ann, bob] = [await visitor(pageId), await visitor(pageId)];
  await ann.say("one");
  await ann.say("two");
  await bob.say("person");
  await until(async () => (await psids({ filter: "waiting" })).length === 2);
  const { messages } = await api("GET /pages/:page_id/conversations/:psid/messages", { params: at(ann.psid) });
  const [one, two] = messages;

  assert.deepEqual(await psids({ filter: "waiting" }), [ann.psid, bob.psid]);
  const read = (through: number | null) =>
    api("PUT /pages/:page_id/conversations/:psid/read", { params: at(ann.psid), body: { through } });
  const unread = async () => (await list()).conversations.find(({ psid }) => psid === ann.psid)?.unread;
  await until(async () => (await unread()) === 2);
  await read(one?.id ?? 0);
  assert.equal(await unread(), 1);
  await read(two?.id ?? 0);
  assert.deepEqual(await psids({ filter: "unread" }), []);
  await read(null);
  assert.equal(await unread(), 1);

  const assign = (userId: string | null) =>
    api("PUT /pages/:page_id/conversations/:psid/assignee", { params: at(ann.psid), body: { user_id: userId } });
  await assign(owner.userId);
  assert.deepEqual(await psids({ filter: "mine" }), [ann.psid]);
  assert.deepEqual((await list({ filter: "mine" })).conversations[0]?.assignee, {
    user_id: owner.userId,
    name: "Olga",
  });
  await assign(null);
  assert.deepEqual(await psids({ filter: "mine" }), []);
  const viewer = await aMember(deps, { role: "viewer", workspaceId: owner.workspaceId });
  const stranger = await aMember(deps);
  for (const { userId } of [viewer, stranger]) await assert.rejects(assign(userId), { status: 404 });

  await deps.db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, reason, created_at)
    values (${pageId}, nextval('conversation_ids'), ${bob.psid}, 1, 'reply', '{"type":"text","text":"x"}', 'failed',
            'timeout', now())`);
  await deps.db.count(sql`
    insert into message_troubles (page_id, id) select page_id, id from messages
     where page_id = ${pageId} and status = 'failed'`);
  assert.deepEqual(await psids({ filter: "failed" }), [bob.psid]);
  assert.equal((await list()).counts?.failed, 1);
  assert.equal((await list({ filter: "failed" })).conversations[0]?.failed, 1);
});

test("pages of the list have no gap while messages come", async () => {
  const { pageId, list, psids } = await aShop();
  const visitors: Awaited<ReturnType<typeof visitor>>[] = [];
  for (let number = 0; number < 9; number++) visitors.push(await visitor(pageId));
  for (const each of visitors) await each.say("hello");
  await until(async () => (await psids()).length === 9);
  const before = await psids();

  const seen: string[] = [];
  for (let next: string | null | undefined; next !== null; ) {
    const page = await list({ limit: 4, ...(next && { before: next }) });
    seen.push(...page.conversations.map(({ psid }) => psid));
    assert.equal(page.counts === null, next !== undefined);
    next = page.next;
    await visitors[0]?.say("again");
    await until(async () => (await psids())[0] === visitors[0]?.psid);
  }

  // The one that wrote meanwhile has moved to the top of the first page, where the stream reports it.
  assert.deepEqual(new Set([...seen, visitors[0]?.psid]), new Set(before));
  assert.equal(new Set(seen).size, seen.length);
  await assert.rejects(list({ before: "x" }), { status: 400, code: "invalid_field" });
});

test("search finds names and words, accents folded, and the beginning of the last word", async () => {
  const { pageId, psids } = await aShop();
  const [ann, bob] = [await visitor(pageId, "Nguyễn Ánh"), await visitor(pageId)];
  await ann.say("xin chào");
  await bob.say("Đơn hàng của tôi đâu?");
  await until(async () => (await psids()).length === 2);

  await until(async () => (await psids({ search: "nguyen" })).length === 1);
  for (const search of ["nguyen anh", "Ánh", "CHAO", "xin chao"]) assert.deepEqual(await psids({ search }), [ann.psid]);
  for (const search of ["don hang", "đơn hàng", "hang don", "han", "don ha"])
    assert.deepEqual(await psids({ search }), [bob.psid], search);
  for (const search of ["don chao", "nobody", "'"]) assert.deepEqual(await psids({ search }), [], search);
  assert.equal((await psids({ search: "  " })).length, 2);
  assert.deepEqual(await psids({ search: "don", filter: "waiting" }), [bob.psid]);
});

test("news for many customers leave the list as it is, until a customer answers them", async () => {
  const { pageId, list, psids, api, at } = await aShop();
  await api("PUT /pages/:page_id/audience", {
    params: { page_id: pageId },
    body: { ...defaultAudience, quiet_hours: null },
  });
  const [ann, bob, cat] = [await visitor(pageId), await visitor(pageId), await visitor(pageId)];
  await ann.say("hi");
  await until(async () => (await list()).conversations[0]?.last.from === "bot");
  await bob.say("hello");
  await until(async () => (await psids()).length === 2);
  const changedOf = async (psid: string) =>
    (await list()).conversations.find((each) => each.psid === psid)?.changed ?? 0;
  const before = await changedOf(ann.psid);

  const send = { type: "send_content" as const, content: { messages: [{ type: "text" as const, text: "A sale" }] } };
  for (const [index, type] of (["broadcast", "sequence"] as const).entries())
    for (const { psid } of [cat, ann])
      await deps.accept({ pageId, psid, event: { ...send, payload: {}, sendId: 0, plan: { type, id: index } } });
  const textsOf = async (psid: string) => {
    const { messages } = await api("GET /pages/:page_id/conversations/:psid/messages", { params: at(psid), query: {} });
    return messages.map(({ input, content }) => input?.text ?? (content as { text: string }).text);
  };
  await until(async () => (await textsOf(ann.psid)).length === 4 && (await textsOf(cat.psid)).length === 2);
  // A member who has the conversation open sees them at once.
  await until(async () => (await changedOf(ann.psid)) > before);

  assert.deepEqual(await psids(), [bob.psid, ann.psid]);
  await cat.say("how much?");
  await until(async () => (await psids())[0] === cat.psid);
  assert.deepEqual(await textsOf(cat.psid), ["A sale", "A sale", "how much?"]);
});

test("a customer who has never written waits for a person if a broadcast's flow hands over", async () => {
  const { pageId, list, psids, api } = await aShop();
  const params = { page_id: pageId };
  await api("PUT /pages/:page_id/audience", { params, body: { ...defaultAudience, quiet_hours: null } });
  const { psid } = await visitor(pageId);
  const { id } = await deps.db.get<{ id: number }>(sql`
    select id from flows where page_id = ${pageId} and name = 'Person'`);
  const plan = { type: "broadcast" as const, id: 1 };

  await deps.accept({ pageId, psid, event: { type: "send_flow", flowId: id, payload: {}, sendId: 0, plan } });

  await until(async () => (await psids({ filter: "waiting" })).length === 1);
  const [line] = (await list()).conversations;
  assert.deepEqual([line?.psid, line?.last], [psid, { from: "bot", text: "", kind: "other" }]);
});

test("search finds words of customers, members and programs, but not the texts of flows and broadcasts", async () => {
  const { pageId, psids, api, at } = await aShop();
  const params = { page_id: pageId };
  await api("PUT /pages/:page_id/audience", { params, body: { ...defaultAudience, quiet_hours: null } });
  const [ann, bob, dan] = [await visitor(pageId), await visitor(pageId), await visitor(pageId)];
  const says = (text: string) => ({ messages: [{ type: "text" as const, text }] });
  // The flow answers "Hi there".
  await ann.say("hi");
  await bob.say("hello");
  await dan.say("hello");
  await until(async () => (await psids()).length === 3);
  const isFound = async () => {
    assert.deepEqual(await psids({ search: "there" }), []);
    const found = [await psids({ search: "hi" }), await psids({ search: "later" }), await psids({ search: "voucher" })];
    return JSON.stringify(found) === JSON.stringify([[ann.psid], [bob.psid], [dan.psid]]);
  };

  const body = { content: says("see you later") };
  await api("POST /pages/:page_id/conversations/:psid/messages", { params: at(bob.psid), body });
  const send = { type: "send_content" as const, content: says("a voucher"), payload: {}, sendId: 0 };
  await deps.accept({ pageId, psid: dan.psid, event: send });
  const news = { ...send, content: says("there is a sale"), plan: { type: "broadcast" as const, id: 1 } };
  await deps.accept({ pageId, psid: ann.psid, event: news });
  const isTold = async () =>
    (await deps.db.count(sql`
      select from messages where page_id = ${pageId} and content ->> 'text' = 'there is a sale'`)) === 1;

  await until(isTold);
  await until(isFound);
  await until(async () => (await deps.db.count(sql`select from message_words where page_id = ${pageId}`)) === 5);
  assert.ok(await isFound());
});

test("a conversation's messages are read in one order, in pieces", async () => {
  const { pageId, api, at } = await aShop();
  const ann = await visitor(pageId);
  for (const text of ["hi", "two", "hi", "four"]) {
    await ann.say(text);
  }
  const read = (query: { before?: number; after?: number; limit?: number } = {}) =>
    api("GET /pages/:page_id/conversations/:psid/messages", { params: at(ann.psid), query });
  await until(async () => (await read()).messages.length === 6);
  const { messages, has_more } = await read();

  assert.deepEqual(
    messages.map(({ from, input, content }) => [from, input?.text ?? (content as { text: string }).text]),
    [
      ["customer", "hi"],
      ["bot", "Hi there"],
      ["customer", "two"],
      ["customer", "hi"],
      ["bot", "Hi there"],
      ["customer", "four"],
    ],
  );
  assert.equal(has_more, false);
  const ids = messages.map(({ id }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => one - other),
  );
  const newest = await read({ limit: 2 });
  assert.deepEqual([newest.messages.map(({ id }) => id), newest.has_more], [ids.slice(4), true]);
  const older = await read({ limit: 3, before: ids[4] ?? 0 });
  assert.deepEqual([older.messages.map(({ id }) => id), older.has_more], [ids.slice(1, 4), true]);
  const newer = await read({ limit: 10, after: ids[3] ?? 0 });
  assert.deepEqual([newer.messages.map(({ id }) => id), newer.has_more], [ids.slice(4), false]);
});

test("the last orders and payments of a customer are read without the messages between them", async () => {
  const { pageId, api, at } = await aShop();
  const [ann, bob] = [await visitor(pageId), await visitor(pageId)];
  const order = (price: number) => ({
    type: "order",
    order: { items: [{ productId: "sku-1", quantity: 2, price, currency: "USD" }] },
  });
  const payment = { type: "payment", payment: { amount: "10", currency: "USD", chargeId: "c1" } };
  const happened = async (psid: string, event: object, times = 1) => {
    await deps.db.count(sql`
      insert into turns (page_id, id, psid, at, event)
      select ${pageId}, nextval('conversation_ids'), ${psid}, now(), ${json(event as JsonObject)}
        from generate_series(1, ${times}::int)`);
  };
  const bought = (psid: string, attachment: object) =>
    happened(psid, { type: "message", text: "", attachments: [attachment] });
  const read = async (psid: string, limit = 3) => {
    const query = { only: "purchases" as const, limit };
    const { messages } = await api("GET /pages/:page_id/conversations/:psid/messages", { params: at(psid), query });
    return messages.map(({ input }) => input?.attachments?.[0]);
  };
  await bought(ann.psid, order(1));
  await happened(ann.psid, { type: "message", text: "When does it come?" });
  await bought(ann.psid, { type: "image", url: "https://shop.example/receipt.png" });
  await bought(ann.psid, order(2));
  await bought(bob.psid, order(9));
  await bought(ann.psid, payment);

  const types = (attachments: Awaited<ReturnType<typeof read>>) => attachments.map((each) => each?.type);
  assert.deepEqual(types(await read(ann.psid)), ["order", "order", "payment"]);
  assert.deepEqual(types(await read(ann.psid, 2)), ["order", "payment"]);
  const item = { product_id: "sku-1", quantity: 2, price: 9, currency: "USD" };
  assert.deepEqual(await read(bob.psid), [{ type: "order", order: { items: [item] } }]);
  await happened(bob.psid, { type: "message", text: "hello" }, 999);
  assert.equal((await read(bob.psid)).length, 1);
  await happened(bob.psid, { type: "message", text: "hello" });
  assert.deepEqual(await read(bob.psid), [], "a long conversation is not read to its beginning");
});

test("one conversation has its window, its pause and the members who look at it", async () => {
  const { pageId, api, at, owner } = await aShop();
  const ann = await visitor(pageId, "Ann");
  const get = () => api("GET /pages/:page_id/conversations/:psid", { params: at(ann.psid) });
  assert.deepEqual((await get()).conversation.last, { from: "customer", text: "", kind: "other" });
  await ann.say("person");
  await until(async () => (await get()).conversation.waiting_since !== null);
  await api("PUT /pages/:page_id/conversations/:psid/presence", { params: at(ann.psid), body: { state: "typing" } });

  const { conversation, window, present } = await get();

  assert.equal(conversation.name, "Ann");
  assert.deepEqual(conversation.paused, { until: null });
  assert.deepEqual(window, { is_open: true, open_until: null, takes_templates: false, tags: [] });
  assert.deepEqual(present, [{ user_id: owner.userId, name: "Olga", is_typing: true }]);
  await assert.rejects(api("GET /pages/:page_id/conversations/:psid", { params: at("nobody") }), { status: 404 });
});
