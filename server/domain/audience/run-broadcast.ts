import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type BroadcastVariant, variantOf } from "@banter/core/audience/broadcast.ts";
import { needsWindow, type Plan } from "@banter/core/audience/send-plan.ts";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { failPoint } from "../../fail-points.ts";
import {
  type Broadcast,
  type BroadcastProgress,
  finishBroadcast,
  saveBroadcastProgress,
} from "../../store/audience/broadcasts.ts";
import { listZones } from "../../store/audience/plan.ts";
import { hasTemplate } from "../../store/catalog/flows.ts";
import { findPage, type Page } from "../../store/catalog/pages.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { listAcceptedKeys } from "../../store/runtime/accepted-keys.ts";
import { isBacklogOver } from "../../store/runtime/mailbox.ts";
import { isIndexed } from "../customers/indexing.ts";
import { zoneTimes } from "./forecast.ts";
import { countSegment, nextOfSegment } from "./members.ts";
import { chooseWinner } from "./report.ts";
import { tellBroadcast } from "./tell-broadcast.ts";

const batchSize = 500;
/** A page that is behind by more gets no further mail of a broadcast: replies to customers come first. */
const maxBehind = 1000;
const lookEveryMs = 50;
const hourMs = 3_600_000;

/** The end of a batch: the broadcast goes on, waits for its page or its time, has ended, or is no longer this node's. */
type BatchResult = { job: Broadcast } | "waits" | "ended" | "lost";

/**
 * Sends a broadcast to its next customers, in the order of psids. Each gets mail with a key of the broadcast and the
 * customer; the position is stored behind that. A process that is killed in between sends to the same customers again
 * when the broadcast goes on, and their keys are known: nobody is left out, and nobody gets it twice. Who may get it is
 * decided when the mail is handled (`core/flow/turn/plans.ts`). Only time is decided here: customers for whom it is too
 * early are left for another pass, so that no row waits for them.
 */
export async function runBroadcast(
  deps: Deps,
  job: Broadcast,
  nodeId: string,
  mayGoOn: () => boolean,
): Promise<BatchResult> {
  if (!mayGoOn()) return "waits";
  if (job.position === atEnd) return finish(deps, job, nodeId);
  const page = await findPage(deps.db, job.pageId);
  if (!page) throw notFound("page");
  while (await isBacklogOver(deps.db, job.pageId, maxBehind)) {
    if (!mayGoOn()) return "waits";
    await sleep(lookEveryMs);
  }
  if (job.phase === 2 && job.winner === null) return keepWinner(deps, job, nodeId);
  const isStart = job.position === null && job.phase === 1;
  if (isStart && job.condition && !(await isIndexed(deps, job.pageId, mayGoOn))) return "waits";
  const now = databaseNow();
  if (isStart) await tellBroadcast(deps.db, job, "broadcast.started", "running");
  const counted = { ...job, total: job.total ?? (isStart ? await countAll(deps, job) : null) };
  const batch = await nextBatch(deps, page, counted, now);
  failPoint("job.before-mail");
  const isSent = await sendAll(deps, counted, batch.mails);
  failPoint("job.after-mail");
  if (!isSent) return "waits";
  const next = afterBatch(counted, batch, now);
  const state = await saveBroadcastProgress(deps.db, nodeId, job, next);
  deps.live.publish(job.pageId, { type: "broadcast_changed", id: job.id });
  if (state === undefined) return "lost";
  if (state !== "running") return "ended";
  if (next.position === atEnd) return finish(deps, { ...job, done: next.done }, nodeId);
  return next.dueAt && next.dueAt.getTime() > databaseNow() ? "waits" : { job: { ...counted, ...next } };
}

async function finish(deps: Deps, job: Broadcast, nodeId: string): Promise<BatchResult> {
  await endBroadcast(deps, job, nodeId, { state: "done", error: null });
  return "ended";
}

