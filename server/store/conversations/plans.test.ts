import assert from "node:assert/strict";
import { test } from "node:test";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { indexesOf, planOf, recorder, scansOf } from "../../test/statements.ts";
import { audienceSql } from "../audience/condition.ts";
import { findAmong } from "../audience/members.ts";
import { walkList } from "../customers/customer-list.ts";
import { connect, connectHot, type Database, type Db } from "../db/db.ts";
import { type Sql, sql, textOf } from "../db/sql.ts";
import { findSend } from "../runtime/messages/sends.ts";
import { listThread } from "../runtime/thread.ts";
import {
  isReadThrough,
  listWriters,
  saveAssignee,
  saveConversations,
  saveRead,
  touchConversations,
} from "./conversations.ts";
import { listPagesBehind, lockDigests, saveDigests } from "./digests.ts";
import {
  countLines,
  findLine,
  isByAge,
  type LineFilter,
  listChangedLines,
  listLines,
  listLinesOf,
  listPlaces,
} from "./lines.ts";
import { deleteWords, findRareWords, insertWords, walkWords } from "./message-words.ts";
import { findRareNames, listNamed, walkNames } from "./named-lines.ts";
import { listNewestNews, listNews, listTurnTypes } from "./news.ts";
import { countWaiting, listPagesToWake, listPagesWithLate, saveSettlement, takeLate } from "./waits.ts";

const bigTables = ["conversations", "turns", "messages", "customers", "message_words", "customer_index"];

/** Statements of the digest, on connections like those of the hot path. */
async function digestStatements(pageId: string): Promise<Sql[]> {
  const { db, statements } = recorder();
  const answering = { isAnswered: true, asked: { id: 1, since: 0 }, input: { id: 1, at: 0 } };
  const change = { pageId, psid: "ann", changed: 1, hasWritten: true, answeredAt: 0, inputs: [1], ...answering };
  const last = { id: 1, at: 0, from: "customer", kind: "text", text: "" } as const;
  await lockDigests(db, [pageId]);
  await listPagesBehind(db, 10);
  await listNews(db, [{ pageId, throughId: 0 }], { maxTurns: 10, maxMessages: 10 });
  await listTurnTypes(db, [{ pageId, id: 1 }]);
  await saveConversations(db, [
    { ...change, last },
    { ...change, last: null },
  ]);
  await listWriters(db, [{ pageId, psid: "ann" }]);
  await saveDigests(db, [{ pageId, throughId: 1, changed: 1 }]);
  await insertWords(db, [{ page_id: pageId, id: 1, psid: "ann", words: ["a"] }]);
  await deleteWords(db, pageId, 1);
  await touchConversations(db, [{ pageId, psids: ["ann"] }]);
  return statements;
}

/** The condition of a saved view, of the index and of customers' rows. */
const ofView: SegmentCondition = {
  match: "all",
  rules: [
    { type: "tag", tag_id: 1, has: true },
    { type: "reach", reach: "blocked", is: false },
  ],
};
const pageFacts = {
  ...{ channel: "webchat" as const, now: 0, windowSeconds: null },
  fieldType: () => undefined,
  firstMessageWithin: () => 0,
};

/** Statements of the inbox's calls. */
async function inboxStatements(pageId: string): Promise<Sql[]> {
  const { db, statements } = recorder();
  const [psid, position] = ["ann", { pageId, throughId: 1, changed: 1 }];
  const filters: LineFilter[] = ["all", "unread", "waiting", "snoozed", "done", "failed", "mine"];
  for (const filter of filters) {
    const before = { lastId: 1, neededAt: isByAge(filter) ? 1 : null };
    await listLines(db, pageId, { filter, userId: "u", before, limit: 40 });
  }
  await listLines(db, pageId, { filter: "waiting", userId: "u", member: "u", before: null, limit: 40 });
  await listPlaces(db, pageId, { filter: "all", userId: "u", before: { lastId: 1, neededAt: null }, limit: 5000 });
  await findAmong(db, pageId, audienceSql(ofView, { ...pageFacts, pageId }), [psid]);
  await countWaiting(db, pageId, 1000);
  await saveSettlement(db, { pageId, psid, settlement: { through: 1, neededAt: "infinity" } }, position);
  await listPagesToWake(db, 10);
  await listPagesWithLate(db, 10);
  await takeLate(db, pageId);
  await countLines(db, pageId, { userId: "u", max: 1000 });
  await listChangedLines(db, pageId, 1, 100);
  await listLinesOf(db, pageId, [psid]);
  await findLine(db, pageId, psid);
  for (const part of [{}, { before: 5 }, { after: 5 }]) await listThread(db, pageId, psid, { ...part, limit: 40 });
  await saveRead(db, { pageId, psid, through: 1 }, position);
  await saveRead(db, { pageId, psid, through: null }, position);
  await isReadThrough(db, pageId, psid, 1);
  await saveAssignee(db, { pageId, psid, userId: "u" }, position);
  await walkWords(db, { pageId, query: "'w7'", before: 1, limit: 40 }, 1000);
  await findRareWords(db, { pageId, query: "'w7'", before: 1, limit: 40 }, 1000);
  await walkNames(db, { pageId, query: "'w7'", before: 1, limit: 40 }, 1000);
  await listNamed(db, pageId, "'w7'", [psid]);
  await listNewestNews(db, pageId, { after: 1, limit: 100 });
  return statements;
}

