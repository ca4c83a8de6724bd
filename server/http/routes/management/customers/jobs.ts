import type { CustomerJob, customerJobs } from "@banter/core/api/management/customer-jobs.ts";
import type { Deps } from "../../../../deps.ts";
import { uploadFile } from "../../../../domain/customers/import/upload.ts";
import type { Job, JobSpec } from "../../../../domain/customers/jobs/job.ts";
import {
  canResume,
  checkImport,
  getJob,
  removeJob,
  resume,
  startBulk,
  startImport,
  startUndo,
  stopJob,
  subjectOf,
  undoUntil,
} from "../../../../domain/customers/jobs/jobs.ts";
import { listFailedRows, listFaultGroups } from "../../../../store/customers/customer-job-rows.ts";
import { listJobs } from "../../../../store/customers/customer-jobs.ts";
import { listUserNames } from "../../../../store/people/users.ts";
import type { AuditNote, ManagementHandlers } from "../handlers.ts";

const maxListed = 50;
const maxErrors = 100;
const errorSteps = 10_000;
const maxGroups = 50;
const linesInGroup = 20;

export const customerJobHandlers: ManagementHandlers<typeof customerJobs> = {
  "GET /pages/:page_id/customer_jobs": async ({ db }, { pageId }) => {
    const jobs = await listJobs<JobSpec>(db, pageId, maxListed);
    const names = await listUserNames(
      db,
      jobs.map(({ userId }) => userId),
    );
    return { jobs: jobs.map((job) => jobForm(job, names)) };
  },

  "GET /pages/:page_id/customer_jobs/:job_id": (deps, { pageId, params }) => currentJob(deps, pageId, params.job_id),

  "POST /pages/:page_id/customer_jobs": async (deps, { pageId, body, user, note }) => {
    const job = await startBulk(deps, pageId, { ...body, userId: user.id });
    note(noteOf(job));
    return currentJob(deps, pageId, job.id);
  },

  "POST /pages/:page_id/customer_jobs/:job_id/undo": async (deps, { pageId, params, user, note }) => {
    const job = await getJob(deps, pageId, params.job_id);
    note(noteOf(job));
    return currentJob(deps, pageId, (await startUndo(deps, job, user.id)).id);
  },

  "POST /pages/:page_id/customer_jobs/:job_id/resume": async (deps, { pageId, params, note }) => {
    const job = await getJob(deps, pageId, params.job_id);
    note(noteOf(job));
    await resume(deps, job);
    return currentJob(deps, pageId, job.id);
  },

  "POST /pages/:page_id/customer_jobs/:job_id/stop": async (deps, { pageId, params, note }) => {
    const job = await getJob(deps, pageId, params.job_id);
    note(noteOf(job));
    await stopJob(deps, job);
    return currentJob(deps, pageId, job.id);
  },

  "POST /pages/:page_id/customer_imports": async (deps, { pageId, file, user, note }) => {
    const job = await uploadFile(deps, pageId, { file, userId: user.id });
    note(noteOf(job));
    return currentJob(deps, pageId, job.id);
  },

  "POST /pages/:page_id/customer_jobs/:job_id/check": async (deps, { pageId, params, body, note }) => {
    const job = await getJob(deps, pageId, params.job_id);
    note(noteOf(job));
    await checkImport(deps, job, body.mapping);
    return currentJob(deps, pageId, job.id);
  },

  "POST /pages/:page_id/customer_jobs/:job_id/start": async (deps, { pageId, params, note }) => {
    const job = await getJob(deps, pageId, params.job_id);
    note(noteOf(job));
    await startImport(deps, job);
    return currentJob(deps, pageId, job.id);
  },

  "GET /pages/:page_id/customer_jobs/:job_id/errors": async (deps, { pageId, params, query }) => {
    await getJob(deps, pageId, params.job_id);
    const asked = { after: query.after, limit: maxErrors, steps: errorSteps };
    const { rows, end } = await listFailedRows(deps.db, pageId, params.job_id, asked);
    return { errors: rows, next: end };
  },

  "GET /pages/:page_id/customer_jobs/:job_id/error_groups": async (deps, { pageId, params }) => {
    await getJob(deps, pageId, params.job_id);
    return {
      groups: await listFaultGroups(deps.db, pageId, params.job_id, { groups: maxGroups, lines: linesInGroup }),
    };
  },

  "DELETE /pages/:page_id/customer_jobs/:job_id": async (deps, { pageId, params, note }) => {
    const job = await getJob(deps, pageId, params.job_id);
    note(noteOf(job));
    await removeJob(deps, job);
    return {};
  },
};

const noteOf = (job: Job): AuditNote => {
  const subject = subjectOf(job);
  return { ...(subject !== null && { subject }), subjectId: job.id };
};

export async function currentJob(deps: Pick<Deps, "db">, pageId: string, id: number): Promise<CustomerJob> {
  const job = await getJob(deps, pageId, id);
  return jobForm(job, await listUserNames(deps.db, [job.userId]));
}

function jobForm(job: Job, names: ReadonlyMap<string, string>): CustomerJob {
  const { spec } = job;
  const isNew = job.state === "draft" || job.state === "checking" || job.state === "checked";
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    action: spec.type === "bulk" ? spec.action.type : spec.type,
    subject: subjectOf(job),
    total: job.total,
    done: job.done,
    changed: job.changed,
    created: job.created,
    failed: job.failed,
    error: job.error,
    user: names.get(job.userId) ?? null,
    created_at: job.createdAt,
    finished_at: job.finishedAt,
    undo_until: undoUntil(job),
    can_resume: canResume(job),
    columns:
      spec.type === "import" && isNew
        ? spec.columns.map((column, index) => ({ ...column, target: spec.mapping[index] ?? null }))
        : null,
  };
}