/** Ends a broadcast that this node works on, and tells so. */
export async function endBroadcast(
  { db, live }: Pick<Deps, "db" | "live">,
  job: Broadcast,
  nodeId: string,
  end: { state: "done" | "failed"; error: string | null },
): Promise<void> {
  await db.transact(async (db) => {
    if (!(await finishBroadcast(db, nodeId, job, end))) return;
    await tellBroadcast(db, job, end.state === "done" ? "broadcast.finished" : "broadcast.failed", end.state);
  });
  live.publish(job.pageId, { type: "broadcast_changed", id: job.id });
}

/** Before the rest gets it: whatever crashes then, all of them get the same. */
async function keepWinner(deps: Deps, job: Broadcast, nodeId: string): Promise<BatchResult> {
  const next = { ...job, winner: await chooseWinner(deps, job) };
  const state = await saveBroadcastProgress(deps.db, nodeId, job, next);
  if (state === undefined) return "lost";
  return state === "running" ? { job: next } : "ended";
}

/** The position of a broadcast that has come to its end. No psid is like it. */
const atEnd = "*end";

/** For people to see how far it is; too large a page goes without. */
async function countAll(deps: Deps, { pageId, spec, condition }: Broadcast): Promise<number | null> {
  if (spec.audience.type === "psids") return spec.audience.psids.length;
  if (!condition) return null;
  return countSegment(deps, pageId, condition).then(
    ({ count }) => count,
    () => null,
  );
}

type Mail = { psid: string; variant: number; key: string };
/**
 * `next` is the position behind the batch; null at the end. `laterAt`: the first time of those who must wait. `before`: so
 * many got their mail in an attempt at this batch that has stored no progress.
 */
type Batch = { mails: Mail[]; before: number; next: string | null; laterAt: number | null };

async function nextBatch(deps: Deps, page: Page, job: Broadcast, now: number): Promise<Batch> {
  const { psids, next } = await nextCustomers(deps, job);
  const timeIn = zoneTimes(page.audience ?? defaultAudience, job.spec.when, page.timezone);
  const chosen = psids.flatMap((psid): Mail[] => {
    const variant = chosenVariant(job, psid);
    return variant === undefined ? [] : [{ psid, variant, key: keyOf(job, psid) }];
  });
  const names = chosen.map(({ psid }) => psid);
  const zones = new Map((await listZones(deps.db, job.pageId, names)).map(({ psid, timezone }) => [psid, timezone]));
  const known = await listAcceptedKeys(
    deps.db,
    job.pageId,
    chosen.map(({ key }) => key),
  );
  let laterAt = job.laterAt?.getTime() ?? null;
  const mails = chosen.filter(({ psid, key }) => {
    const timezone = zones.get(psid);
    if (timezone === undefined || known.has(key)) return false;
    const at = timeIn(timezone, now);
    if (at > now) laterAt = Math.min(laterAt ?? at, at);
    return at <= now;
  });
  // The last progress was stored with this time. Keys of an earlier pass are older.
  const since = job.dueAt?.getTime() ?? 0;
  const before = [...known.values()].filter((acceptedAt) => acceptedAt.getTime() >= since).length;
  return { mails, before, next, laterAt };
}

async function nextCustomers(deps: Deps, { pageId, spec, condition, position }: Broadcast) {
  const limit = batchOf(spec.per_minute);
  if (spec.audience.type === "psids") {
    const start = Number(position ?? 0);
    const psids = spec.audience.psids.slice(start, start + limit);
    const end = start + psids.length;
    return { psids: [...new Set(psids)], next: end < spec.audience.psids.length ? String(end) : null };
  }
  if (!condition) return { psids: [], next: null };
  return nextOfSegment(deps, pageId, condition, { after: position ?? "", limit });
}

/** Five seconds' worth at the owner's pace. */
const batchOf = (perMinute: number | null) =>
  perMinute === null ? batchSize : Math.min(batchSize, Math.max(1, Math.ceil(perMinute / 12)));

/** The variant that the customer gets in this phase, if any: the same whenever it is asked. */
function chosenVariant({ id, spec, phase, winner }: Broadcast, psid: string): number | undefined {
  const variant = variantOf(spec, drawOf(id, psid));
  if (phase === 1) return variant;
  return variant === undefined ? (winner ?? 0) : undefined;
}

