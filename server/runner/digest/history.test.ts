import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { idSource } from "../../mailbox/ids.ts";
import { eraseCustomer } from "../../store/customers/erasure.ts";
import type { Database, Db } from "../../store/db/db.ts";
import { type Sql, sql, textOf } from "../../store/db/sql.ts";
import { commitTurns, type TurnRows } from "../../store/runtime/commit.ts";
import { claimLease, type Lease } from "../../store/runtime/leases.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { isClustered } from "../../test/database/citus.ts";
import { digest } from "../../test/database/history.ts";
import { seededRandom } from "../../test/random.ts";
import { recentNews, turnsByPage } from "./committed.ts";
import { digestPages } from "./digest.ts";
import { indexWords } from "./index-words.ts";

const userId = "00000000-0000-4000-8000-000000000001";
const content = { messages: [{ type: "text" as const, text: "xin chào" }] };

/** Events with the traces and the number of messages of their turns. */
const drawn: { event: ConversationEvent; trace: Trace; messages: number }[] = [
  {
    event: { type: "message", text: "hello there" },
    trace: {
      triggers: [{ on: "keyword", verdict: "matched", keyword: 5, flow: 1 }],
      visits: [[1, 3, "hi", "next"]],
      notes: [{ note: "run", run: 1, flow: 1, end: "ended" }],
      outcome: "started",
    },
    messages: 2,
  },
  {
    event: { type: "message", text: "trà đá" },
    trace: { triggers: [{ on: "default_reply", verdict: "none" }], outcome: "nothing" },
    messages: 0,
  },
  { event: { type: "message", text: "wait for me" }, trace: { outcome: "paused" }, messages: 0 },
  { event: { type: "person_message", content, userId, sendId: 1 }, trace: { outcome: "person_wrote" }, messages: 1 },
  {
    event: { type: "takeover", pausedSeconds: null, text: "from the inbox", key: "k" },
    trace: { outcome: "taken_over" },
    messages: 0,
  },
  { event: { type: "send_content", content, payload: {}, sendId: 2 }, trace: { outcome: "sent" }, messages: 1 },
  {
    event: { type: "timer", runId: 1, turn: 1 },
    trace: { visits: [[1, 3, "late", "next"]], outcome: "went_on" },
    messages: 3,
  },
];

const readModels: Record<string, Sql> = {
  conversations: sql`
    select page_id, psid, last_id, last_at, last_from, last_kind, last_text, unread, read_through, has_written
      from conversations order by 1, 2`,
  hours: sql`select * from statistics_hours order by 1, 2, 3`,
  days: sql`select * from statistics_days order by 1, 2, 3, 4`,
  steps: sql`select * from step_days order by 1, 2, 3, 4, 5`,
  exits: sql`select * from step_exits order by 1, 2, 3, 4`,
  unmatched: sql`select * from unmatched_turns order by 1, 2, 3`,
  answers: sql`select * from person_answers order by 1, 2, 3`,
  words: sql`select page_id, id, psid, words::text from message_words order by 1, 2`,
};

async function readAll(db: Db): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [name, select] of Object.entries(readModels)) rows[name] = await db.many(select);
  return rows;
}

/** The read models as the tables alone give them. */
async function recount(db: Db, pageIds: string[]): Promise<Record<string, unknown[]>> {
  await db.count(sql`
    truncate conversations, statistics_hours, statistics_days, step_days, step_exits, unmatched_turns, person_answers,
             message_words, digests, word_digests`);
  for (const pageId of pageIds) await digest({ db }, pageId);
  return readAll(db);
}

type Drawn = (typeof drawn)[number];

/** The rows of turns, each with the customer that it is of. */
function rowsOf(pageId: string, turns: (Drawn & { psid: string })[], ids: number[]): TurnRows {
  const nextId = () => ids.shift() ?? assert.fail();
  const rows: TurnRows = {
    ...{ handled: [], direct: [], customers: [], turns: [], messages: [], timers: [], endedTimers: [] },
    ...{ handOvers: [], endedHandOvers: [], notifications: [], requests: [], events: [], phones: [] },
    ...{ customersToReindex: [], now: Date.now() },
  };
  for (const { psid, event, trace, messages } of turns) {
    const turnId = nextId();
    const stored = { ...trace, isCountedLater: true };
    rows.turns.push({ page_id: pageId, id: turnId, psid, send_id: null, event, trace: stored });
    for (let count = 0; count < messages; count++)
      rows.messages.push({
        ...{ page_id: pageId, id: nextId(), psid, turn_id: turnId, send_id: null, lane: "reply", message_tag: null },
        ...{ flow_id: trace.visits ? 1 : null, version: null, step: null, reason: null, attempts: 1, status: "sent" },
        content: { type: "text", text: `answer ${count}` },
      });
  }
  return rows;
}

