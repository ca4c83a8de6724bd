import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type MediaUse = { flowId: number; name: string; inDraft: boolean; isPublished: boolean };

/** The flows outside the trash that hold the text, the start of a file's address, in the draft or any version. */
export function listMediaUses(db: Db, pageId: string, address: string): Promise<MediaUse[]> {
  return db.many(sql`
    select flows.id as flow_id, name, in_draft, is_published
      from flows
     cross join lateral (select position(${address} in draft::text) > 0 as in_draft) as drafts
     cross join lateral (
             select count(*) as versions, coalesce(bool_or(version = published_version), false) as is_published
               from flow_versions
              where page_id = flows.page_id and flow_id = flows.id and position(${address} in document::text) > 0
           ) as published
     where page_id = ${pageId} and trashed_at is null and (in_draft or versions > 0)
     order by name, flows.id`);
}