const drawOf = (id: number, psid: string) =>
  createHash("sha256").update(`${id} ${psid}`).digest().readUInt32BE(0) / 2 ** 32;

/** A hash, because keys outlive customers who are erased. */
const keyOf = ({ id }: Broadcast, psid: string) =>
  `broadcast ${id} ${createHash("sha256").update(psid).digest("base64url")}`;

/**
 * Sends all of them side by side. Returns false if the page has too much to do: those that were sent are known by their
 * keys.
 */
async function sendAll(deps: Deps, job: Broadcast, mails: Mail[]): Promise<boolean> {
  const events = new Map<number, ConversationEvent>();
  for (const variant of new Set(mails.map(({ variant }) => variant)))
    events.set(variant, await planMail(deps, job, variant));
  const results = await Promise.allSettled(
    mails.map(async ({ psid, variant, key }) => {
      const event = events.get(variant);
      if (event) await deps.accept({ pageId: job.pageId, psid, event, key, isBulk: true });
    }),
  );
  const refusals: unknown[] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  for (const refusal of refusals) if (!isBusy(refusal)) throw refusal;
  return refusals.length === 0;
}

const isBusy = (error: unknown) =>
  error instanceof AppError && (error.code === "unavailable" || error.code === "rate_limited");

/** The mail of a variant: the same for all of its customers, so that they are one send. */
async function planMail(deps: Deps, job: Broadcast, variant: number): Promise<ConversationEvent> {
  const { pageId, id, spec, sendIds } = job;
  const sent = spec.variants[variant];
  if (!sent) throw notFound("variant");
  const page = await deps.lookups.page(pageId);
  const outsideTag = page && deps.channels[page.channel]?.templates?.tag;
  const plan: Plan = {
    ...{ type: "broadcast", id, variant },
    ...(spec.unsubscribe !== null && { unsubscribe: spec.unsubscribe }),
    ...(spec.outside && { outside: spec.outside }),
    ...(spec.outside && outsideTag && { outsideTag }),
    ...((await isForAnyTime(deps, pageId, sent)) && { isForAnyTime: true }),
  };
  return { ...eventOf(sent), sendId: sendIds[variant] ?? 0, plan };
}

export function eventOf(sent: BroadcastVariant) {
  if (sent.type === "flow") return { type: "send_flow", flowId: sent.flow_id, payload: {} } as const;
  const tag = sent.message_tag === undefined ? {} : { messageTag: sent.message_tag };
  return { type: "send_content", content: sent.content, payload: {}, ...tag } as const;
}

/** True if the variant may be sent outside of the messaging window. */
export async function isForAnyTime({ db }: Pick<Deps, "db">, pageId: string, sent: BroadcastVariant): Promise<boolean> {
  if (sent.type === "flow") return hasTemplate(db, pageId, sent.flow_id);
  return !sent.content.messages.some((message) => needsWindow(message, sent.message_tag));
}

/** The place of the broadcast behind a batch: further on, in another pass, in the phase of the winner, or at its end. */
function afterBatch(job: Broadcast, { mails, before, next, laterAt }: Batch, now: number): BroadcastProgress {
  const sent = mails.length + before;
  const { phase, winner, total, spec } = job;
  const paceMs = spec.per_minute === null ? 0 : (sent * 60_000) / spec.per_minute;
  const here = { phase, winner, total, done: job.done + sent };
  const dueAt = new Date(now + paceMs);
  if (next !== null) return { ...here, position: next, laterAt: laterAt === null ? null : new Date(laterAt), dueAt };
  if (laterAt !== null) return { ...here, position: null, laterAt: null, dueAt: new Date(laterAt) };
  if (phase === 1 && spec.test && spec.variants.length > 1) {
    const wait = { ...here, phase: 2, position: null, laterAt: null };
    return { ...wait, dueAt: new Date(now + spec.test.hours * hourMs) };
  }
  return { ...here, position: atEnd, laterAt: null, dueAt };
}