/** A node's part in commits and digests: its leases, its ids, and what it remembers. */
function aNode(db: Database) {
  const [nodeId, ids] = [randomUUID(), idSource(db, 20)];
  const leases = new Map<string, Lease>();
  let recent = recentNews();
  return {
    db,
    leases,
    recent: () => recent,
    async claim(pageId: string): Promise<Lease> {
      const lease = { pageId, nodeId, epoch: (await claimLease(db, pageId, nodeId)) ?? assert.fail() };
      ids.discard();
      recent.drop(pageId);
      leases.set(pageId, lease);
      return lease;
    },
    /** The process is killed, and a new one starts. */
    kill() {
      recent = recentNews();
      leases.clear();
    },
    /** `isKilled`: nobody is told of what was committed. */
    async commit(pageId: string, turns: (Drawn & { psid: string })[], { isKilled = false } = {}): Promise<void> {
      const lease = leases.get(pageId) ?? assert.fail();
      const rows = rowsOf(pageId, turns, await ids.take(100));
      const { committed } = await commitTurns(db, [lease], rows);
      if (isKilled) this.kill();
      else if (committed.has(pageId)) recent.add(lease, turnsByPage(rows).get(pageId) ?? []);
      else {
        leases.delete(pageId);
        recent.drop(pageId);
      }
    },
    /** Returns the pages that have more. Of several database servers, each page is digested alone, as the runner does. */
    async digest(pageIds: string[], on: Db = db): Promise<string[]> {
      const more: string[] = [];
      for (const group of isClustered ? pageIds.map((pageId) => [pageId]) : [pageIds]) {
        const { unfinished, skipped } = await digestPages(on, group, recent.turns);
        more.push(...unfinished, ...skipped, ...(await indexWords(on, group, recent.texts)));
      }
      return more;
    },
  };
}

/** Every transaction fails at its end. */
const failing = (db: Db): Db => ({
  ...db,
  transact: (work) =>
    db.transact(async (db) => {
      await work(db);
      throw new Error("The transaction is lost.");
    }),
});

/** One of two nodes does something by chance. */
async function doSomething(nodes: Node[], pageIds: string[], random: () => number): Promise<void> {
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const [node, pageId, chance] = [pick(nodes), pick(pageIds), random()];
  if (chance < 0.6) {
    if (!node.leases.has(pageId)) await node.claim(pageId);
    const turns = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      ...pick(drawn),
      psid: pick(["ann", "bob", "cleo"]),
    }));
    await node.commit(pageId, turns, { isKilled: chance < 0.03 });
  } else if (chance < 0.85) await node.digest(pageIds);
  else if (chance < 0.9) await Promise.all(nodes.map((each) => each.digest(pageIds)));
  else if (chance < 0.93) await assert.rejects(node.digest([pageId], failing(node.db)));
  else if (chance < 0.96) node.recent().drop(pageId);
  else node.kill();
}

type Node = ReturnType<typeof aNode>;

async function aWorld(t: TestContext) {
  const db = await testDatabase(t);
  const pageIds = [(await aPage({ db })).pageId, (await aPage({ db })).pageId];
  return { db, pageIds, nodes: [aNode(db), aNode(db)] as const };
}

test("read models equal a recount of the tables, whatever nodes remember, forget or lose", async (t) => {
  const random = seededRandom(t);
  const { db, pageIds, nodes } = await aWorld(t);
  for (let step = 0; step < 100; step++) await doSomething([...nodes], pageIds, random);
  for (const node of nodes) while ((await node.digest(pageIds)).length > 0);

  const shown = await readAll(db);
  assert.ok(Object.values(shown).every((rows) => rows.length > 0));
  assert.deepEqual(shown, await recount(db, pageIds));
});

test("a node that lost its page while it remembers an erased customer does not write them down again", async (t) => {
  const { db, pageIds, nodes } = await aWorld(t);
  const [[pageId = ""], [first, second]] = [pageIds, nodes];
  const turn = { ...(drawn[0] ?? assert.fail()), psid: "ann" };
  await first.claim(pageId);
  await first.commit(pageId, [turn]);
  await first.digest([pageId]);
  await first.commit(pageId, [turn]);

  const lease = await second.claim(pageId);
  await eraseCustomer(db, lease, { psid: "ann", mailId: 0 });
  await first.digest([pageId]);

  const { conversations, words } = await readAll(db);
  assert.deepEqual([conversations, words], [[], []]);
});

test("committed turns are not read again once their page has caught up", async (t) => {
  const { db, pageIds, nodes } = await aWorld(t);
  const [[pageId = ""], [node]] = [pageIds, nodes];
  const turn = { ...(drawn[0] ?? assert.fail()), psid: "ann" };
  const texts: string[] = [];
  const reads = () => texts.splice(0).filter((text) => /\bfrom (turns|messages)\b/.test(text)).length;
  await node.claim(pageId);

  await node.commit(pageId, [turn]);
  await node.digest([pageId], recording(db, texts));
  assert.ok(reads() > 0, "nobody knows what was before");
  await node.commit(pageId, [turn, turn]);
  await node.commit(pageId, [turn]);
  await node.digest([pageId], recording(db, texts));
  assert.equal(reads(), 0);
  node.recent().drop(pageId);
  await node.commit(pageId, [turn]);
  await node.digest([pageId], recording(db, texts));
  assert.ok(reads() > 0, "something was dropped");

  assert.deepEqual(await readAll(db), await recount(db, pageIds));
});

/** Writes down the statements of transactions. */
const recording = (db: Db, texts: string[]): Db => ({
  ...db,
  transact: (work) =>
    db.transact((db) => {
      const many: Db["many"] = (query) => {
        texts.push(textOf(query));
        return db.many(query);
      };
      return work({ ...db, many });
    }),
});
