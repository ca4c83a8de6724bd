import type { Db } from "../db/db.ts";
import { manyAsJson } from "../db/many-as-json.ts";
import { json, type Sql, sql } from "../db/sql.ts";
import { deletePhoneNumbers } from "../runtime/flow-phone-numbers.ts";
import { deleteStepExits } from "../runtime/step-exits.ts";
import { deleteStepStatistics } from "../runtime/step-statistics.ts";
import { deleteStepDays } from "../statistics/step-days.ts";
import { unsetIceBreakerFlows } from "./ice-breakers.ts";
import { unsetKeywordFlows } from "./keywords.ts";
import { unsetMenuItemFlows } from "./menu-items.ts";
import { unsetPageFlows } from "./pages.ts";
import { unsetToolFlows } from "./tools.ts";

export type FlowEntry = { id: number; name: string; folderId: number | null };

/** A flow with its documents. `draft` differs from `published` while the owner edits. */
export type Flow = FlowEntry & {
  draft: unknown;
  draftRevision: number;
  publishedVersion: number | null;
  published: unknown;
  isTrashed: boolean;
  /** False: nothing starts it. */
  isOn: boolean;
};

/** Every flow outside the trash, by its folder's place, then by id. */
export function listFlowEntries(db: Db, pageId: string): Promise<FlowEntry[]> {
  return manyAsJson(
    db,
    sql`
    select flows.id, flows.name, flows.folder_id as "folderId"
      from flows
      left join folders on folders.page_id = flows.page_id and folders.id = flows.folder_id
     where flows.page_id = ${pageId} and trashed_at is null
     order by folders.position nulls first, folders.id nulls first, flows.id`,
  );
}

/** The flows directly inside a folder; null is the top level. */
export function listChildFlows(db: Db, pageId: string, folderId: number | null): Promise<FlowEntry[]> {
  return db.many(sql`
    select id, name, folder_id
      from flows
     where page_id = ${pageId} and folder_id is not distinct from ${folderId}::bigint and trashed_at is null
     order by id`);
}

/** Whole flows, trashed ones too, in the owner's order. */
export function listFlows(db: Db, pageId: string): Promise<Flow[]> {
  return db.many(sql`${flowRows(pageId)} order by position, id`);
}

export function findFlow(db: Db, pageId: string, flowId: number): Promise<Flow | undefined> {
  return db.find(sql`${flowRows(pageId)} and id = ${flowId}`);
}

const flowRows = (pageId: string) => sql`
  select id, name, folder_id, draft, draft_revision, published_version, trashed_at is not null as is_trashed, is_on,
         (select document from flow_versions
           where page_id = flows.page_id and flow_id = flows.id and version = flows.published_version) as published
    from flows
   where page_id = ${pageId}`;

/** True if the page has this flow outside the trash. It cannot be trashed until the transaction ends. */
export async function holdFlow(db: Db, pageId: string, flowId: number): Promise<boolean> {
  return (
    (await db.count(sql`
    select from flows where page_id = ${pageId} and id = ${flowId} and trashed_at is null for share`)) > 0
  );
}

/** Inserts flows or updates their name, folder and draft. Their positions follow the list, from `firstPosition` on. */
export async function saveFlows(
  db: Db,
  pageId: string,
  flows: (FlowEntry & { draft: unknown })[],
  firstPosition = 1,
): Promise<void> {
  const rows = flows.map(({ id, name, folderId, draft }, index) => ({
    id,
    name,
    folder_id: folderId,
    draft,
    position: firstPosition + index,
  }));
  await db.count(sql`
    insert into flows (page_id, id, name, folder_id, draft, position)
    select ${pageId}, id, name, folder_id, draft, position
      from json_to_recordset(${json(rows)})
        as row (id bigint, name text, folder_id bigint, draft json, position integer)
        on conflict (page_id, id) do update
       set name = excluded.name, folder_id = excluded.folder_id, position = excluded.position, draft = excluded.draft,
           draft_revision = flows.draft_revision + (flows.draft::text <> excluded.draft::text)::int,
           updated_at = excluded.updated_at`);
}

export async function updateFlow(db: Db, pageId: string, { id, name, folderId }: FlowEntry): Promise<void> {
  await db.count(sql`
    update flows set name = ${name}, folder_id = ${folderId}, updated_at = now()
     where page_id = ${pageId} and id = ${id}`);
}

/** Every flow outside the trash, in the owner's order. */
export function listFlowPlaces(db: Db, pageId: string): Promise<FlowEntry[]> {
  return db.many(sql`
    select id, name, folder_id from flows where page_id = ${pageId} and trashed_at is null order by position, id`);
}

/** Sorts the flows like the ids. */
export async function saveFlowOrder(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`
    update flows set position = place
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
     where page_id = ${pageId} and flows.id = wanted.id and position <> place`);
}

