import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { isClustered } from "../../test/database/citus.ts";
import { planOf, recorder, scansOf, shardsOf } from "../../test/statements.ts";
import { connectHot, type Database, type Db } from "../db/db.ts";
import { type Sql, sql, textOf } from "../db/sql.ts";
import { commitTurns, type TurnRows } from "./commit.ts";
import { findCustomersOf, readDueMail } from "./due-mail.ts";
import { insertMail, isBacklogOver } from "./mailbox.ts";
import { listAttempts } from "./message-attempts.ts";
import { recordAttempts } from "./messages/attempts.ts";
import { dropMessages, requeueMessages } from "./messages/failed.ts";
import { listMessagesOfPages } from "./messages/messages.ts";
import { findMessageEntry, listMessagesOfSend } from "./messages/of-send.ts";
import { type PageOutcome, saveOutcomes } from "./messages/outcomes.ts";
import { listOurPlatformIds, saveReports } from "./messages/platform-reports.ts";
import { saveClicks, saveReceipts } from "./messages/receipts.ts";
import { countUnfinished, listUnfinished, listUnfinishedOf, newestMessageId } from "./messages/unfinished.ts";
import { parkMail } from "./parked-mail.ts";
import { redactTurns } from "./turns.ts";

/** Tables that grow with traffic: no statement of the hot path may read one from end to end. */
const bigTables = [
  ...["customers", "mailbox", "accepted_keys", "turns", "messages", "message_troubles", "message_attempts"],
  "hand_overs",
];

async function hotStatements(pageId: string): Promise<Sql[]> {
  const { db, statements } = recorder();
  const lease = { pageId, nodeId: randomUUID(), epoch: 1 };
  const psid = "ann";
  const outcomes: PageOutcome[] = [
    { pageId, id: 1, status: "sent", platformId: "p", wasUndelivered: true, notes: [{ change: "as_list" } as never] },
    { pageId, id: 2, status: "queued", waitMs: 1, reason: "timeout", mayHaveArrived: true, taken: null },
    { pageId, id: 3, status: "failed", reason: "blocked_by_customer", blockedBy: psid },
  ];
  const health = {
    state: "closed",
    since: new Date(0).toISOString(),
    lastFailure: null,
    throttledUntil: null,
  } as const;
  await readDueMail(db, [{ pageId, isPaused: false }], 10);
  await findCustomersOf(db, [{ pageId, psid, isDirect: true, key: "k", otherKey: "f", sequence: 1 }]);
  await commitTurns(db, [lease], rowsOf(pageId, psid));
  await recordAttempts(db, [lease], [{ page_id: pageId, id: 1, is_repeat: false }]);
  const attempt = {
    pageId,
    messageId: 1,
    startedMsAgo: 2,
    endedMsAgo: 1,
    outcome: "throttled",
    answer: "429",
  } as const;
  await saveOutcomes(db, [lease], outcomes, {
    watermarks: [{ pageId, settledThrough: 1, waiting: 0, health }],
    attempts: [attempt],
  });
  await listUnfinished(db, pageId, { after: 0, limit: 10 });
  await listUnfinishedOf(db, pageId, { after: 0, psids: [psid] });
  await newestMessageId(db, pageId);
  await countUnfinished(db, pageId, 10);
  await saveReceipts(db, [lease], [{ pageId, psid, deliveredThrough: 1, seenThrough: 1 }]);
  await saveClicks(db, [lease], [{ pageId, messageId: 1, index: 0 }]);
  await saveReports(db, [lease], [{ pageId, psid, status: "seen", platformIds: ["p"], messageId: 1, through: 1 }]);
  await listOurPlatformIds(db, [{ pageId, psid, platformId: "p" }]);
  await redactTurns(db, [lease], [{ pageId, psid, platformId: "p" }]);
  await listMessagesOfPages(db, [{ pageId, id: 1 }]);
  await insertMail(db, [
    {
      pageId,
      id: 1,
      psid,
      event: {},
      key: "k",
      otherKey: "f",
      bodyHash: null,
      tokenHash: "00",
      sequence: 1,
      waitMs: 0,
    },
  ]);
  await isBacklogOver(db, pageId, 10);
  await parkMail(db, lease, { id: 1 }, "error");
  await requeueMessages(db, lease, [1]);
  await dropMessages(db, lease, { messageIds: [1] }, { reason: "dropped", except: [] });
  await dropMessages(db, lease, { psid }, { reason: "customer_blocked", except: [2] });
  await listAttempts(db, pageId, 1);
  await listMessagesOfSend(db, pageId, 1);
  await findMessageEntry(db, pageId, 1);
  return statements;
}

