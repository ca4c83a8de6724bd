import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";
import type { LineFilter } from "./lines.ts";

export type InboxView = {
  id: number;
  name: string;
  filter: LineFilter;
  /** Only customers whom it means; null for all. */
  condition: SegmentCondition | null;
  member: string | null;
};

const columns = sql`id, name, filter, condition, user_id as member`;

/** By name. */
export function listInboxViews(db: Db, pageId: string): Promise<InboxView[]> {
  return db.many(sql`select ${columns} from inbox_views where page_id = ${pageId} order by lower(name), id`);
}

export function findInboxView(db: Db, pageId: string, id: number): Promise<InboxView | undefined> {
  return db.find(sql`select ${columns} from inbox_views where page_id = ${pageId} and id = ${id}`);
}

/** Undefined if the name is taken. */
export function insertInboxView(
  db: Db,
  pageId: string,
  { name, filter, condition, member }: Omit<InboxView, "id">,
): Promise<InboxView | undefined> {
  return db.find(sql`
    insert into inbox_views (page_id, name, filter, condition, user_id)
    values (${pageId}, ${name}, ${filter}, ${json(condition)}, ${member})
        on conflict (page_id, name) do nothing
    returning ${columns}`);
}

export function deleteInboxView(db: Db, pageId: string, id: number): Promise<{ name: string } | undefined> {
  return db.find(sql`delete from inbox_views where page_id = ${pageId} and id = ${id} returning name`);
}
