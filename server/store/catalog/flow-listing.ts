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
  select flows.id, name, folder_id, published_version, updated_at,
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
