import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { handleDueWaits } from "../../../../domain/conversations/due-waits.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { sql } from "../../../../store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "../../../../test/builders.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const node = await testNode({ after });
const { deps, baseUrl } = node;

type Filter = "all" | "unread" | "waiting" | "snoozed" | "done" | "mine";

/** A page whose bot answers "hi" and hands over at "person". */
async function aDesk() {
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
      tags: ["vip"],
    }),
    { prune: true },
  );
  const { api } = await signedIn(baseUrl, owner);
  const at = (psid: string) => ({ page_id: pageId, psid });
  const list = async (
    query: { filter?: Filter; view?: number; member?: string; search?: string; limit?: number; before?: string } = {},
  ) => api("GET /pages/:page_id/conversations", { params: { page_id: pageId }, query });
  const psids = async (filter: Filter, narrowed: { member?: string } = {}) =>
    (await list({ filter, ...narrowed })).conversations.map(({ psid }) => psid);
  const line = async (psid: string) =>
    (await api("GET /pages/:page_id/conversations/:psid", { params: at(psid) })).conversation;
  /** The ids of the messages of both sides. */
  const ids = async (psid: string) =>
    (await api("GET /pages/:page_id/conversations/:psid/messages", { params: at(psid) })).messages.map(({ id }) => id);
  const settle = async (psid: string, state: "open" | "done" | "snoozed", until?: string | null, through?: number) => {
    const last = (await ids(psid)).at(-1) ?? 0;
    const body = { state, through: through ?? last, ...(until !== undefined && { until }) };
    await api("PUT /pages/:page_id/conversations/:psid/state", { params: at(psid), body });
  };
  const answer = (psid: string, text: string) =>
    api("POST /pages/:page_id/conversations/:psid/messages", {
      params: at(psid),
      body: { content: { messages: [{ type: "text", text }] } },
    });
  const visitor = () => aVisitor(baseUrl, pageId);
  const waits = (psid: string, does = true) => until(async () => (await psids("waiting")).includes(psid) === does);
  return { owner, pageId, api, at, list, psids, line, ids, settle, answer, visitor, waits };
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test("customers wait whom the bot has not answered or has handed over, the longest wait first", async () => {
  const { visitor, psids, line, answer, waits, list } = await aDesk();
  const [ann, bob, dan] = [await visitor(), await visitor(), await visitor()];
  await ann.say("where is my parcel");
  await waits(ann.psid);
  await bob.say("person");
  await waits(bob.psid);
  await dan.say("hi");
  await until(async () => (await line(dan.psid)).last.from === "bot");
  await ann.say("hello?");
  await until(async () => (await line(ann.psid)).unread === 2);

  assert.deepEqual(await psids("waiting"), [ann.psid, bob.psid]);
  assert.deepEqual(await psids("unread"), [ann.psid]);
  assert.deepEqual([(await line(ann.psid)).is_handed_over, (await line(bob.psid)).is_handed_over], [false, true]);
  const first = await list({ filter: "waiting", limit: 1 });
  const second = await list({ filter: "waiting", limit: 1, before: first.next ?? "" });
  assert.deepEqual(
    [...first.conversations, ...second.conversations].map(({ psid }) => psid),
    [ann.psid, bob.psid],
  );
  assert.equal(second.next, null);

  await answer(ann.psid, "It comes today");
  await answer(bob.psid, "I am here");
  await waits(ann.psid, false);
  await waits(bob.psid, false);
  // The bot is silent for a while after a person has written.
  await bob.say("hi");
  await waits(bob.psid);
});

test("a conversation that is done stays so until the customer writes, and the bot has it again", async () => {
  const { visitor, psids, line, settle, waits, ids, answer } = await aDesk();
  const ann = await visitor();
  await ann.say("person");
  await waits(ann.psid);

  await settle(ann.psid, "done");
  await until(async () => (await line(ann.psid)).paused === null);
  assert.deepEqual([await psids("waiting"), await psids("done")], [[], [ann.psid]]);
  await ann.say("hi");
  await until(async () => !(await line(ann.psid)).is_done);
  assert.deepEqual(await psids("waiting"), []);

  await ann.say("a question");
  await waits(ann.psid);
  await answer(ann.psid, "An answer");
  const seen = (await ids(ann.psid)).at(-1) ?? 0;
  await ann.say("one more question");
  await until(async () => (await line(ann.psid)).last.text === "one more question");
  await settle(ann.psid, "done", undefined, seen);
  assert.equal((await line(ann.psid)).is_done, true);
  await ann.say("hello?");
  await waits(ann.psid);
});

