import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { insertErasedCustomer } from "../customers/erased-customers.ts";
import type { Database, Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { deleteSilentVisitors } from "../retention/silent-visitors.ts";
import { commitTurns, type TurnRows } from "./commit.ts";
import { removeFieldValues, untagCustomers } from "./customers.ts";
import { claimLease, type Lease } from "./leases.ts";
import { recordAttempts, saveUnconfirmed } from "./messages/attempts.ts";
import { dropMessages, requeueMessages } from "./messages/failed.ts";
import { saveOutcomes } from "./messages/outcomes.ts";
import { saveReports } from "./messages/platform-reports.ts";
import { saveClicks, saveReceipts } from "./messages/receipts.ts";
import { parkMail } from "./parked-mail.ts";
import { saveProfileSync } from "./profile-syncs.ts";
import { beginRequest, saveAnswer } from "./requests.ts";
import { redactTurns } from "./turns.ts";

const psid = "ann";
const noRows = {
  ...{ handled: [], direct: [], customers: [], turns: [], messages: [], timers: [], endedTimers: [] },
  ...{ handOvers: [], endedHandOvers: [] },
  ...{ notifications: [], requests: [], events: [], phones: [], now: 0 },
  ...{ customersToReindex: [] },
};

/** Every write that only the owner of a page may make, on the rows of `aBusyPage`. */
const fencedWrites: Record<string, (db: Db, lease: Lease) => Promise<unknown>> = {
  commitTurns: (db, lease) => commitTurns(db, [lease], rowsOf(lease.pageId)),
  recordAttempts: (db, lease) => recordAttempts(db, [lease], [{ page_id: lease.pageId, id: 1, is_repeat: false }]),
  saveUnconfirmed: (db, lease) => saveUnconfirmed(db, lease, [1], 1000),
  saveOutcomes: (db, lease) =>
    saveOutcomes(db, [lease], [{ pageId: lease.pageId, id: 1, status: "failed", reason: "rejected" }]),
  saveReports: (db, lease) =>
    saveReports(db, [lease], [{ pageId: lease.pageId, psid, status: "seen", messageId: 1 }], []),
  saveReceipts: (db, lease) =>
    saveReceipts(db, [lease], [{ pageId: lease.pageId, psid, deliveredThrough: 1, seenThrough: 1 }], []),
  saveClicks: (db, lease) => saveClicks(db, [lease], [{ pageId: lease.pageId, messageId: 1, index: 0 }]),
  requeueMessages: (db, lease) => requeueMessages(db, lease, null),
  dropMessages: (db, lease) =>
    dropMessages(db, lease, { messageIds: [1, 2] }, { reason: "dropped", except: [], isTold: false }),
  redactTurns: (db, lease) => redactTurns(db, [lease], [{ pageId: lease.pageId, psid, platformId: "p1" }]),
  parkMail: (db, lease) => parkMail(db, lease, { id: 1 }, "error"),
  saveProfileSync: (db, lease) =>
    saveProfileSync(db, lease, { state: "done", reason: null, hash: "h", settledRevision: 7 }),
  beginRequest: (db, lease) => beginRequest(db, lease, 1),
  saveAnswer: (db, lease) => saveAnswer(db, lease, 1, { type: "answer" } as never),
  untagCustomers: (db, lease) => untagCustomers(db, lease, 1, walk),
  removeFieldValues: (db, lease) => removeFieldValues(db, lease, "size", walk),
  deleteSilentVisitors: (db, lease) => deleteSilentVisitors(db, lease, { days: 30, psids: ["bob"] }),
  insertErasedCustomer: (db, lease) => insertErasedCustomer(db, lease, psid),
};

const walk = { after: "", limit: 10, except: [] };

const rowsOf = (page_id: string): TurnRows => ({
  ...noRows,
  turns: [{ page_id, id: 9, psid, send_id: null, event: {}, trace: {} }],
});

/** A page with a row in each table that the writes change. */
async function aBusyPage(t: Test) {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  const nodeId = randomUUID();
  const lease = { pageId, nodeId, epoch: (await claimLease(db, pageId, nodeId)) ?? assert.fail() };
  await db.count(sql`
    insert into customers (page_id, psid, tags, fields, token_hash, created_at)
    values (${pageId}, ${psid}, '{1}', '{"size":"XL"}', null, now()),
           (${pageId}, 'bob', '{}', '{}', '\\x00', now() - interval '40 days')`);
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    values (${pageId}, 1, ${psid}, now(), '{"type":"message","text":"hi","key":"p1"}')`);
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    values (${pageId}, 1, ${psid}, 1, 'reply', '{}', 'sending', now()),
           (${pageId}, 2, ${psid}, 1, 'reply', '{}', 'failed', now())`);
  await db.count(sql`insert into message_troubles (page_id, id) values (${pageId}, 2)`);
  await db.count(sql`
    insert into mailbox (page_id, id, psid, due_at, event) values (${pageId}, 1, ${psid}, now(), '{}')`);
  await db.count(sql`insert into requests (page_id, id, psid, request) values (${pageId}, 1, ${psid}, '{}')`);
  await db.count(sql`
    insert into profile_syncs (page_id, state, at) values (${pageId}, 'waiting', now())
        on conflict (page_id) do update set state = 'waiting'`);
  return { db, lease };
}

/** The rows that the writes change, as text. */
async function contentOf(db: Db, pageId: string): Promise<string> {
  const { content } = await db.get<{ content: string }>(sql`
    select (select json_agg(row) from turns as row where page_id = ${pageId})::text
           || (select json_agg(row) from messages as row where page_id = ${pageId})::text
           || (select json_agg(row) from profile_syncs as row where page_id = ${pageId})::text
           || coalesce((select json_agg(row) from mailbox as row where page_id = ${pageId})::text, '')
           || coalesce((select json_agg(row) from requests as row where page_id = ${pageId})::text, '')
           || coalesce((select json_agg(row order by psid) from customers as row where page_id = ${pageId})::text, '')
           || coalesce((select json_agg(row) from erased_customers as row where page_id = ${pageId})::text, '')
             as content`);
  return content;
}

/** Runs the write in a transaction, hands it to `look`, and rolls it back. */
async function during(db: Database, write: (db: Db) => Promise<unknown>, look: (db: Db) => Promise<void>) {
  const undone = new Error("undone");
  const running = db.transact(async (db) => {
    await write(db);
    await look(db);
    throw undone;
  });
  await assert.rejects(running, undone);
}

test("every write of an owner keeps the page from changing its owner until it has committed", async (t) => {
  const { db, lease } = await aBusyPage(t);
  const before = await contentOf(db, lease.pageId);

  for (const [name, write] of Object.entries(fencedWrites)) {
    await during(
      db,
      (db) => write(db, lease),
      async (transaction) => {
        const free = await db.count(
          sql`select from page_leases where page_id = ${lease.pageId} for update skip locked`,
        );
        assert.equal(free, 0, name);
        assert.notEqual(await contentOf(transaction, lease.pageId), before, name);
      },
    );
  }
});

test("a former owner of a page writes nothing", async (t) => {
  const { db, lease } = await aBusyPage(t);
  const before = await contentOf(db, lease.pageId);
  await claimLease(db, lease.pageId, lease.nodeId);

  for (const [name, write] of Object.entries(fencedWrites)) {
    await write(db, lease);
    assert.equal(await contentOf(db, lease.pageId), before, name);
  }
});
