import { setTimeout as sleep } from "node:timers/promises";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../../deps.ts";
import { isMailWaiting } from "../../../store/conversations/mailbox.ts";
import {
  insertChanges,
  listUnsent,
  markSent,
  type StoredChange,
} from "../../../store/customers/customer-job-changes.ts";
import { deleteJobRows, saveRowErrors } from "../../../store/customers/customer-job-rows.ts";
import { finishJob, saveProgress } from "../../../store/customers/customer-jobs.ts";
import { planImport } from "../import/plan.ts";
import { planBulk } from "./bulk.ts";
import type { Batch, BulkSpec, Edit, ImportSpec, Job, UndoSpec } from "./job.ts";
import { planUndo } from "./undo.ts";

const sendSize = 500;
const busyMs = 500;

/** The end of a batch: the job goes on from there, has ended, or is no longer this node's. */
export type BatchResult = { job: Job } | "ended" | "lost";

/**
 * Runs one batch of a job. First it is planned: the changes and the job's position are stored together. Then the changes
 * are sent as mail, each with a key. A process that is killed in between leaves planned changes, which are sent first
 * when the job goes on; mail with the same key is accepted once. So nothing is left out and nothing is done twice.
 */
export async function runBatch(deps: Deps, job: Job, nodeId: string, mayGoOn: () => boolean): Promise<BatchResult> {
  await sendPlanned(deps, job, mayGoOn);
  if (job.position === atEnd) return end(deps, job, nodeId);
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

/** Sends all planned changes, and waits until the page's owner has made them: the next batch reads what they left. */
async function sendPlanned(deps: Deps, job: Job, mayGoOn: () => boolean): Promise<void> {
  const { pageId, id } = job;
  for (;;) {
    const planned = await listUnsent<Edit>(deps.db, pageId, id, sendSize);
    if (planned.length === 0 || !mayGoOn()) return;
    const mailIds = await Promise.all(planned.map((change) => send(deps, job, change, mayGoOn)));
    await markSent(
      deps.db,
      pageId,
      id,
      planned.map((change) => change.id),
    );
    const last = Math.max(...mailIds);
    while (mayGoOn() && (await isMailWaiting(deps.db, pageId, last))) await sleep(busyMs / 10);
  }
}

async function send(
  { accept }: Deps,
  job: Job,
  { id: changeId, psid, edit }: StoredChange<Edit>,
  mayGoOn: () => boolean,
): Promise<number> {
  const { pageId } = job;
  const key = `customer_job ${job.id} ${changeId}`;
  for (;;) {
    try {
      return (await accept({ pageId, psid, event: eventOf(edit, job), key })).mailId;
    } catch (error) {
      // The page has too much to do: a job can wait.
      if (!(error instanceof AppError && error.code === "unavailable") || !mayGoOn()) throw error;
      await sleep(busyMs);
    }
  }
}

function eventOf(edit: Edit, { userId, createdAt }: Job): MailEvent {
  if (edit.type !== "edit") return { type: edit.type, userId };
  const { fields, addTags, removeTags, isNew } = edit;
  const mayMake = isNew && { isNew, since: createdAt.getTime() };
  return { type: "edit_customer", fields, addTags, removeTags, userId, ...mayMake };
}
