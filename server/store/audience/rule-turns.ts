import type { Trace } from "@banter/core/flow/trace.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";

export type RuleTurnRow = { page_id: string; rule_id: number; turn_id: number };

export async function insertRuleTurns(db: Db, rows: RuleTurnRow[]): Promise<void> {
  await db.count(sql`
    insert into rule_turns (page_id, rule_id, turn_id)
    select page_id, rule_id, turn_id
      from ${rowsOfPages(rows)} as row (page_id text, rule_id bigint, turn_id bigint)
        on conflict do nothing`);
}

/** A turn in which a rule did something. */
type RuleTurn = {
  id: number;
  psid: string;
  at: Date;
  trace: Trace | null;
  /** The customer's name, or else the e-mail address or phone number. */
  name: string | null;
};

/** The newest turns of a rule before a turn, while they are kept. */
export function listRuleTurns(
  db: Db,
  pageId: string,
  ruleId: number,
  { before, limit }: { before: number; limit: number },
): Promise<RuleTurn[]> {
  return db.many(sql`
    select turns.id, turns.psid, turns.at, turns.trace,
           coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, phone) as name
      from rule_turns
      join turns on turns.page_id = ${pageId} and turns.id = rule_turns.turn_id
      left join customers on customers.page_id = ${pageId} and customers.psid = turns.psid
     where rule_turns.page_id = ${pageId} and rule_id = ${ruleId} and turn_id < ${before}
     order by turn_id desc
     limit ${limit}`);
}

export async function deleteRuleTurns(db: Db, pageId: string, ruleIds: number[]): Promise<void> {
  await db.count(sql`delete from rule_turns where page_id = ${pageId} and rule_id = any (${ruleIds}::bigint[])`);
}

/** Deletes a bounded number of entries whose turns are gone. Returns how many. */
export function deleteOldRuleTurns(db: Db, pageId: string, limit: number): Promise<number> {
  return db.count(sql`
    delete from rule_turns
     where page_id = ${pageId}
       and (rule_id, turn_id) in (select rule_id, turn_id from rule_turns as old
                                   where old.page_id = ${pageId}
                                     and turn_id < (select min(id) from turns where turns.page_id = ${pageId})
                                   limit ${limit})`);
}