/** With their versions and statistics. References to them become null. */
export async function deleteFlows(db: Db, pageId: string, ids: number[]): Promise<void> {
  for (const unset of [unsetKeywordFlows, unsetIceBreakerFlows, unsetMenuItemFlows, unsetToolFlows, unsetPageFlows])
    await unset(db, pageId, ids);
  await deleteStepStatistics(db, pageId, ids);
  await deleteStepExits(db, pageId, ids);
  await deleteStepDays(db, pageId, ids);
  await deletePhoneNumbers(db, pageId, ids);
  await db.count(sql`delete from flows where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

/** Moves the flows of these folders to the top level, before the folders are deleted. */
export async function leaveFolders(db: Db, pageId: string, folderIds: number[]): Promise<void> {
  await db.count(sql`
    update flows set folder_id = null where page_id = ${pageId} and folder_id = any (${folderIds}::bigint[])`);
}

/** Returns the new revision, or undefined if the draft is no longer at `revision`. */
export async function updateDraft(
  db: Db,
  pageId: string,
  flowId: number,
  { draft, revision }: { draft: unknown; revision: number },
): Promise<number | undefined> {
  const row = await db.find<{ draftRevision: number }>(sql`
    update flows set draft = ${json(draft)}, draft_revision = draft_revision + 1, updated_at = now()
     where page_id = ${pageId} and id = ${flowId} and draft_revision = ${revision}
    returning draft_revision`);
  return row?.draftRevision;
}

/** Null makes the flow a draft again; its versions stay. A scheduled publishing is done with either way. */
export async function setPublishedVersion(
  db: Db,
  pageId: string,
  flowId: number,
  version: number | null,
): Promise<void> {
  await db.count(sql`
    update flows set published_version = ${version}, publish_at = null, publish_by = null, updated_at = now()
     where page_id = ${pageId} and id = ${flowId}`);
}

/** Undefined if the page does not have the flow or it is in the trash. */
export function findFlowStatus(
  db: Db,
  pageId: string,
  flowId: number,
): Promise<{ isPublished: boolean; isOn: boolean } | undefined> {
  return db.find(sql`
    select published_version is not null as is_published, is_on
      from flows
     where page_id = ${pageId} and id = ${flowId} and trashed_at is null`);
}

/** True if the published version sends a WhatsApp template: those may be sent outside the messaging window. */
export async function hasTemplate(db: Db, pageId: string, flowId: number): Promise<boolean> {
  const found = await db.find(sql`
    select 1
      from flows
      join flow_versions using (page_id)
     where page_id = ${pageId} and flows.id = ${flowId} and flow_id = flows.id and version = published_version
       and document::text like '%"whatsapp_message_template"%'`);
  return found !== undefined;
}

/** The ids among these that are not flows of the page, or are in the trash. */
export async function listMissingFlows(db: Db, pageId: string, flowIds: number[]): Promise<number[]> {
  if (flowIds.length === 0) return [];
  const rows = await db.many<{ id: number }>(sql`
    select id from flows where page_id = ${pageId} and id = any (${flowIds}::bigint[]) and trashed_at is null`);
  const found = new Set(rows.map(({ id }) => id));
  return flowIds.filter((id) => !found.has(id));
}

export type PublishedFlow = { id: number; name: string; version: number };

/** The versions that new runs may start on. */
export function listPublishedFlows(db: Db, pageId: string): Promise<PublishedFlow[]> {
  return db.many(sql`${publishedRows(pageId)} and is_on`);
}

/** Also those that are switched off. */
export const publishedRows = (pageId: string | Sql) => sql`
  select id, name, published_version as version, is_on
    from flows
   where flows.page_id = ${pageId} and published_version is not null and trashed_at is null`;

export async function switchFlows(db: Db, pageId: string, ids: number[], isOn: boolean): Promise<void> {
  await db.count(sql`
    update flows set is_on = ${isOn}, updated_at = now()
     where page_id = ${pageId} and id = any (${ids}::bigint[]) and is_on <> ${isOn}`);
}

export type Schedule = { at: Date; by: string | null };

/** Plans the publishing of a draft; null cancels it. */
export async function setSchedule(db: Db, pageId: string, flowId: number, schedule: Schedule | null): Promise<void> {
  await db.count(sql`
    update flows set publish_at = ${schedule?.at ?? null}, publish_by = ${schedule?.by ?? null}
     where page_id = ${pageId} and id = ${flowId}`);
}

export async function trashFlows(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`
    update flows set trashed_at = now(), publish_at = null, publish_by = null, updated_at = now()
     where page_id = ${pageId} and id = any (${ids}::bigint[]) and trashed_at is null`);
}

/** Takes a flow out of the trash, into the given folder and under the given name. */
export async function untrashFlow(db: Db, pageId: string, { id, name, folderId }: FlowEntry): Promise<void> {
  await db.count(sql`
    update flows set trashed_at = null, name = ${name}, folder_id = ${folderId}, updated_at = now()
     where page_id = ${pageId} and id = ${id}`);
}

export async function lastFlowPosition(db: Db, pageId: string): Promise<number> {
  const row = await db.get<{ position: number }>(sql`
    select coalesce(max(position), 0) as position from flows where page_id = ${pageId}`);
  return row.position;
}

/** Names of these flows by id, also of trashed ones. */
export async function listFlowNames(db: Db, pageId: string, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many<{ id: number; name: string }>(sql`
    select id, name from flows where page_id = ${pageId} and id = any (${[...new Set(ids)]}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