test("a question that comes while a member presses Done is not lost", async () => {
  const { pageId, visitor, line, settle, waits, ids } = await aDesk();
  const ann = await visitor();
  await ann.say("a question");
  await waits(ann.psid);
  const seen = (await ids(ann.psid)).at(-1) ?? 0;

  // The digest has not come to the second question when the first one is settled.
  await deps.db.transact(async (db) => {
    await db.count(sql`select from digests where page_id = ${pageId} for update`);
    await ann.say("another question");
  });
  await settle(ann.psid, "done", undefined, seen);

  await until(async () => (await line(ann.psid)).last.text === "another question");
  await waits(ann.psid);
});

test("a conversation is put off until a time, or until the customer writes", async () => {
  const { pageId, visitor, psids, line, settle, waits, answer } = await aDesk();
  const [ann, bob] = [await visitor(), await visitor()];
  await ann.say("person");
  await bob.say("a question");
  await waits(ann.psid);
  await waits(bob.psid);
  await assert.rejects(settle(ann.psid, "snoozed", new Date(0).toISOString()), { status: 400 });

  const time = inAnHour();
  await settle(ann.psid, "snoozed", time);
  await settle(bob.psid, "snoozed", null);
  assert.deepEqual(await psids("waiting"), []);
  assert.deepEqual(await psids("snoozed"), [ann.psid, bob.psid]);
  assert.deepEqual((await line(ann.psid)).snoozed, { until: time });
  assert.deepEqual((await line(bob.psid)).snoozed, { until: null });
  await answer(ann.psid, "Until then");
  await until(async () => (await line(ann.psid)).last.text === "Until then");
  assert.deepEqual((await line(ann.psid)).snoozed, { until: time });

  await bob.say("here I am");
  await waits(bob.psid);
  await deps.db.count(sql`
    update conversations set needed_at = now() - interval '1 minute' where page_id = ${pageId} and psid = ${ann.psid}`);
  await handleDueWaits(deps);
  assert.deepEqual(await psids("waiting"), [ann.psid, bob.psid]);
  assert.equal((await line(ann.psid)).snoozed, null);
  await settle(ann.psid, "done");
  await settle(ann.psid, "open");
  assert.ok((await psids("waiting")).includes(ann.psid));
});

test("lists of those who are put off until they write, and of those opened again, end", async () => {
  const { visitor, list, settle, waits } = await aDesk();
  const all: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { psid, say } = await visitor();
    await say("a question");
    await waits(psid);
    await settle(psid, "snoozed", null);
    all.push(psid);
  }
  const oneByOne = async (filter: Filter) => {
    const listed: string[] = [];
    let before: string | null | undefined;
    while (before !== null && listed.length < 6) {
      const part = await list({ filter, limit: 1, ...(before !== undefined && { before }) });
      listed.push(...part.conversations.map(({ psid }) => psid));
      before = part.next;
    }
    return listed;
  };

  assert.deepEqual(await oneByOne("snoozed"), all);
  for (const psid of all) await settle(psid, "open");
  assert.deepEqual(await oneByOne("waiting"), all);
});

test("a customer who was handed over and put off waits since the time it was put off to", async () => {
  const { pageId, api, at, visitor, line, settle, waits } = await aDesk();
  const ann = await visitor();
  await ann.say("person");
  await waits(ann.psid);
  const { waiting_since: asked } = await line(ann.psid);
  await settle(ann.psid, "snoozed", inAnHour());
  await deps.db.count(sql`update conversations set needed_at = now() where page_id = ${pageId}`);
  await handleDueWaits(deps);
  const { waiting_since: since } = await line(ann.psid);
  assert.ok((since ?? "") > (asked ?? ""));

  const { tags } = await api("GET /pages/:page_id/tags", { params: { page_id: pageId } });
  const body = { add_tags: tags.map(({ id }) => id) };
  await api("PATCH /pages/:page_id/customers/:psid", { params: at(ann.psid), body });
  await until(async () => (await line(ann.psid)).tags.length === 1);
  await until(async () => (await line(ann.psid)).is_handed_over);
  const { changed } = await line(ann.psid);
  await ann.say("hello?");
  await until(async () => (await line(ann.psid)).changed > changed);
  assert.equal((await line(ann.psid)).waiting_since, since);
});

