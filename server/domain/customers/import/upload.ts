import { maxImportBytes } from "@banter/core/api/management/customer-jobs.ts";
import type { Deps } from "../../../deps.ts";
import { listCustomFields } from "../../../store/catalog/custom-fields.ts";
import {
  deleteJobRows,
  deleteRowsByHash,
  insertJobRows,
  type JobRow,
} from "../../../store/customers/customer-job-rows.ts";
import { completeUpload, deleteJob, insertJob, lockJobs } from "../../../store/customers/customer-jobs.ts";
import { listErasedSince } from "../../../store/customers/erased-customers.ts";
import { hashPsid } from "../../hashes.ts";
import { chunksOf, type Upload } from "../../media/receive.ts";
import type { ImportSpec, Job, JobSpec } from "../jobs/job.ts";
import { getJob } from "../jobs/jobs.ts";
import { type FileRow, readCsv, refuse, tooLarge } from "./read-file.ts";
import { suggestMapping } from "./suggest.ts";

const samples = 3;
/** Rows are stored by so many, or so many characters of them. */
const rowsAtOnce = 500;
const lengthAtOnce = 32 * 1024;

/**
 * Stores a file's lines while they arrive. Nothing is changed until the import is checked and started. Leaves nothing
 * behind if it throws.
 */
export async function uploadFile(
  deps: Pick<Deps, "db">,
  pageId: string,
  { file, userId }: { file: Pick<Upload, "name" | "length" | "body">; userId: string },
): Promise<Job> {
  try {
    if (file.length !== undefined && file.length > maxImportBytes) throw tooLarge();
    return await storeRows(deps, pageId, { name: file.name, rows: readCsv(chunksOf(file.body)), userId });
  } catch (error) {
    // Node drops the rest of the body, so that the sender gets the answer.
    file.body.resume();
    throw error;
  }
}

type NamedRows = { name: string; rows: AsyncGenerator<FileRow>; userId: string };

async function storeRows({ db }: Pick<Deps, "db">, pageId: string, { name, rows, userId }: NamedRows): Promise<Job> {
  const header = (await rows.next()).value as FileRow | undefined;
  if (!header) throw refuse("empty_file");
  const fields = (await listCustomFields(db, pageId)).map((field) => field.name);
  const columns = header.cells.map((name) => ({ name: name.slice(0, 200), samples: [] as string[] }));
  const spec: ImportSpec = { type: "import", name, columns, mapping: suggestMapping(header.cells, fields) };
  // Nobody sees the job before it has its total.
  const job = await insertJob<JobSpec>(db, pageId, { kind: "import", state: "draft", userId, spec, total: null });
  const { id } = job;
  try {
    let total = 0;
    for await (const batch of batchesOf(rows)) {
      for (const { cells } of batch.slice(0, Math.max(0, samples - total)))
        for (const [index, column] of columns.entries()) column.samples.push(cells[index] ?? "");
      total += batch.length;
      await insertJobRows(db, pageId, id, batch);
    }
    if (total === 0) throw refuse("no_rows");
    await db.transact(async (db) => {
      // An erasure takes this lock too: those from before are heeded here, later ones find the lines and samples.
      await lockJobs(db, pageId);
      await leaveOutErased(db, job, columns);
      await completeUpload(db, pageId, id, { spec, total });
    });
  } catch (error) {
    await deleteJobRows(db, pageId, id, { keepFailed: false });
    await deleteJob(db, pageId, id);
    throw error;
  }
  return getJob({ db }, pageId, id);
}

async function* batchesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<JobRow[]> {
  let batch: JobRow[] = [];
  let length = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const cell of row.cells) length += cell.length + 4;
    if (batch.length < rowsAtOnce && length < lengthAtOnce) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Customers may have been erased while the file was being stored. Earlier lines are gone already, later ones are not. */
async function leaveOutErased(
  db: Deps["db"],
  { pageId, id, createdAt }: Job,
  columns: ImportSpec["columns"],
): Promise<void> {
  const hashes = await listErasedSince(db, pageId, createdAt);
  if (hashes.length === 0) return;
  await deleteRowsByHash(db, pageId, id, hashes);
  const isErased = (value: string) => hashes.some((hash) => hash.equals(hashPsid(value)));
  for (const column of columns) column.samples = column.samples.map((sample) => (isErased(sample) ? "" : sample));
}