/** Rows for every part of the commit. */
function rowsOf(page_id: string, psid: string): TurnRows {
  const message = {
    page_id,
    psid,
    turn_id: 1,
    flow_id: 1,
    version: 1,
    step: "a",
    send_id: null,
    lane: "reply",
  } as const;
  const more = { message_tag: null, content: {}, reason: null, attempts: 0 };
  return {
    handled: [{ page_id, id: 1 }],
    direct: [{ page_id, id: 2, key: "k", body_hash: null, token_hash: "00" }],
    customers: [],
    turns: [],
    messages: [
      { ...message, ...more, id: 1, status: "sent" },
      { ...message, ...more, id: 2, status: "failed" },
    ],
    timers: [{ page_id, psid, at: 0, event: {} }],
    endedTimers: [{ page_id, psid, run_id: 1, turn: 1 }],
    handOvers: [{ page_id, psid, since: 0, until: 1, flow_id: 1, turn_id: 1 }],
    endedHandOvers: [{ page_id, psid }],
    notifications: [{ page_id, id: 3, psid, flow_id: 1, kind: "notify", text: "" }],
    requests: [{ page_id, id: 4, psid, request: {} }],
    phones: [{ page_id, flow_id: 1, psid }],
    visits: [{ page_id, flow_id: 1, step: "a", exit: "", taken: 1 }],
    customersToReindex: [{ page_id, psid }],
    now: 0,
  };
}

async function assertNoScans(db: Database, pageId: string): Promise<void> {
  const statements = await hotStatements(pageId);
  assert.ok(statements.length >= 18);
  for (const statement of statements) {
    const plan = await planOf(db, statement);
    assert.deepEqual(scansOf(plan, bigTables), [], textOf(statement));
  }
}

/** 20,000 rows in each big table, for a hundred customers of the page. */
async function fill(db: Db, pageId: string): Promise<void> {
  const rows = 20_000;
  await db.count(sql`
    insert into customers (page_id, psid)
    select ${pageId}, 'psid ' || number from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, number, 'psid ' || number % 100, now(), '{}' from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    select ${pageId}, number, 'psid ' || number % 100, number, 'reply', '{}', 'sent', now()
      from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into mailbox (page_id, id, psid, due_at, event)
    select ${pageId}, number, 'psid ' || number % 100, now(), '{}' from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into accepted_keys (page_id, key, mail_id, accepted_at)
    select ${pageId}, 'key ' || number, number, now() from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into message_troubles (page_id, id) select ${pageId}, number from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into message_attempts (page_id, message_id, attempt, at, outcome)
    select ${pageId}, number, 1, now(), 'retry' from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into hand_overs (page_id, psid, since, turn_id)
    select ${pageId}, 'psid ' || number, now(), 1 from generate_series(1, ${rows}) as number`);
}

test("no statement of the hot path reads a big table from end to end, on empty and on full tables", {
  skip: isClustered && "the servers of a cluster plan by themselves",
}, async (t) => {
  const db = await testDatabase(t);
  const hot = connectHot(db.url, () => undefined);
  atEnd(t, () => hot.close());
  const { pageId } = await aPage({ db });

  await assertNoScans(hot, pageId);
  await fill(db, pageId);
  await assertNoScans(hot, pageId);
  for (const table of bigTables) await db.pool.query(`analyze ${table}`);
  await assertNoScans(hot, pageId);
});

test("each statement of the hot path runs on the server that has its page", {
  skip: !isClustered && "there is one server: set CITUS_WORKERS",
}, async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });

  const statements = await hotStatements(pageId);
  const spread: string[] = [];
  for (const statement of statements) {
    const shards = await shardsOf(db, statement).catch((error: Error) => error.message);
    if (shards !== 0 && shards !== 1) spread.push(`${shards}: ${textOf(statement)}`);
  }

  assert.ok(statements.length >= 18);
  assert.deepEqual(spread, []);
});
