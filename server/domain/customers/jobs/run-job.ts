import { setTimeout as sleep } from "node:timers/promises";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../../deps.ts";
import { failPoint } from "../../../fail-points.ts";
import {
  findLastSent,
  insertChanges,
  listUnsent,
  markSent,
  type StoredChange,
} from "../../../store/customers/customer-job-changes.ts";
import { deleteJobRows, saveRowErrors } from "../../../store/customers/customer-job-rows.ts";
import { finishJob, saveProgress } from "../../../store/customers/customer-jobs.ts";
import { findAcceptedKey } from "../../../store/runtime/accepted-keys.ts";
import { isMailWaiting } from "../../../store/runtime/mailbox.ts";
import { planImport } from "../import/plan.ts";
import { isIndexed } from "../indexing.ts";
import { planBulk } from "./bulk.ts";
import type { Batch, BulkSpec, Edit, ImportSpec, Job, UndoSpec } from "./job.ts";
import { planUndo } from "./undo.ts";

const sendSize = 500;
const lookEveryMs = 50;

/** The end of a batch: the job goes on from there, waits for its page, has ended, or is no longer this node's. */
export type BatchResult = { job: Job } | "waits" | "ended" | "lost";

/**
 * Runs one batch of a job. First it is planned: the changes and the job's position are stored together. Then the changes
 * are sent as mail, each with a key. A process that is killed in between leaves planned changes, which are sent first
 * when the job goes on; mail with the same key is accepted once. So nothing is left out and nothing is done twice.
 */
export async function runBatch(deps: Deps, job: Job, nodeId: string, mayGoOn: () => boolean): Promise<BatchResult> {
  if (!(await sendPlanned(deps, job, mayGoOn))) return "waits";
  if (job.position === atEnd) return end(deps, job, nodeId);
  const needsIndex = job.spec.type === "bulk" && !job.spec.psids && job.position === null;
  if (needsIndex && !(await isIndexed(deps, job.pageId, mayGoOn))) return "waits";
  const batch = await planOf(deps, job);
  const next: Job = {
    ...job,
    position: batch.position ?? atEnd,
    done: job.done + batch.done,
    changed: job.changed + batch.changes.length - batch.created,
    created: job.created + batch.created,
    failed: job.failed + batch.rows.filter(({ error }) => error !== null).length,
  };
  const isOurs = await deps.db.transact(async (db) => {
    if (!(await saveProgress(db, job, nodeId, next))) return false;
    if (batch.rows.length > 0) await saveRowErrors(db, job.pageId, job.id, batch.rows);
    if (job.state === "running" && batch.changes.length > 0) await insertChanges(db, job, batch.changes);
    return true;
  });
  deps.live.publish(job.pageId, { type: "job_changed", id: job.id });
  return isOurs ? { job: next } : "lost";
}

/** The position of a job that has planned everything. No psid is like it. */
const atEnd = "*end";

function planOf(deps: Deps, job: Job): Promise<Batch> {
  if (job.spec.type === "bulk") return planBulk(deps, job as Job<BulkSpec>);
  if (job.spec.type === "undo") return planUndo(deps, job as Job<UndoSpec>);
  return planImport(deps, job as Job<ImportSpec>);
}

async function end(deps: Deps, job: Job, nodeId: string): Promise<BatchResult> {
  const state = job.state === "checking" ? "checked" : "done";
  const isOurs = await finishJob(deps.db, job, nodeId, { state, error: null });
  if (isOurs && state === "done" && job.kind === "import")
    await deleteJobRows(deps.db, job.pageId, job.id, { keepFailed: true });
  deps.live.publish(job.pageId, { type: "job_changed", id: job.id });
  return isOurs ? "ended" : "lost";
}

/**
 * Sends all planned changes, and waits until the page's owner has made them: the next batch reads what they left.
 * Returns false if the page has too much to do, or if it takes longer than the job may go on now.
 */
async function sendPlanned(deps: Deps, job: Job, mayGoOn: () => boolean): Promise<boolean> {
  const { db } = deps;
  for (;;) {
    const planned = await listUnsent<Edit>(db, job.pageId, job.id, sendSize);
    if (planned.length === 0) return waitForLast(deps, job, mayGoOn);
    if (!mayGoOn()) return false;
    failPoint("job.before-mail");
    const { sent, refusals } = await sendAll(deps, job, planned);
    failPoint("job.after-mail");
    // Also if others were refused: an undo takes back those that are marked.
    await markSent(db, job.pageId, job.id, sent);
    for (const refusal of refusals) if (!isBusy(refusal)) throw refusal;
    if (refusals.length > 0) return false;
  }
}

/** Waits until the last change that was sent is made, by this node or before it had the job. */
async function waitForLast({ db }: Deps, { pageId, id }: Job, mayGoOn: () => boolean): Promise<boolean> {
  const changeId = await findLastSent(db, pageId, id);
  const mail = changeId === undefined ? undefined : await findAcceptedKey(db, pageId, [keyOf(id, changeId)]);
  while (mail && (await isMailWaiting(db, pageId, mail.mailId))) {
    if (!mayGoOn()) return false;
    await sleep(lookEveryMs);
  }
  return true;
}

/** Sends changes side by side, those of one customer in their order. `sent` has the ids of those that were accepted. */
async function sendAll({ accept }: Deps, job: Job, planned: StoredChange<Edit>[]) {
  const sent: number[] = [];
  const results = await Promise.allSettled(
    [...Map.groupBy(planned, ({ psid }) => psid).values()].map(async (changes) => {
      for (const { id: changeId, psid, edit } of changes) {
        const event = eventOf(edit, job);
        await accept({ pageId: job.pageId, psid, event, key: keyOf(job.id, changeId), isBulk: true });
        sent.push(changeId);
      }
    }),
  );
  const refusals: unknown[] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  return { sent, refusals };
}

/** Mail with the same key is accepted once. */
const keyOf = (jobId: number, changeId: number) => `customer_job ${jobId} ${changeId}`;

/** The page or the server has too much to do: a job can wait. */
const isBusy = (error: unknown) =>
  error instanceof AppError && (error.code === "unavailable" || error.code === "rate_limited");

function eventOf(edit: Edit, { userId, createdAt }: Job): MailEvent {
  if (edit.type === "erase") return { type: "erase" };
  if (edit.type === "enter_sequence") return { type: "enter_sequence", sequenceId: edit.sequenceId, userId };
  if (edit.type === "leave_sequence") return { type: "leave_sequence", sequenceId: edit.sequenceId, userId };
  if (edit.type === "run_rule") return { type: "rule_due", ruleId: edit.ruleId, day: edit.day };
  if (edit.type === "join") return { type: "join", to: edit.to, userId };
  if (edit.type !== "edit") return { type: edit.type, userId };
  const { fields, addTags, removeTags, isNew } = edit;
  const mayMake = isNew && { isNew, since: createdAt.getTime() };
  return { type: "edit_customer", fields, addTags, removeTags, userId, ...mayMake };
}
