import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";
import { isErasedSince } from "./erased-customers.ts";

/** A job's change of one customer. `undo` takes it back; null if there is nothing to take back. */
export type JobChange<Edit> = { psid: string; edit: Edit; undo: Edit | null };
export type StoredChange<Edit> = JobChange<Edit> & { id: number };

/** Stores what a job will change, without customers who were erased since it was made. */
export async function insertChanges<Edit>(
  db: Db,
  { pageId, id, createdAt }: { pageId: string; id: number; createdAt: Date },
  changes: JobChange<Edit>[],
): Promise<void> {
  await db.count(sql`
    insert into customer_job_changes (page_id, job_id, psid, edit, undo)
    select ${pageId}, ${id}, psid, edit, undo
      from rows from (json_to_recordset(${json(changes)}) as (psid text, edit json, undo json))
             with ordinality as row (psid, edit, undo, place)
     where not ${isErasedSince(pageId, sql`row.psid`, createdAt)}
     order by place`);
}

/** Changes that are planned and may not have been sent. */
export function listUnsent<Edit>(db: Db, pageId: string, jobId: number, limit: number): Promise<StoredChange<Edit>[]> {
  return db.many(sql`
    select id, psid, edit, undo from customer_job_changes
     where page_id = ${pageId} and job_id = ${jobId} and not is_sent
     order by id
     limit ${limit}`);
}

export async function markSent(db: Db, pageId: string, jobId: number, ids: number[]): Promise<void> {
  await db.count(sql`
    update customer_job_changes set is_sent = true
     where page_id = ${pageId} and job_id = ${jobId} and id = any (${ids}::bigint[])`);
}

/** The newest change that was sent. */
export async function findLastSent(db: Db, pageId: string, jobId: number): Promise<number | undefined> {
  const last = await db.find<{ id: number }>(sql`
    select id from customer_job_changes
     where page_id = ${pageId} and job_id = ${jobId} and is_sent
     order by id desc
     limit 1`);
  return last?.id;
}

/** Changes that can be taken back, newest first: a customer may have been changed twice. */
export function listUndoable<Edit>(
  db: Db,
  pageId: string,
  jobId: number,
  { before, limit }: { before: number; limit: number },
): Promise<(StoredChange<Edit> & { undo: Edit })[]> {
  return db.many(sql`
    select id, psid, edit, undo from customer_job_changes
     where page_id = ${pageId} and job_id = ${jobId} and id < ${before} and is_sent and undo is not null
     order by id desc
     limit ${limit}`);
}

export async function deleteChanges(db: Db, pageId: string, jobId: number): Promise<void> {
  const piece = sql`
    delete from customer_job_changes
     where page_id = ${pageId} and job_id = ${jobId}
       and ctid = any (array(select ctid from customer_job_changes
                              where page_id = ${pageId} and job_id = ${jobId}
                              limit 20000))`;
  while ((await db.count(piece)) > 0);
}
