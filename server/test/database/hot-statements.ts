import { randomUUID } from "node:crypto";
import type { Sql } from "../../store/db/sql.ts";
import { commitTurns, type TurnRows } from "../../store/runtime/commit.ts";
import { findCustomersOf, readDueMail } from "../../store/runtime/due-mail.ts";
import { insertMail, isBacklogOver } from "../../store/runtime/mailbox.ts";
import { listAttempts } from "../../store/runtime/message-attempts.ts";
import { recordAttempts } from "../../store/runtime/messages/attempts.ts";
import { dropMessages, requeueMessages } from "../../store/runtime/messages/failed.ts";
import { listMessagesOfPages } from "../../store/runtime/messages/messages.ts";
import { findMessageEntry, listMessagesOfSend } from "../../store/runtime/messages/of-send.ts";
import { type PageOutcome, saveOutcomes } from "../../store/runtime/messages/outcomes.ts";
import {
  type ChangedMessage,
  listOurPlatformIds,
  saveChanges,
  saveReports,
} from "../../store/runtime/messages/platform-reports.ts";
import { saveClicks, saveReceipts } from "../../store/runtime/messages/receipts.ts";
import {
  countUnfinished,
  listUnfinished,
  listUnfinishedOf,
  newestMessageId,
} from "../../store/runtime/messages/unfinished.ts";
import { parkMail } from "../../store/runtime/parked-mail.ts";
import { redactTurns } from "../../store/runtime/turns.ts";
import { recorder } from "../statements.ts";

/** The statements of the hot path, for one page. */
export async function hotStatements(pageId: string): Promise<Sql[]> {
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
    told: [pageId],
  });
  await listUnfinished(db, pageId, { after: 0, limit: 10 });
  await listUnfinishedOf(db, pageId, { after: 0, psids: [psid] });
  await newestMessageId(db, pageId);
  await countUnfinished(db, pageId, 10);
  await saveReceipts(db, [lease], [{ pageId, psid, deliveredThrough: 1, seenThrough: 1 }], [pageId]);
  await saveClicks(db, [lease], [{ pageId, messageId: 1, index: 0 }]);
  await saveReports(
    db,
    [lease],
    [{ pageId, psid, status: "seen", platformIds: ["p"], messageId: 1, through: 1 }],
    [pageId],
  );
  await saveChanges(db, [lease], { changed: [aChange(pageId)], blockers: [{ pageId, psid }], told: [pageId] });
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
  await dropMessages(db, lease, { messageIds: [1] }, { reason: "dropped", except: [], isTold: true });
  await dropMessages(db, lease, { psid }, { reason: "customer_blocked", except: [2], isTold: false });
  await listAttempts(db, pageId, 1);
  await listMessagesOfSend(db, pageId, 1);
  await findMessageEntry(db, pageId, 1);
  return statements;
}

const aChange = (pageId: string): ChangedMessage => ({
  ...{ pageId, id: 1, flowId: 1, step: "a", reason: null, platformId: "p", isSent: true, isDelivered: false },
  status: "sent",
  change: {
    ...{ reason: "rejected", errorCode: null, platformId: "p", counts: { sent: -1, delivery: 0, seen: 0 } },
    status: "failed",
  },
});

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
    timers: [{ page_id, psid, at: 0, event: { type: "timer", runId: 1, turn: 1 } }],
    endedTimers: [{ page_id, psid, run_id: 1, turn: 1 }],
    handOvers: [{ page_id, psid, since: 0, until: 1, flow_id: 1, turn_id: 1 }],
    endedHandOvers: [{ page_id, psid }],
    notifications: [{ page_id, id: 3, psid, flow_id: 1, kind: "notify", text: "" }],
    requests: [{ page_id, id: 4, psid, request: {} }],
    events: [{ page_id, event: "evt_1-0", type: "message.received", psid, about: 1, data: {} }],
    phones: [{ page_id, flow_id: 1, psid }],
    customersToReindex: [{ page_id, psid }],
    now: 0,
  };
}
