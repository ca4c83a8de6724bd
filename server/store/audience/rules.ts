import type { PageRule } from "@banter/core/flow/audience/page-rule.ts";
import type { Db } from "../db/db.ts";
import { json, type Sql, sql, timestamp } from "../db/sql.ts";

export type StoredRule = { id: number; name: string; isOn: boolean; rule: PageRule };

/** In the owner's order. */
export function listRules(db: Db, pageId: string): Promise<StoredRule[]> {
  return db.many(sql`select id, name, is_on, rule from rules where page_id = ${pageId} order by position, id`);
}

export const rulesInForce = (pageId: string | Sql) => sql`
    select id, name, rule from rules where rules.page_id = ${pageId} and is_on order by position, id`;

/** Inserts or updates rules. Their positions follow the list; the days of dates stay as they are. */
export async function saveRules(db: Db, pageId: string, rules: StoredRule[]): Promise<void> {
  const rows = rules.map(({ id, name, isOn, rule }, index) => ({ id, name, is_on: isOn, rule, position: index + 1 }));
  await db.count(sql`
    insert into rules (page_id, id, position, name, is_on, rule)
    select ${pageId}, id, position, name, is_on, rule
      from json_to_recordset(${json(rows)}) as row (id bigint, position integer, name text, is_on boolean, rule json)
        on conflict (page_id, id) do update
       set position = excluded.position, name = excluded.name, is_on = excluded.is_on, rule = excluded.rule`);
}

export async function deleteRules(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from rules where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

/** Sets the next day of a rule of dates, and when its customers are looked for; null for other rules. */
export async function setRuleDay(
  db: Db,
  pageId: string,
  id: number,
  next: { day: string; at: number } | null,
): Promise<void> {
  await db.count(sql`
    update rules
       set due_day = ${next?.day ?? null}::date, due_at = ${next ? timestamp(next.at) : sql`null`}
     where page_id = ${pageId} and id = ${id}`);
}

/** Rules of dates whose next day is to be prepared, of all pages. */
export function listDueRules(db: Db, limit: number): Promise<{ pageId: string; id: number }[]> {
  return db.many(sql`select page_id, id from rules where due_at <= now() order by due_at limit ${limit}`);
}

/** The rule, if it is still due, and its day. Locked, so that one node prepares the day. */
export function lockDueRule(db: Db, pageId: string, id: number): Promise<(StoredRule & { day: string }) | undefined> {
  return db.find(sql`
    select id, name, is_on, rule, due_day::text as day from rules
     where page_id = ${pageId} and id = ${id} and due_at <= now()
       for update skip locked`);
}
