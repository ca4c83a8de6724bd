import type { MediaKind } from "@banter/core/model/media.ts";
import type { Db } from "../db/db.ts";
import { empty, sql } from "../db/sql.ts";

/** A stored file, without its bytes. */
export type MediaRow = {
  pageId: string;
  id: number;
  name: string;
  kind: MediaKind;
  contentType: string;
  bytes: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
  source: "member" | "customer";
  psid: string | null;
  createdAt: Date;
  createdBy: string | null;
};

/** `createdBy` is the member's id here, and their name in what is read. */
export type NewMedia = Omit<MediaRow, "id" | "source" | "createdAt"> & { foldedName: string };

const columns = sql`
  media.page_id, media.id, media.name, kind, content_type, bytes, sha256, width, height, source, psid,
  media.created_at, users.name as created_by`;

/**
 * Announces a file before its bytes are stored. Returns its id; undefined if the customer who sends it is gone. The lock
 * keeps the customer from being erased before the row is stored: the erasure then finds it.
 */
export async function insertMedia(db: Db, media: NewMedia): Promise<number | undefined> {
  const { pageId, psid } = media;
  const source = psid === null ? "member" : "customer";
  const sender =
    psid === null
      ? sql`select null::text as psid`
      : sql`select psid from customers where page_id = ${pageId} and psid = ${psid} for key share`;
  const row = await db.find<{ id: number }>(sql`
    with sender as materialized (${sender})
    insert into media (page_id, name, folded_name, kind, content_type, bytes, sha256, width, height, source, psid,
                       created_by)
    select ${pageId}, ${media.name}::text, ${media.foldedName}::text, ${media.kind}::text, ${media.contentType}::text,
           ${media.bytes}::bigint, ${media.sha256}::bytea, ${media.width}::integer, ${media.height}::integer,
           ${source}::text, psid, ${media.createdBy}::text
      from sender
    returning id`);
  return row?.id;
}

/** The bytes are stored. Returns false if the file was deleted meanwhile. */
export async function completeMedia(db: Db, pageId: string, id: number): Promise<boolean> {
  return (
    (await db.count(
      sql`update media set state = 'stored' where page_id = ${pageId} and id = ${id} and state = 'uploading'`,
    )) > 0
  );
}

export function findMedia(db: Db, pageId: string, id: number): Promise<MediaRow | undefined> {
  return db.find(sql`
    select ${columns}
      from media
      left join users on users.id = created_by
     where page_id = ${pageId} and media.id = ${id} and state = 'stored'`);
}

/** The same bytes from the same customer, or from any member. */
export function findSameMedia(
  db: Db,
  pageId: string,
  { sha256, psid }: Pick<MediaRow, "sha256" | "psid">,
): Promise<MediaRow | undefined> {
  return db.find(sql`
    select ${columns}
      from media
      left join users on users.id = created_by
     where page_id = ${pageId} and sha256 = ${sha256} and state = 'stored' and psid is not distinct from ${psid}::text
     order by media.id
     limit 1`);
}

export type MediaFilter = {
  kind: MediaKind | undefined;
  source: MediaRow["source"];
  foldedSearch: string;
  before: number | undefined;
  limit: number;
};

/** Newest first. */
export function listMedia(db: Db, pageId: string, filter: MediaFilter): Promise<MediaRow[]> {
  const { kind, source, foldedSearch, before, limit } = filter;
  return db.many(sql`
    select ${columns}
      from media
      left join users on users.id = created_by
     where page_id = ${pageId} and source = ${source} and state = 'stored'
       ${before === undefined ? empty : sql`and media.id < ${before}`}
       ${kind === undefined ? empty : sql`and kind = ${kind}`}
       ${foldedSearch === "" ? empty : sql`and position(${foldedSearch} in folded_name) > 0`}
     order by media.id desc
     limit ${limit}`);
}

/** A stored file, as far as reading its bytes needs it. */
export type StoredMedia = Pick<MediaRow, "pageId" | "id" | "bytes" | "sha256">;

/** The files of all pages with an id up to `throughId`, after the cursor. */
export function listStoredMedia(
  db: Db,
  { after, throughId, limit }: { after: Pick<MediaRow, "pageId" | "id">; throughId: number; limit: number },
): Promise<StoredMedia[]> {
  return db.many(sql`
    select page_id, id, bytes, sha256
      from media
     where (page_id, id) > (${after.pageId}, ${after.id}::bigint) and id <= ${throughId}::bigint and state = 'stored'
     order by page_id, id
     limit ${limit}`);
}

/** The bytes of all files of a page, and of those that customers have sent. */
export function sumMedia(db: Db, pageId: string): Promise<{ all: number; ofCustomers: number }> {
  return db.get(sql`
    select coalesce(sum(bytes), 0)::bigint as all,
           coalesce(sum(bytes) filter (where source = 'customer'), 0)::bigint as of_customers
      from media
     where page_id = ${pageId} and state <> 'deleted'`);
}

export async function renameMedia(
  db: Db,
  pageId: string,
  id: number,
  { name, foldedName }: { name: string; foldedName: string },
): Promise<void> {
  await db.count(sql`
    update media set name = ${name}, folded_name = ${foldedName}
     where page_id = ${pageId} and id = ${id} and state = 'stored'`);
}

/** Hides a file at once. Its bytes are removed afterwards, or by housekeeping. Returns false if there is none. */
export async function markDeleted(db: Db, pageId: string, id: number): Promise<boolean> {
  return (await db.count(sql`${deleted} where page_id = ${pageId} and id = ${id} and state = 'stored'`)) > 0;
}

/** The same for all files that a customer has sent, also unfinished ones. Returns their ids. */
export async function markDeletedOf(db: Db, pageId: string, psid: string): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    ${deleted} where page_id = ${pageId} and psid = ${psid} returning id`);
  return rows.map(({ id }) => id);
}

/** Nothing about a person stays in the row. */
const deleted = sql`update media set state = 'deleted', name = '', folded_name = '', psid = null`;

/** Files to remove: deleted ones, and uploads that have not ended within an hour. */
export function listMediaToClean(db: Db, limit: number): Promise<{ pageId: string; id: number }[]> {
  return db.many(sql`
    select page_id, id
      from media
     where state = 'deleted' or (state = 'uploading' and created_at < now() - interval '1 hour')
     order by created_at
     limit ${limit}`);
}

/** After the bytes are removed. A row that has become `stored` meanwhile stays. */
export async function deleteCleaned(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`delete from media where page_id = ${pageId} and id = ${id} and state <> 'stored'`);
}
