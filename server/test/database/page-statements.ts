import { randomUUID } from "node:crypto";
import { findPageTokens } from "../../store/catalog/page-tokens.ts";
import { areListedOrigins } from "../../store/catalog/pages.ts";
import { listSetups } from "../../store/catalog/setup-lists.ts";
import { listWriters, saveConversations, touchConversations } from "../../store/conversations/conversations.ts";
import { lockDigests, saveDigests } from "../../store/conversations/digests.ts";
import { insertWords } from "../../store/conversations/message-words.ts";
import { listNews, listTurnTypes } from "../../store/conversations/news.ts";
import { lockWordDigests, saveWordDigests } from "../../store/conversations/word-digests.ts";
import { listForIndex, saveEntries } from "../../store/customers/customer-index.ts";
import type { Sql } from "../../store/db/sql.ts";
import { claimNotices, insertNotices } from "../../store/notifications/notices.ts";
import { areVisitorTokens, findRecipients } from "../../store/runtime/customers.ts";
import { listAlbumMail } from "../../store/runtime/due-mail.ts";
import { listHistoryAfter } from "../../store/runtime/history.ts";
import { claimLeases, listHeldPages, releaseLeases } from "../../store/runtime/leases.ts";
import { listNewestMessages } from "../../store/runtime/messages/messages.ts";
import { addToExits } from "../../store/runtime/step-exits.ts";
import { listAlbums, listWritten } from "../../store/runtime/turns.ts";
import { insertAnswers, listTurnsBefore } from "../../store/statistics/person-answers.ts";
import { addToDays } from "../../store/statistics/statistics-days.ts";
import { addToHours } from "../../store/statistics/statistics-hours.ts";
import { addToStepDays } from "../../store/statistics/step-days.ts";
import { insertUnmatched } from "../../store/statistics/unmatched-turns.ts";
import { saveWebhookTimes } from "../../store/statistics/webhook-times.ts";
import { recorder } from "../statements.ts";
import { hotStatements } from "./hot-statements.ts";

/** All statements that take rows of pages, each with the rows of this one. */
export async function pageStatements(pageId: string): Promise<Sql[]> {
  const { db, statements } = recorder({ isDistributed: true });
  const [psid, page_id, hash] = ["ann", pageId, Buffer.from("")];
  const lease = { pageId, nodeId: randomUUID(), epoch: 1 };
  const change = { pageId, psid, changed: 1, hasWritten: true, answeredAt: 0, inputs: [1] };
  const last = { id: 1, at: 0, from: "customer", kind: "text", text: "" } as const;
  const count = { page_id, what: "customers", key: "", at: 0, count: 1 };
  await listHeldPages(db, [lease]);
  await claimLeases(db, [pageId], lease.nodeId);
  await releaseLeases(db, [{ ...lease, isUnfinished: false }]);
  await listSetups(db, [pageId]);
  await listAlbumMail(db, [{ pageId, psid, album: "a" }]);
  await listWritten(db, [lease], [{ pageId, psid, platformId: "p" }]);
  await listAlbums(db, [lease], [{ pageId, psid, platformId: "p" }]);
  await listNewestMessages(db, [{ pageId, psid }]);
  await findRecipients(db, [{ pageId, psid }]);
  await areVisitorTokens(db, [{ pageId, psid, hash }]);
  await listHistoryAfter(db, [{ pageId, psid, after: 0 }], 10);
  await findPageTokens(db, [{ pageId, hash }]);
  await areListedOrigins(db, [{ pageId, origin: "https://shop.example" }]);
  await listForIndex(db, [{ pageId, psid }]);
  await saveEntries(db, [{ page_id, psid, created_at: "", name: "", source: null, terms: [] }]);
  await lockDigests(db, [pageId]);
  await lockWordDigests(db, [pageId]);
  await listNews(db, [{ pageId, throughId: 0 }], { maxTurns: 10, maxMessages: 10 });
  await listTurnTypes(db, [{ pageId, id: 1 }]);
  await saveConversations(db, [
    { ...change, last },
    { ...change, last: null },
  ]);
  await listWriters(db, [{ pageId, psid }]);
  await touchConversations(db, [{ pageId, psids: [psid] }]);
  await saveDigests(db, [{ pageId, throughId: 1, changed: 1 }]);
  await saveWordDigests(db, [{ pageId, throughId: 1 }]);
  await insertWords(db, [{ page_id, id: 1, psid, words: ["a"] }]);
  await insertNotices(db, [{ page_id, notification_id: null, way: "email", user_id: null, endpoint: null }]);
  await claimNotices(db, [{ pageId, id: 1, userId: null }]);
  await insertAnswers(db, [{ page_id, id: 1, at: 0, user_id: null, seconds: 1 }]);
  await listTurnsBefore(db, [{ page_id, id: 1, psid, at: 0, user_id: null }], 10);
  await addToDays(db, [count]);
  await addToHours(db, [count]);
  await addToStepDays(db, [{ page_id, flow_id: 1, step: "a", exit: "", at: 0, count: 1 }]);
  await addToExits(db, [{ page_id, flow_id: 1, step: "a", exit: "", taken: 1 }]);
  await insertUnmatched(db, [{ page_id, id: 1, at: 0 }]);
  await saveWebhookTimes(db, new Map([[pageId, new Date(0)]]));
  return [...(await hotStatements(pageId)), ...statements];
}
