import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/** A flow as lists show it. */
export type ListedFlow = {
  id: number;
  name: string;
  folderId: number | null;
  publishedVersion: number | null;
  /** True if the draft differs from the published version, or if none is published. */
  hasChanges: boolean;
  /** False: nothing starts it. */
  isOn: boolean;
  /** When the draft will be published. */
  publishAt: Date | null;
  updatedAt: Date;
};

/** Every flow outside the trash, in the owner's order. */
export function listListedFlows(db: Db, pageId: string): Promise<ListedFlow[]> {
  return db.many(sql`${listedRows(pageId)} order by flows.position, flows.id`);
}

export function findListedFlow(db: Db, pageId: string, flowId: number): Promise<ListedFlow | undefined> {
  return db.find(sql`${listedRows(pageId)} and flows.id = ${flowId}`);
}

const listedRows = (pageId: string): Sql => sql`
  select flows.id, name, folder_id, published_version, is_on, publish_at, updated_at,
         document is null or document::text <> draft::text as has_changes
    from flows
    left join flow_versions on flow_versions.page_id = flows.page_id and flow_id = flows.id
     and version = published_version
   where flows.page_id = ${pageId} and trashed_at is null`;

/** The flows in the trash, the last trashed first. */
export function listTrash(db: Db, pageId: string): Promise<{ id: number; name: string; trashedAt: Date }[]> {
  return db.many(sql`
    select id, name, trashed_at
      from flows
     where page_id = ${pageId} and trashed_at is not null
     order by trashed_at desc, id desc`);
}

/** A flow with both of its documents. */
export type FlowDocuments = { id: number; name: string; isOn: boolean; draft: unknown; published: unknown };

/** The flows outside the trash whose draft or published version holds the text, in the owner's order. */
export function listFlowsHolding(db: Db, pageId: string, text: string): Promise<FlowDocuments[]> {
  return db.many(sql`
    select flows.id, name, is_on, draft, document as published
      from flows
      left join flow_versions on flow_versions.page_id = flows.page_id and flow_id = flows.id
       and version = published_version
     where flows.page_id = ${pageId} and trashed_at is null
       and (position(${text} in draft::text) > 0 or position(${text} in document::text) > 0)
     order by flows.position, flows.id`);
}

/** Flows of all pages whose draft is to be published by now, those that have waited longest first. */
export function listDueFlows(db: Db, limit: number): Promise<{ pageId: string; id: number }[]> {
  return db.many(sql`select page_id, id from flows where publish_at <= now() order by publish_at limit ${limit}`);
}

/** Undefined unless the flow's draft is to be published by now. */
export function findDueSchedule(db: Db, pageId: string, flowId: number): Promise<{ by: string | null } | undefined> {
  return db.find(sql`
    select publish_by as by
      from flows
     where page_id = ${pageId} and id = ${flowId} and publish_at <= now() and trashed_at is null`);
}