test("members are told once of each customer who waits longer than promised", async () => {
  const { pageId, api, visitor, line, waits, answer } = await aDesk();
  const ann = await visitor();
  const settings = { pause_minutes: 60, hand_over_minutes: null, hand_over_text: null };
  const params = { page_id: pageId };
  await api("PUT /pages/:page_id/inbox_settings", { params, body: { ...settings, answer_minutes: 5 } });
  // Programs that do not know the promise leave it as it is.
  assert.equal((await api("PUT /pages/:page_id/inbox_settings", { params, body: settings })).answer_minutes, 5);
  await ann.say("a question");
  await waits(ann.psid);
  const { waiting_since, late_at } = await line(ann.psid);
  assert.equal(Date.parse(late_at ?? "") - Date.parse(waiting_since ?? ""), 300_000);
  const told = async () =>
    (await api("GET /notifications", { query: {} })).notifications.filter(({ kind }) => kind === "late");
  const makeLate = () =>
    deps.db.count(sql`
      update conversations set needed_at = ${new Date(Date.now() - 6 * 60_000)}
      where page_id = ${pageId} and needed_at is not null`);

  await handleDueWaits(deps);
  assert.deepEqual(await told(), []);
  await makeLate();
  await Promise.all([handleDueWaits(deps), handleDueWaits(deps)]);
  await ann.say("hello?");
  await until(async () => (await line(ann.psid)).unread === 2);
  await handleDueWaits(deps);
  assert.deepEqual(
    (await told()).map(({ psid, page_id }) => [psid, page_id]),
    [[ann.psid, pageId]],
  );

  await answer(ann.psid, "Sorry");
  await waits(ann.psid, false);
  await ann.say("another question");
  await waits(ann.psid);
  await makeLate();
  await handleDueWaits(deps);
  assert.equal((await told()).length, 2);
});

test("a saved view narrows a list to a member or by a condition, and all members see it", async () => {
  const { owner, pageId, api, at, list, psids, visitor, waits } = await aDesk();
  const [ann, bob, dan] = [await visitor(), await visitor(), await visitor()];
  for (const each of [ann, bob, dan]) {
    await each.say("a question");
    await waits(each.psid);
  }
  const params = { page_id: pageId };
  const { tags } = await api("GET /pages/:page_id/tags", { params });
  const tag_id = tags[0]?.id ?? 0;
  for (const { psid } of [bob, dan])
    await api("PATCH /pages/:page_id/customers/:psid", { params: at(psid), body: { add_tags: [tag_id] } });
  await api("PUT /pages/:page_id/conversations/:psid/assignee", {
    params: at(ann.psid),
    body: { user_id: owner.userId },
  });

  const vips: SegmentCondition = { match: "all", rules: [{ type: "tag", tag_id, has: true }] };
  const save = (name: string, filter: Filter, condition: SegmentCondition | null, member: string | null = null) =>
    api("POST /pages/:page_id/inbox_views", { params, body: { name, filter, condition, member } });
  const [all, waiting] = [await save("VIP", "all", vips), await save("VIP who wait", "waiting", vips)];
  const mine = await save("Olga's VIP", "all", vips, owner.userId);
  await assert.rejects(save("VIP", "all", vips), { status: 409 });
  await assert.rejects(save("x", "all", { match: "all", rules: [{ type: "tag", tag_id: 1, has: true }] }), {
    status: 400,
    faults: [{ path: "/condition/rules/0/tag_id", message: "must be a tag of the page" }],
  });
  const viewer = await signedIn(baseUrl, await aMember(deps, { role: "viewer", workspaceId: owner.workspaceId }));
  const { inbox_views } = await viewer.api("GET /pages/:page_id/inbox_views", { params });
  assert.deepEqual(inbox_views, [mine, all, waiting]);
  const body = { name: "x", filter: "all" as const, member: null };
  await assert.rejects(viewer.api("POST /pages/:page_id/inbox_views", { params, body }), { status: 403 });

  /** In parts of one conversation each. */
  const listed = async (query: { view: number; search?: string }) => {
    const found: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const part: Awaited<ReturnType<typeof list>> = await list({ ...query, limit: 1, ...(before && { before }) });
      assert.equal(part.counts, null);
      found.push(...part.conversations.map(({ psid }) => psid));
      before = part.next;
    }
    return found;
  };
  await until(async () => (await listed({ view: all.id })).length === 2);
  assert.deepEqual(await listed({ view: all.id }), [dan.psid, bob.psid]);
  assert.deepEqual(await listed({ view: waiting.id }), [bob.psid, dan.psid]);
  assert.deepEqual(await listed({ view: mine.id }), []);
  assert.deepEqual(await psids("all", { member: owner.userId }), [ann.psid]);
  await until(async () => (await listed({ view: all.id, search: "question" })).length === 2);
  assert.deepEqual(await listed({ view: all.id, search: "question" }), [dan.psid, bob.psid]);
  const segment = await api("POST /pages/:page_id/segments", { params, body: { name: "VIP", condition: vips } });
  const { customers } = await api("GET /pages/:page_id/segments/:segment_id/customers", {
    params: { ...params, segment_id: segment.id },
    query: {},
  });
  assert.deepEqual(customers.map(({ psid }) => psid).toSorted(), [bob.psid, dan.psid].toSorted());

  const view = { ...params, view_id: all.id };
  await api("DELETE /pages/:page_id/inbox_views/:view_id", { params: view });
  await assert.rejects(api("DELETE /pages/:page_id/inbox_views/:view_id", { params: view }), { status: 404 });
  await assert.rejects(list({ view: all.id }), { status: 404 });
});
