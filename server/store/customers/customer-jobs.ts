import type { Db } from "../db/db.ts";
import { json, type Sql, sql } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "../runtime/leases.ts";
import { listLivingNodeIds } from "../runtime/nodes.ts";

export type JobState = "draft" | "checking" | "checked" | "running" | "done" | "failed" | "stopped";

/** How far a job is. */
export type JobProgress = {
  position: string | null;
  done: number;
  changed: number;
  created: number;
  failed: number;
};

export type StoredJob<Spec> = JobProgress & {
  pageId: string;
  id: number;
  kind: "bulk" | "import" | "undo";
  state: JobState;
  userId: string;
  spec: Spec;
  total: number | null;
  error: string | null;
  /** The state in which it failed; null if it has not, or failed in an earlier release. */
  failedIn: "checking" | "running" | null;
  undoneBy: number | null;
  createdAt: Date;
  finishedAt: Date | null;
};

const columns: Sql = sql`
  page_id, id, kind, state, user_id, spec, position, total, done, changed, created, failed, error, failed_in,
  undone_by, created_at, finished_at`;

type NewJob<Spec> = Pick<StoredJob<Spec>, "kind" | "state" | "userId" | "spec" | "total">;

export async function insertJob<Spec>(db: Db, pageId: string, job: NewJob<Spec>): Promise<StoredJob<Spec>> {
  return db.get(sql`
    insert into customer_jobs (page_id, kind, state, user_id, spec, total)
    values (${pageId}, ${job.kind}, ${job.state}, ${job.userId}, ${json(job.spec)}, ${job.total})
    returning ${columns}`);
}

/** True of a job whose file has not arrived whole, and never will if its server was killed meanwhile. */
const isUpload: Sql = sql`(kind = 'import' and state = 'draft' and total is null)`;

export function findJob<Spec>(db: Db, pageId: string, id: number): Promise<StoredJob<Spec> | undefined> {
  return db.find(sql`
    select ${columns} from customer_jobs where page_id = ${pageId} and id = ${id} and not ${isUpload}`);
}

/** Newest first. */
export function listJobs<Spec>(db: Db, pageId: string, limit: number): Promise<StoredJob<Spec>[]> {
  return db.many(sql`
    select ${columns} from customer_jobs
     where page_id = ${pageId} and not ${isUpload}
     order by id desc
     limit ${limit}`);
}

/**
 * Takes the oldest job that no other living node works on. Those of the named workspaces, and the named ones, are left
 * out; a job of this node that it works on must be among them.
 */
export async function claimJob<Spec>(
  db: Db,
  nodeId: string,
  { workspaceIds, jobIds }: { workspaceIds: number[]; jobIds: number[] },
): Promise<ClaimedJob<Spec> | undefined> {
  const listOpen = (isFree: Sql) =>
    db.many<{ pageId: string; id: number; workspaceId: number }>(sql`
    select page_id, customer_jobs.id, workspace_id
      from customer_jobs
      join pages on pages.id = page_id
     where ${isFree} and workspace_id <> all (${workspaceIds}::bigint[]) and customer_jobs.id <> all (${jobIds}::bigint[])
     order by customer_jobs.id
     limit ${maxOpen}`);
  // Mostly there is no job at all, which needs one statement only.
  if ((await listOpen(isOpen)).length === 0) return undefined;
  const others = (await listLivingNodeIds(db)).filter((id) => id !== nodeId);
  const isFree = sql`${isOpen} and (node_id is null or node_id <> all (${others}::uuid[]))`;
  const open = await listOpen(isFree);
  for (const { pageId, id, workspaceId } of open) {
    // Another node may have claimed it since it was read.
    const job = await db.find<StoredJob<Spec>>(sql`
      update customer_jobs set node_id = ${nodeId}
       where page_id = ${pageId} and id = ${id} and ${isFree}
      returning ${columns}`);
    if (job) return { job, workspaceId };
  }
  return undefined;
}

const isOpen: Sql = sql`state in ('checking', 'running')`;

export type ClaimedJob<Spec> = { job: StoredJob<Spec>; workspaceId: number };

const maxOpen = 20;

/** Gives a job up, for another node or a later time. */
export async function releaseJob(
  db: Db,
  nodeId: string,
  { pageId, id }: { pageId: string; id: number },
): Promise<void> {
  await db.count(sql`
    update customer_jobs set node_id = null
     where page_id = ${pageId} and id = ${id} and node_id = ${nodeId}`);
}

/** Gives up all jobs of a node that stops. */
export async function releaseJobs(db: Db, nodeId: string): Promise<void> {
  await db.count(sql`
    update customer_jobs set node_id = null where state in ('checking', 'running') and node_id = ${nodeId}`);
}