/** Statements of the list of customers and of sends. */
async function otherStatements(pageId: string): Promise<Sql[]> {
  const { db, statements } = recorder();
  const filter = { query: null, activeSince: null, isUnreachable: null, isBlocked: null };
  for (const order of ["newest", "name"] as const)
    await walkList(db, pageId, filter, { order, after: null, limit: 40, steps: 1000 });
  await findRareNames(db, { pageId, query: "'w7'", before: 1, limit: 40 }, 1000);
  await findSend(db, pageId, 1);
  return statements;
}

async function assertNoScans(db: Database, statements: Sql[]): Promise<void> {
  for (const statement of statements.filter((each) => !isSearch(each)))
    assert.deepEqual(scansOf(await planOf(db, statement), bigTables), [], textOf(statement));
}

/** Searches are planned for their words. */
async function assertNoScansOfSearches(db: Database, statements: Sql[]): Promise<void> {
  for (const statement of statements.filter(isSearch)) {
    assert.deepEqual(scansOf(await searchPlanOf(db, statement), bigTables), [], textOf(statement));
  }
}

async function searchPlanOf(db: Database, statement: Sql): Promise<Awaited<ReturnType<typeof planOf>>> {
  const { rows } = await db.pool.query(`explain (format json) ${textOf(statement)}`, [...statement.values]);
  return rows[0]["QUERY PLAN"][0].Plan;
}

/** Every write pays for an index. */
async function assertAllUsed(db: Database, generic: Database, statements: Sql[]): Promise<void> {
  const used = new Set<string>();
  for (const statement of statements)
    for (const name of indexesOf(
      await (isSearch(statement) ? searchPlanOf(db, statement) : planOf(generic, statement)),
    ))
      used.add(name);
  const tables = bigTables.filter((table) => table !== "customers");
  const all = await db.many<{ name: string }>(sql`
    select indexname as name from pg_indexes where schemaname = 'public' and tablename = any (${tables}::text[])`);
  assert.ok(all.length > 15);
  assert.deepEqual(
    all.map(({ name }) => name).filter((name) => !used.has(name)),
    [],
  );
}

const isSearch = (statement: Sql) => textOf(statement).includes("::tsquery");

/** 30,000 conversations with two entries each. */
async function fill(db: Db, pageId: string): Promise<void> {
  const numbers = sql`generate_series(1, 30000) as number`;
  await db.count(sql`insert into customers (page_id, psid) select ${pageId}, 'psid ' || number from ${numbers}`);
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, number * 2, 'psid ' || number, now(), '{"type":"message","text":"hello"}' from ${numbers}`);
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    select ${pageId}, number * 2 + 1, 'psid ' || number, number * 2, 'reply', '{"type":"text","text":"hi"}', 'sent', now()
      from ${numbers}`);
  await db.count(sql`
    insert into conversations (page_id, psid, last_id, last_at, last_from, last_kind, last_text, unread, needed_at,
                               changed)
    select ${pageId}, 'psid ' || number, number * 2, now(), 'bot', 'text', 'hi', number % 2,
           case when number % 3 = 0 then now() end, number
      from ${numbers}`);
  await db.count(sql`
    insert into message_words (page_id, id, psid, words)
    select ${pageId}, number, 'psid ' || number, array_to_tsvector(array['w' || number % 1000]) from ${numbers}`);
  await db.count(sql`
    insert into customer_index (page_id, psid, created_at, name, terms)
    select ${pageId}, 'psid ' || number, now(), 'n', array_to_tsvector(array['w' || number % 1000]) from ${numbers}`);
  for (const table of bigTables) await (db as Database).pool.query(`analyze ${table}`);
}

test("the digest and the inbox read no big table from end to end", async (t) => {
  const db = await testDatabase(t);
  const onError = () => undefined;
  const hot = connectHot(db, onError);
  const settings = { plan_cache_mode: "force_generic_plan" };
  const generic = connect({ url: db.url, name: "banter-test", settings, onError });
  atEnd(t, () => hot.close());
  atEnd(t, () => generic.close());
  const { pageId } = await aPage({ db });

  await assertNoScans(hot, await digestStatements(pageId));
  await fill(db, pageId);
  await assertNoScans(hot, await digestStatements(pageId));
  const statements = await inboxStatements(pageId);
  await assertNoScans(generic, statements);
  await assertNoScansOfSearches(db, statements);
  const all = [...(await digestStatements(pageId)), ...statements, ...(await otherStatements(pageId))];
  await assertAllUsed(db, generic, all);
});
