import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";
import { publishedRows, setPublishedVersion } from "./flows.ts";

/** Adds a version that new runs start on. Returns its number. */
export async function insertVersion(
  db: Db,
  pageId: string,
  flowId: number,
  document: unknown,
  publishedBy: string | null = null,
): Promise<number> {
  const { version } = await db.get<{ version: number }>(sql`
    insert into flow_versions (page_id, flow_id, version, document, published_by)
    select ${pageId}, ${flowId}, coalesce(max(version), 0) + 1, ${json(document)}, ${publishedBy}
      from flow_versions
     where page_id = ${pageId} and flow_id = ${flowId}
    returning version`);
  await setPublishedVersion(db, pageId, flowId, version);
  return version;
}

export function listVersions(
  db: Db,
  pageId: string,
  flowId: number,
): Promise<{ version: number; publishedAt: Date; document: unknown }[]> {
  return db.many(sql`
    select version, published_at, document
      from flow_versions
     where page_id = ${pageId} and flow_id = ${flowId}
     order by version desc`);
}

/** The documents that new runs of these flows start on. Flows that are drafts, off or in the trash are left out. */
export function listRunnableDocuments(
  db: Db,
  pageId: string,
  flowIds: number[],
): Promise<{ id: number; name: string; document: unknown }[]> {
  return db.many(sql`
    select flow.id, flow.name, document
      from (${publishedRows(pageId)} and is_on and id = any (${flowIds}::bigint[])) as flow
      join flow_versions on flow_id = flow.id and flow_versions.version = flow.version
     where flow_versions.page_id = ${pageId}`);
}

/** The document of a version, also of a flow in the trash: runs that have started on it go on. */
export async function findVersion(db: Db, pageId: string, flowId: number, version: number): Promise<unknown> {
  const row = await db.find<{ document: unknown }>(sql`
    select document from flow_versions
     where page_id = ${pageId} and flow_id = ${flowId} and version = ${version}`);
  return row?.document;
}

export type VersionEntry = { version: number; publishedAt: Date; publishedBy: string | null };

/** All versions of a flow that were ever published, newest first. */
export function listVersionEntries(db: Db, pageId: string, flowId: number): Promise<VersionEntry[]> {
  return db.many(sql`
    select version, published_at, users.name as published_by
      from flow_versions
      left join users on users.id = published_by
     where page_id = ${pageId} and flow_id = ${flowId}
     order by version desc`);
}

export function findVersionEntry(
  db: Db,
  pageId: string,
  flowId: number,
  version: number,
): Promise<(VersionEntry & { document: unknown }) | undefined> {
  return db.find(sql`
    select version, published_at, users.name as published_by, document
      from flow_versions
      left join users on users.id = published_by
     where page_id = ${pageId} and flow_id = ${flowId} and version = ${version}::bigint`);
}
