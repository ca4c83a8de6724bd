import type { ImportTarget } from "@banter/core/api/management/customer-jobs.ts";
import type { CustomerFilter } from "@banter/core/api/management/customers.ts";
import { newCustomer } from "@banter/core/flow/customer.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../../deps.ts";
import { listCustomFields } from "../../../store/catalog/custom-fields.ts";
import { listTags } from "../../../store/catalog/tags.ts";
import { deleteChanges } from "../../../store/customers/customer-job-changes.ts";
import { deleteJobRows } from "../../../store/customers/customer-job-rows.ts";
import {
  deleteJob,
  findJob,
  insertJob,
  listOldJobs,
  markUndone,
  moveJob,
  resumeJob,
} from "../../../store/customers/customer-jobs.ts";
import { databaseNow } from "../../../store/health/database-clock.ts";
import { fitField } from "../fit-field.ts";
import { type BulkAction, type Job, type JobCustomers, type JobSpec, undoHours } from "./job.ts";

export async function getJob({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<Job> {
  const job = await findJob<JobSpec>(db, pageId, id);
  if (!job) throw notFound("job");
  return job;
}

type AskedAction =
  | { type: "add_tag" | "remove_tag"; tag_id: number }
  | { type: "set_field"; field: string; value: string }
  | { type: "block" | "unblock" };
type Asked = { action: AskedAction; customers: { psids: string[] } | { filter: CustomerFilter }; userId: string };

export async function startBulk({ db }: Pick<Deps, "db">, pageId: string, asked: Asked): Promise<Job> {
  return startAction({ db }, pageId, { ...asked, action: await readAction({ db }, pageId, asked.action) });
}

/** Starts a change of many customers. A node takes it within a second. Without a member, the page itself has asked. */
export function startAction(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { action, customers, userId = "" }: { action: BulkAction; customers: JobCustomers; userId?: string },
): Promise<Job> {
  const spec: JobSpec = { type: "bulk", action, ...customers };
  const total = "psids" in customers ? customers.psids.length : null;
  return insertJob<JobSpec>(db, pageId, { kind: "bulk", state: "running", userId, spec, total });
}

async function readAction({ db }: Pick<Deps, "db">, pageId: string, action: AskedAction): Promise<BulkAction> {
  if (action.type === "set_field") {
    const field = (await listCustomFields(db, pageId)).find(({ name }) => name === action.field);
    if (!field) throw invalidFields([{ path: "/action/field", message: "must be a custom field of the page" }]);
    if (fitField(newCustomer(""), field.name, action.value, field.type) === undefined)
      throw invalidFields([{ path: "/action/value", message: "does not fit the field" }]);
    return { type: "set_field", field: action.field, value: action.value };
  }
  if (!("tag_id" in action)) return { type: action.type };
  const tag = (await listTags(db, pageId)).find(({ id }) => id === action.tag_id);
  if (!tag) throw invalidFields([{ path: "/action/tag_id", message: "must be a tag of the page" }]);
  return { type: action.type, tagId: tag.id, name: tag.name };
}

/** A job that failed while it changed customers, or while it checked a file, can go on. */
export const canResume = ({ state, failedIn, undoneBy }: Job): boolean =>
  state === "failed" && failedIn !== null && undoneBy === null;

/** Lets a failed job go on where it failed: what it has done is not done again. */
export async function resume({ db }: Pick<Deps, "db">, job: Job): Promise<void> {
  if (!(await resumeJob(db, job.pageId, job.id))) throw new AppError("conflict", "Only a job that failed can go on.");
}

export const undoUntil = (job: Job): Date | null => {
  const { kind, state, failedIn, finishedAt, undoneBy, changed, created } = job;
  const hasEnded = state === "done" || state === "stopped" || (state === "failed" && failedIn === "running");
  const isUndoable = kind !== "undo" && !isFinal(job) && hasEnded && changed + created > 0;
  return isUndoable && finishedAt && undoneBy === null ? new Date(finishedAt.getTime() + undoHours * 3_600_000) : null;
};

/** Its changes cannot be taken back: a message that a customer got is gone. */
const isFinal = ({ spec }: Job): boolean =>
  spec.type === "bulk" && (spec.action.type === "leave_sequence" || spec.action.type === "run_rule");

/** Starts a job that takes back what this one has changed. */
export async function startUndo({ db }: Pick<Deps, "db">, job: Job, userId: string): Promise<Job> {
  const until = undoUntil(job);
  if (!until || until.getTime() < databaseNow())
    throw new AppError("conflict", "This job cannot be undone, or can no longer be.");
  const spec: JobSpec = { type: "undo", of: job.id, subject: subjectOf(job) };
  const total = job.changed + job.created;
  const undo = await insertJob<JobSpec>(db, job.pageId, { kind: "undo", state: "running", userId, spec, total });
  if (!(await markUndone(db, job.pageId, job.id, undo.id)))
    throw new AppError("conflict", "This job is undone already, or goes on.");
  return undo;
}

export function subjectOf({ spec }: Job): string | null {
  if (spec.type === "import") return spec.name;
  if (spec.type === "undo") return spec.subject;
  const { action } = spec;
  return "name" in action ? action.name : "field" in action ? action.field : null;
}

/** Stops a job where it is; throws an import away that has not started. */
export async function stopJob({ db }: Pick<Deps, "db">, job: Job): Promise<void> {
  const from = ["draft", "checking", "checked", "running"] as const;
  if (!(await moveJob(db, job.pageId, job.id, { from: [...from], to: "stopped" })))
    throw new AppError("conflict", "The job has ended already.");
  if (job.state !== "running") await deleteJobRows(db, job.pageId, job.id, { keepFailed: false });
}

export async function removeJob({ db }: Pick<Deps, "db">, { pageId, id, state }: Job): Promise<void> {
  if (state === "checking" || state === "running") throw new AppError("conflict", "The job is still running.");
  await deleteJobRows(db, pageId, id, { keepFailed: false });
  await deleteChanges(db, pageId, id);
  await deleteJob(db, pageId, id);
}

/** Jobs are forgotten after eight days, with the files and values that they hold. */
export async function removeOldJobs({ db }: Pick<Deps, "db">): Promise<void> {
  for (const { pageId, id } of await listOldJobs(db, 100)) {
    await deleteJobRows(db, pageId, id, { keepFailed: false });
    await deleteChanges(db, pageId, id);
    await deleteJob(db, pageId, id);
  }
}

/** Starts the dry run of an import. */
export async function checkImport(deps: Pick<Deps, "db">, job: Job, mapping: (ImportTarget | null)[]): Promise<void> {
  if (job.spec.type !== "import") throw notFound("import");
  if (mapping.length !== job.spec.columns.length)
    throw invalidFields([{ path: "/mapping", message: "must have a target or null for each column" }]);
  const used = mapping.filter((target) => target !== null);
  if (new Set(used).size < used.length) throw invalidFields([{ path: "/mapping", message: "must use a target once" }]);
  if (!used.some((target) => target === "psid" || target === "phone" || target === "email"))
    throw invalidFields([{ path: "/mapping", message: "must have a psid, a phone number or an e-mail address" }]);
  const spec = { ...job.spec, mapping };
  if (!(await moveJob(deps.db, job.pageId, job.id, { from: ["draft", "checked"], to: "checking", spec })))
    throw new AppError("conflict", "The import has started already.");
}

export async function startImport({ db }: Pick<Deps, "db">, job: Job): Promise<void> {
  if (!(await moveJob(db, job.pageId, job.id, { from: ["checked"], to: "running" })))
    throw new AppError("conflict", "Check the import before it is started.");
}
