import { fence, isFenced, type Lease } from "../conversations/leases.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";
import { psidHash } from "./erased-customers.ts";

/** A line of an imported file. `line` is its number in the file. */
export type JobRow = { line: number; cells: string[] };
export type FailedRow = JobRow & { error: string };

export async function insertJobRows(db: Db, pageId: string, jobId: number, rows: JobRow[]): Promise<void> {
  await db.count(sql`
    insert into customer_job_rows (page_id, job_id, line, cells)
    select ${pageId}, ${jobId}, line, cells
      from json_to_recordset(${json(rows)}) as row (line integer, cells text[])`);
}

/** The lines behind one, in order. */
export function listJobRows(
  db: Db,
  pageId: string,
  jobId: number,
  { after, limit }: { after: number; limit: number },
): Promise<JobRow[]> {
  return db.many(sql`
    select line, cells from customer_job_rows
     where page_id = ${pageId} and job_id = ${jobId} and line > ${after}
     order by line
     limit ${limit}`);
}

/** Stores the errors of these lines; null for those without one. */
export async function saveRowErrors(
  db: Db,
  pageId: string,
  jobId: number,
  errors: { line: number; error: string | null }[],
): Promise<void> {
  await db.count(sql`
    update customer_job_rows set error = row.error
      from json_to_recordset(${json(errors)}) as row (line integer, error text)
     where customer_job_rows.page_id = ${pageId} and job_id = ${jobId} and customer_job_rows.line = row.line
       and customer_job_rows.error is distinct from row.error`);
}

/** Lines with errors, in order. Found on the way through the file, of which `steps` lines are looked at. */
export async function listFailedRows(
  db: Db,
  pageId: string,
  jobId: number,
  { after, limit, steps }: { after: number; limit: number; steps: number },
): Promise<{ rows: FailedRow[]; end: number | null }> {
  const walked = await db.many<{ line: number; error: string | null; cells: string[] | null }>(sql`
    select line, error, case when error is not null then cells end as cells
      from customer_job_rows
     where page_id = ${pageId} and job_id = ${jobId} and line > ${after}
     order by line
     limit ${steps}`);
  const failed = walked.flatMap(({ line, error, cells }) => (error === null || !cells ? [] : { line, error, cells }));
  if (failed.length > limit) return { rows: failed.slice(0, limit), end: failed[limit - 1]?.line ?? null };
  return { rows: failed, end: walked.length < steps ? null : (walked.at(-1)?.line ?? null) };
}

/** Forgets the file: its lines, or only those without an error. */
export async function deleteJobRows(
  db: Db,
  pageId: string,
  jobId: number,
  { keepFailed }: { keepFailed: boolean },
): Promise<void> {
  const piece = sql`
    delete from customer_job_rows
     where page_id = ${pageId} and job_id = ${jobId}
       and line in (select line from customer_job_rows
                     where page_id = ${pageId} and job_id = ${jobId} and not (${keepFailed} and error is not null)
                     limit 20000)`;
  while ((await db.count(piece)) > 0);
}

/** Forgets the lines with this value, of all files of the page. Does nothing if another node owns the page. */
export async function deleteRowsWith(db: Db, lease: Lease, value: string): Promise<void> {
  await db.count(sql`
    with ${fence([lease])}
    delete from customer_job_rows
     where page_id = ${lease.pageId} and ${value} = any (cells) and ${isFenced(sql`page_id`)}`);
}

/** Forgets the lines of a file that have a value with one of these hashes. */
export async function deleteRowsByHash(db: Db, pageId: string, jobId: number, hashes: Buffer[]): Promise<void> {
  await db.count(sql`
    delete from customer_job_rows
     where page_id = ${pageId} and job_id = ${jobId}
       and exists (select from unnest(cells) as cell where ${psidHash(sql`cell`)} = any (${hashes}::bytea[]))`);
}
