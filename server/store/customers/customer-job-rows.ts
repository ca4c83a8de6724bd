import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "../runtime/leases.ts";
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

/** The lines behind one, in order: at most `limit`, and no more when they have reached `bytes`. */
export function listJobRows(
  db: Db,
  pageId: string,
  jobId: number,
  { after, limit, bytes }: { after: number; limit: number; bytes: number },
): Promise<JobRow[]> {
  return db.many(sql`
    select line, cells
      from (select line, cells,
                   sum(octet_length(cells::text)) over (order by line rows between unbounded preceding and 1 preceding)
                     as bytes_before
              from (select line, cells from customer_job_rows
                     where page_id = ${pageId} and job_id = ${jobId} and line > ${after}
                     order by line
                     limit ${limit}) as next) as row
     where bytes_before is null or bytes_before < ${bytes}
     order by line`);
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
  const rows = await db.many<FailedRow>(sql`
    select line, error, cells
      from (select line, error, cells from customer_job_rows
             where page_id = ${pageId} and job_id = ${jobId} and line > ${after}
             order by line
             limit ${steps}) as walked
     where error is not null
     order by line
     limit ${limit + 1}`);
  if (rows.length > limit) return { rows: rows.slice(0, limit), end: rows[limit - 1]?.line ?? null };
  const next = await db.find<{ line: number }>(sql`
    select line from customer_job_rows
     where page_id = ${pageId} and job_id = ${jobId} and line > ${after}
     order by line
    offset ${steps - 1}
     limit 1`);
  return { rows, end: next?.line ?? null };
}

type FaultGroup = { error: string; count: number; lines: JobRow[] };

/** The errors of a file, the most frequent first, each with its first lines. */
export async function listFaultGroups(
  db: Db,
  pageId: string,
  jobId: number,
  { groups, lines }: { groups: number; lines: number },
): Promise<FaultGroup[]> {
  const found = await db.many<{ error: string; count: number; first: number[] }>(sql`
    select error, count(*)::int as count, (array_agg(line order by line))[1:${lines}::int] as first
      from customer_job_rows
     where page_id = ${pageId} and job_id = ${jobId} and error is not null
     group by error
     order by count(*) desc, min(line)
     limit ${groups}`);
  const rows = await db.many<JobRow>(sql`
    select line, cells from customer_job_rows
     where page_id = ${pageId} and job_id = ${jobId} and line = any (${found.flatMap(({ first }) => first)}::integer[])`);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  return found.map(({ error, count, first }) => ({
    error,
    count,
    lines: first.flatMap((line) => byLine.get(line) ?? []),
  }));
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
       and ctid = any (array(select ctid from customer_job_rows
                              where page_id = ${pageId} and job_id = ${jobId}
                                and not (${keepFailed} and error is not null)
                              limit 20000))`;
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
