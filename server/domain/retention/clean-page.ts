import { ownChannel } from "@banter/core/channels/index.ts";
import type { RetentionSettings } from "@banter/core/model/limits/retention.ts";
import type { Deps } from "../../deps.ts";
import { deleteOldRuleTurns } from "../../store/audience/rule-turns.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { deleteOldEvents } from "../../store/events/event-deliveries.ts";
import { deleteOldCalls } from "../../store/events/incoming-calls.ts";
import { deleteOldMisses } from "../../store/knowledge/knowledge-misses.ts";
import { deleteOldUsage } from "../../store/models/model-usage.ts";
import { deleteOldNotifications } from "../../store/notifications/notifications.ts";
import { deleteOldEntries } from "../../store/people/audit-log.ts";
import { claimPage, listPagesToCheck } from "../../store/retention/retention-positions.ts";
import { getRetention } from "../../store/retention/retention-settings.ts";
import { listSilentVisitors } from "../../store/retention/silent-visitors.ts";
import { deleteOldUnmatched } from "../../store/statistics/unmatched-turns.ts";
import { freeFiles, parts, removeHistory } from "./history.ts";
import { inBites, type WorkPace } from "./pace.ts";

type CleaningDeps = Pick<Deps, "db" | "accept" | "log">;

const pagesAtOnce = 20;

/** Removes old data of pages that were not checked for six hours. Returns false if there were none for this node. */
export async function cleanPages(deps: CleaningDeps, pace: WorkPace): Promise<boolean> {
  let cleaned = 0;
  for (const pageId of await listPagesToCheck(deps.db, pagesAtOnce)) {
    if (!pace.goesOn()) return false;
    try {
      if (await cleanPage(deps, pageId, pace)) cleaned++;
    } catch (error) {
      // It is tried again then and keeps no other page back.
      deps.log.warn({ err: error, pageId }, "old data of page not removed");
    }
  }
  return cleaned > 0;
}

/** Removes what a page no longer keeps. Returns false if another node has just done so. */
export async function cleanPage(deps: CleaningDeps, pageId: string, pace: WorkPace): Promise<boolean> {
  const claimed = await claimPage(deps.db, pageId);
  if (!claimed) return false;
  const settings = await getRetention(deps.db, pageId);
  await removeOldHistory(deps, pageId, settings, pace);
  await removeQuotes(deps, pageId, settings, pace);
  await removeEvents(deps, pageId, pace);
  await inBites(pace, async () => (await deleteOldUsage(deps.db, pageId, rowsAtOnce)) === rowsAtOnce);
  if (claimed.isWhole) await cleanWhole(deps, pageId, settings, pace);
  return true;
}

const rowsAtOnce = 1000;

/** The parts that have no position and look at every row of the page. */
async function cleanWhole(
  deps: CleaningDeps,
  pageId: string,
  settings: RetentionSettings,
  pace: WorkPace,
): Promise<void> {
  if (settings.audit_days !== null) await removeAuditEntries(deps, pageId, settings.audit_days, pace);
  const page = await findPage(deps.db, pageId);
  if (settings.visits_days !== null && page?.channel === ownChannel)
    await removeSilentVisitors(deps, pageId, settings.visits_days, pace);
}

async function removeOldHistory(
  { db }: CleaningDeps,
  pageId: string,
  settings: RetentionSettings,
  pace: WorkPace,
): Promise<void> {
  const { messages_days, turns_days, traces_days } = settings;
  if (messages_days !== null) await removeHistory({ db }, pageId, { part: parts.messages, days: messages_days, pace });
  if (turns_days !== null) {
    await removeHistory({ db }, pageId, { part: parts.turns, days: turns_days, pace });
    const limit = rowsAtOnce;
    await inBites(pace, async () => (await deleteOldUnmatched(db, pageId, { days: turns_days, limit })) === limit);
    await inBites(pace, async () => (await deleteOldRuleTurns(db, pageId, limit)) === limit);
    await freeFiles({ db }, pageId, { days: turns_days, pace });
  }
  if (traces_days !== null) await removeHistory({ db }, pageId, { part: parts.traces, days: traces_days, pace });
}

const quotesDays = 90;

/** A notification or a question without an answer quotes a customer, so that it stays no longer than the turn. */
async function removeQuotes(
  { db }: CleaningDeps,
  pageId: string,
  { turns_days }: RetentionSettings,
  pace: WorkPace,
): Promise<void> {
  const days = Math.min(turns_days ?? quotesDays, quotesDays);
  const limit = rowsAtOnce;
  await inBites(pace, async () => (await deleteOldNotifications(db, pageId, { days, limit })) === limit);
  await inBites(pace, async () => (await deleteOldMisses(db, pageId, { days, limit })) === limit);
}

/** Longer than an event is tried, so that one that was given up can be sent again for some days. */
const eventsDays = 7;

async function removeEvents({ db }: CleaningDeps, pageId: string, pace: WorkPace): Promise<void> {
  const which = { days: eventsDays, limit: rowsAtOnce };
  await inBites(pace, async () => (await deleteOldEvents(db, pageId, which)) === rowsAtOnce);
  await deleteOldCalls(db, pageId, eventsDays);
}

function removeAuditEntries({ db }: CleaningDeps, pageId: string, days: number, pace: WorkPace): Promise<void> {
  let after = 0;
  return inBites(pace, async () => {
    const next = await deleteOldEntries(db, pageId, { days, after, limit: rowsAtOnce });
    after = next ?? after;
    return next !== null;
  });
}

/** Erasures are mail, which the page's owner handles beside the customers' own. */
const maxErasures = 1000;

/**
 * Visitors who have never written and have no rows but their own go together; the others are erased. The page's owner
 * does both.
 */
function removeSilentVisitors(deps: CleaningDeps, pageId: string, days: number, pace: WorkPace): Promise<void> {
  let after = "";
  let erasures = 0;
  return inBites(pace, async () => {
    const { next, alone, known } = await listSilentVisitors(deps.db, pageId, { days, after, limit: rowsAtOnce });
    if (alone.length > 0)
      await deps.accept({ pageId, psid: "", event: { type: "clear", what: { visitors: alone, days } } });
    for (const psid of known.slice(0, maxErasures - erasures)) {
      await deps.accept({ pageId, psid, event: { type: "erase" } });
      erasures++;
    }
    after = next ?? after;
    return next !== null;
  });
}