/** False if the job was stopped or another node has it: then the transaction must not go on. */
export async function saveProgress(
  db: Db,
  { pageId, id }: { pageId: string; id: number },
  nodeId: string,
  { position, done, changed, created, failed }: JobProgress,
): Promise<boolean> {
  const saved = await db.count(sql`
    update customer_jobs
       set position = ${position}, done = ${done}, changed = ${changed}, created = ${created}, failed = ${failed}
     where page_id = ${pageId} and id = ${id} and node_id = ${nodeId} and state in ('checking', 'running')`);
  return saved > 0;
}

/** Ends the job's present work. Returns false if it was stopped or another node has it. */
export async function finishJob(
  db: Db,
  { pageId, id }: { pageId: string; id: number },
  nodeId: string,
  { state, error }: { state: "checked" | "done" | "failed"; error: string | null },
): Promise<boolean> {
  const ended = await db.count(sql`
    update customer_jobs
       set state = ${state}, error = ${error}, node_id = null,
           failed_in = ${state === "failed" ? sql`state` : sql`null`},
           finished_at = ${state === "checked" ? sql`null` : sql`statement_timestamp()`}
     where page_id = ${pageId} and id = ${id} and node_id = ${nodeId} and state in ('checking', 'running')`);
  return ended > 0;
}

/** Starts the next stage of a job from its beginning. Returns false unless it is in one of the states. */
export async function moveJob(
  db: Db,
  pageId: string,
  id: number,
  { from, to, spec }: { from: JobState[]; to: JobState; spec?: unknown },
): Promise<boolean> {
  const isEnd = to === "stopped";
  const moved = await db.count(sql`
    update customer_jobs
       set state = ${to}, node_id = null, spec = coalesce(${spec === undefined ? null : json(spec)}::json, spec),
           position = case when ${isEnd} then position end,
           done = case when ${isEnd} then done else 0 end, changed = case when ${isEnd} then changed else 0 end,
           created = case when ${isEnd} then created else 0 end, failed = case when ${isEnd} then failed else 0 end,
           finished_at = ${isEnd ? sql`statement_timestamp()` : sql`null`}
     where page_id = ${pageId} and id = ${id} and state = any (${from}::text[])`);
  return moved > 0;
}

/** Lets a failed job go on where it failed. Returns false if it has not failed, or is undone. */
export async function resumeJob(db: Db, pageId: string, id: number): Promise<boolean> {
  const resumed = await db.count(sql`
    update customer_jobs set state = failed_in, failed_in = null, error = null, node_id = null, finished_at = null
     where page_id = ${pageId} and id = ${id} and state = 'failed' and failed_in is not null and undone_by is null`);
  return resumed > 0;
}

/** False if it was undone or resumed before. */
export async function markUndone(db: Db, pageId: string, id: number, undoneBy: number): Promise<boolean> {
  const marked = await db.count(sql`
    update customer_jobs set undone_by = ${undoneBy}
     where page_id = ${pageId} and id = ${id} and undone_by is null and state in ('done', 'stopped', 'failed')`);
  return marked > 0;
}

/** Ends the upload of an import's file: the job can be seen from now on. */
export async function completeUpload<Spec>(
  db: Db,
  pageId: string,
  id: number,
  { spec, total }: { spec: Spec; total: number },
): Promise<void> {
  await db.count(sql`
    update customer_jobs set spec = ${json(spec)}, total = ${total} where page_id = ${pageId} and id = ${id}`);
}

export async function deleteJob(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`delete from customer_jobs where page_id = ${pageId} and id = ${id}`);
}

/** Jobs that can no longer be undone, files that nobody has imported, and those that have not arrived whole. */
export function listOldJobs(db: Db, limit: number): Promise<{ pageId: string; id: number }[]> {
  return db.many(sql`
    select page_id, id from customer_jobs
     where created_at < now() - interval '1 hour'
       and (created_at < now() - interval '8 days' and state not in ('checking', 'running') or ${isUpload})
     order by created_at
     limit ${limit}`);
}

/** Keeps the page's jobs from storing anything until the transaction ends. Returns false if there are none. */
export async function lockJobs(db: Db, pageId: string): Promise<boolean> {
  return (await db.count(sql`select from customer_jobs where page_id = ${pageId} order by id for update`)) > 0;
}

/**
 * Puts an empty text in the place of a customer in the page's jobs: a job's position counts the customers that it was
 * given. Does nothing if another node owns the page.
 */
export async function removeFromSpecs(db: Db, lease: Lease, psid: string): Promise<void> {
  const text = JSON.stringify(psid);
  await db.count(sql`
    with ${fence([lease])}
    update customer_jobs
       set spec = replace(spec::text, ${text}, '""')::json,
           position = case when position = ${psid} and state not in ('checking', 'running') then null else position end
     where page_id = ${lease.pageId} and (position = ${psid} or strpos(spec::text, ${text}) > 0)
       and ${isFenced(sql`page_id`)}`);
}
