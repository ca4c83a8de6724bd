import assert from "node:assert/strict";
import { after, test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import Fastify from "fastify";
import type { Deps } from "../../../../deps.ts";
import { digestPages } from "../../../../runner/digest/digest.ts";
import type { Db } from "../../../../store/db/db.ts";
import { sql } from "../../../../store/db/sql.ts";
import { testDatabase, testDeps } from "../../../../test/app.ts";
import { testNode } from "../../../../test/node.ts";
import { aBrowser, aMember, aPageOf, type Browser, type Member, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";
import { pageStreamLimits } from "../../../live/page-streams.ts";
import { mountPageEvents } from "./page-events.ts";

const database = await testDatabase({ after });
const { deps, baseUrl } = await testNode({ after }, {}, database);

async function aShop() {
  const owner = await aMember(deps, { name: "Olga" });
  const pageId = await aPageOf(deps, owner);
  const browser = await signedIn(baseUrl, owner);
  return { owner, pageId, browser, at: (psid: string) => ({ page_id: pageId, psid }) };
}

const psidsOf = (events: SeenEvent[]) =>
  events.flatMap(({ type, data }) => (type === "conversation" ? (data.conversation as { psid: string }).psid : []));

const idsOf = (events: SeenEvent[]) => events.flatMap(({ type, id }) => (type === "conversation" && id ? id : []));

async function say(db: Db, pageId: string, psids: string[]): Promise<void> {
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, nextval('conversation_ids'), psid, now(), '{"type":"message","text":"hello"}'
      from unnest(${psids}::text[]) as psid`);
}

test("members of the page may follow it, and nobody else", async (t) => {
  const { owner, pageId, browser } = await aShop();
  const viewer = await signedIn(baseUrl, await aMember(deps, { role: "viewer", workspaceId: owner.workspaceId }));
  const stranger = await signedIn(baseUrl, await aMember(deps));

  assert.equal((await followPage(t, browser, baseUrl, pageId)).status, 200);
  assert.equal((await followPage(t, viewer, baseUrl, pageId)).status, 200);
  assert.equal((await followPage(t, stranger, baseUrl, pageId)).status, 404);
  assert.equal((await followPage(t, aBrowser(baseUrl), baseUrl, pageId)).status, 401);
  const wrong = await browser.fetch(`${baseUrl}/api/v1/pages/${pageId}/events?after=x`);
  assert.equal(wrong.status, 400);
});

test("a stream reports conversations, presence, notes and changes by members, of its own page only", async (t) => {
  const [shop, other] = [await aShop(), await aShop()];
  const { pageId, browser, at, owner } = shop;
  const [stream, foreign] = [
    await followPage(t, browser, baseUrl, pageId),
    await followPage(t, other.browser, baseUrl, other.pageId),
  ];
  const ann = await aVisitor(baseUrl, pageId);
  await ann.say("hello");
  await until(() => psidsOf(stream.events).length === 1);

  const { api } = browser;
  await api("PUT /pages/:page_id/conversations/:psid/presence", { params: at(ann.psid), body: { state: "typing" } });
  const note = { text: "Call her back", key: "k1" };
  const first = await api("POST /pages/:page_id/conversations/:psid/notes", { params: at(ann.psid), body: note });
  const again = await api("POST /pages/:page_id/conversations/:psid/notes", { params: at(ann.psid), body: note });
  await api("PUT /pages/:page_id/conversations/:psid/assignee", {
    params: at(ann.psid),
    body: { user_id: owner.userId },
  });
  await until(() => psidsOf(stream.events).length === 2);

  assert.equal(again.id, first.id);
  assert.deepEqual(stream.ofType("presence")[0]?.data.members, [
    { user_id: owner.userId, name: "Olga", is_typing: true },
  ]);
  assert.ok(stream.ofType("notes_changed").length > 0);
  const newest = stream.events.findLast(({ type }) => type === "conversation") ?? assert.fail();
  const conversation = newest.data.conversation as { assignee: { name: string }; last_at: string };
  assert.equal(conversation.assignee.name, "Olga");
  assert.match(conversation.last_at, /^\d{4}-.*Z$/);
  assert.deepEqual(foreign.events, []);
});

test("a stream that comes back gets every changed conversation once, in its newest form, in order", async (t) => {
  const { pageId, browser } = await aShop();
  const psids = Array.from({ length: 250 }, (_, number) => `psid_${number}`);
  const stream = await followPage(t, browser, baseUrl, pageId);
  await say(deps.db, pageId, psids.slice(0, 10));
  await digestPages(deps.db, [pageId]);
  deps.live.conversationsChanged([pageId]);
  await until(() => psidsOf(stream.events).length === 10);
  stream.close();
  await say(deps.db, pageId, psids.slice(5));
  await digestPages(deps.db, [pageId]);
  await say(deps.db, pageId, psids.slice(0, 2));
  await digestPages(deps.db, [pageId]);

  const back = await followPage(t, browser, baseUrl, pageId, stream.lastId);
  await until(() => psidsOf(back.events).length === 247);
  const last = await followPage(t, browser, baseUrl, pageId, back.lastId);
  await say(deps.db, pageId, ["psid_3"]);
  await digestPages(deps.db, [pageId]);
  deps.live.conversationsChanged([pageId]);
  await until(() => psidsOf(last.events).length === 1);

  assert.deepEqual(psidsOf(back.events).slice(0, 247), [...psids.slice(5), ...psids.slice(0, 2)]);
  assert.deepEqual(psidsOf(last.events), ["psid_3"]);
});

test("no change is missed or doubled while digests and members write at the same time", async (t) => {
  const { pageId, browser, at } = await aShop();
  const psids = Array.from({ length: 20 }, (_, number) => `psid_${number}`);
  await deps.db.count(sql`
    insert into customers (page_id, psid) select ${pageId}, psid from unnest(${psids}::text[]) as psid`);
  await say(deps.db, pageId, psids);
  await digestPages(deps.db, [pageId]);
  const seen: SeenEvent[] = [];
  let position = 0;
  for (let round = 0; round < 8; round++) {
    const stream = await followPage(t, browser, baseUrl, pageId, position);
    await say(deps.db, pageId, psids.slice(round, round + 5));
    const read = psids
      .slice(0, 6)
      .map((psid) =>
        browser.api("PUT /pages/:page_id/conversations/:psid/read", { params: at(psid), body: { through: null } }),
      );
    await Promise.all([...read, digestPages(deps.db, [pageId]), digestPages(deps.db, [pageId])]);
    deps.live.conversationsChanged([pageId]);
    await until(() => stream.events.length > 0);
    stream.close();
    seen.push(...stream.events);
    position = stream.lastId;
  }
  await digestPages(deps.db, [pageId]);
  const rest = await followPage(t, browser, baseUrl, pageId, position);
  const rows = await deps.db.many<{ psid: string; changed: number }>(sql`
    select psid, changed from conversations where page_id = ${pageId} order by changed`);
  await until(() => Math.max(position, ...idsOf(rest.events)) === rows.at(-1)?.changed);
  seen.push(...rest.events);

  const ids = idsOf(seen);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => one - other),
  );
  assert.equal(new Set(ids).size, ids.length);
  const newest = new Map(psidsOf(seen).map((psid, index) => [psid, ids[index]]));
  assert.deepEqual(
    rows.map(({ psid }) => [psid, newest.get(psid)]),
    rows.map(({ psid, changed }) => [psid, changed]),
  );
});

test("a stream on one node follows a page that another node runs", async (t) => {
  const { pageId, browser, at } = await aShop();
  const ann = await aVisitor(baseUrl, pageId);
  await ann.say("hello");
  await until(async () => (await deps.db.count(sql`select from conversations where page_id = ${pageId}`)) === 1);
  const second = await testNode(t, {}, database);
  const stream = await followPage(t, browser, second.baseUrl, pageId);
  assert.equal(stream.status, 200);
  await ann.say("again");

  await until(() => psidsOf(stream.events).length > 0);
  await browser.api("PUT /pages/:page_id/conversations/:psid/presence", {
    params: at(ann.psid),
    body: { state: "looking" },
  });
  await until(() => stream.ofType("presence").length > 0);
});

test("members learn on every node who has a flow open, in how many tabs, and when its draft was saved", async (t) => {
  const { pageId, browser, owner } = await aShop();
  const second = await testNode(t, {}, database);
  const stream = await followPage(t, browser, second.baseUrl, pageId);
  const { api } = browser;
  const { id } = await api("POST /pages/:page_id/flows", {
    params: { page_id: pageId },
    body: { name: "Welcome", folder_id: null },
  });
  const params = { page_id: pageId, flow_id: id };
  const tell = (tab: string, state: "open" | "gone" = "open") =>
    api("PUT /pages/:page_id/flows/:flow_id/presence", { params, body: { tab, state } });
  const tabsSeen = () =>
    stream.ofType("flow_presence").map(({ data }) => (data.members as { tab: string }[]).map(({ tab }) => tab));

  await tell("first-tab");
  const { members } = await tell("second-tab");
  await tell("second-tab");
  await tell("first-tab", "gone");
  const draft = { version: 1, start: null, steps: {} } as const;
  await api("PUT /pages/:page_id/flows/:flow_id/draft", { params, body: { draft, revision: 1 } });
  await until(() => stream.ofType("draft_saved").length === 1 && tabsSeen().length === 3);

  const me = { user_id: owner.userId, name: "Olga" };
  assert.deepEqual(members, [
    { ...me, tab: "first-tab" },
    { ...me, tab: "second-tab" },
  ]);
  assert.deepEqual(tabsSeen(), [["first-tab"], ["first-tab", "second-tab"], ["second-tab"]]);
  assert.deepEqual(stream.ofType("draft_saved")[0]?.data, {
    type: "draft_saved",
    flow_id: id,
    revision: 2,
    user: me,
  });
});

/** A server with nothing but page streams, which checks its watchers often. */
async function aQuickServer(t: Test, limits: Partial<typeof pageStreamLimits> = {}) {
  const deps = await testDeps(t);
  const app = Fastify();
  mountPageEvents(app, deps, { ...pageStreamLimits, heartbeatMs: 150, checkMs: 0, ...limits });
  app.setErrorHandler((error: { status: number }, _, reply) => reply.code(error.status).send("refused"));
  atEnd(t, () => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { deps, app, baseUrl: url, session: (member: Member) => sessionOf(deps, url, member) };
}

/** A browser with the member's session, without the login's routes. */
async function sessionOf({ logins }: Deps, url: string, { email, password }: Member): Promise<Browser> {
  const login = { cookie: "", userAgent: "", address: "" };
  const { cookies } = await logins.call(login, "POST /sign-in/email", { email, password });
  const browser = aBrowser(url);
  for (const line of cookies) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.cookies.set(name, value);
  }
  return browser;
}

test("the stream of a removed member ends, and those of others go on", async (t) => {
  const { deps: quick, baseUrl: streamUrl, app, session } = await aQuickServer(t);
  const owner = await aMember(quick);
  const member = await aMember(quick, { workspaceId: owner.workspaceId, role: "agent" });
  const pageId = await aPageOf(quick, owner);
  const staying = await followPage(t, await session(owner), streamUrl, pageId);
  const leaving = await followPage(t, await session(member), streamUrl, pageId);
  assert.deepEqual([staying.status, leaving.status], [200, 200]);

  await quick.db.count(sql`delete from members where user_id = ${member.userId}`);

  await until(() => leaving.isEnded);
  assert.equal(staying.isEnded, false);
  const closed = app.close();
  await until(() => staying.isEnded);
  await closed;
});

test("a user, a page and a node have limited streams", async (t) => {
  const {
    deps: quick,
    baseUrl: streamUrl,
    session,
  } = await aQuickServer(t, { perUser: 2, perPage: 3, checkMs: 60_000 });
  const owner = await aMember(quick);
  const pageId = await aPageOf(quick, owner);
  const mine = await session(owner);
  const first = await followPage(t, mine, streamUrl, pageId);
  const others = [await followPage(t, mine, streamUrl, pageId), await followPage(t, mine, streamUrl, pageId)];

  await until(() => first.isEnded);
  assert.deepEqual(
    others.map(({ isEnded }) => isEnded),
    [false, false],
  );
  const agent = await session(await aMember(quick, { workspaceId: owner.workspaceId, role: "agent" }));
  assert.equal((await followPage(t, agent, streamUrl, pageId)).status, 200);
  assert.equal((await followPage(t, agent, streamUrl, pageId)).status, 503);
});

type SeenEvent = { id: number | null; type: string; data: Record<string, unknown> };

/** A reader of a page's event stream, which records everything. `after` is sent as `Last-Event-ID`. */
async function followPage(t: Test, browser: Browser, baseUrl: string, pageId: string, after?: number) {
  const abort = new AbortController();
  atEnd(t, () => abort.abort());
  const response = await browser.fetch(`${baseUrl}/api/v1/pages/${pageId}/events`, {
    signal: abort.signal,
    ...(after !== undefined && { headers: { "last-event-id": String(after) } }),
  });
  const stream = {
    status: response.status,
    events: [] as SeenEvent[],
    /** The last id that the server has sent. */
    lastId: after ?? 0,
    isEnded: false,
    ofType: (type: string) => stream.events.filter((event) => event.type === type),
    close: () => abort.abort(),
  };
  void read(response, stream)
    .catch(() => undefined)
    .finally(() => {
      stream.isEnded = true;
    });
  return stream;
}

async function read(response: Response, stream: { events: SeenEvent[]; lastId: number }): Promise<void> {
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      const type = /^event: (\w+)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (id) stream.lastId = Number(id);
      if (type && data) stream.events.push({ id: id ? Number(id) : null, type, data: JSON.parse(data) });
    }
  }
}
