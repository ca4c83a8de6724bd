import type { LimitPeriod, ModelUsage } from "@banter/core/flow/ai/model.ts";
import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/** The customer and the local day of the page: `2026-11-18`. Without a psid, a member's. */
export type UsagePlace = { pageId: string; psid: string | null; day: string };

/** The usage of each period, with the reservations of calls under way. */
export function findUsage(db: Db, { pageId, psid, day }: UsagePlace): Promise<Record<LimitPeriod, ModelUsage>> {
  return db
    .many<ModelUsage & { period: LimitPeriod }>(sql`
      select 'customer_day' as period, ${sums} from model_usage
       where page_id = ${pageId} and psid = ${psid ?? ""} and day = ${day}::date and psid <> ''
       union all
      select 'page_day', ${sums} from model_usage
       where page_id = ${pageId} and psid = '' and day = ${day}::date
       union all
      select 'page_month', ${sums} from model_usage
       where page_id = ${pageId} and psid = ''
         and day between date_trunc('month', ${day}::date) and ${day}::date`)
    .then(
      (rows) =>
        Object.fromEntries(rows.map(({ period, ...usage }) => [period, usage])) as Record<LimitPeriod, ModelUsage>,
    );
}

const sums = sql`coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(tokens), 0)::bigint as tokens,
                 coalesce(sum(cost), 0)::bigint as cost`;

/** Adds to the use of the customer and of the page. */
export async function addUsage(db: Db, place: UsagePlace, usage: ModelUsage): Promise<void> {
  const { pageId, psid, day } = place;
  await db.count(sql`
    insert into model_usage as old (page_id, psid, day, calls, tokens, cost)
    select ${pageId}, psid, ${day}::date, ${usage.calls}::bigint, ${usage.tokens}::bigint, ${usage.cost}::bigint
      from unnest(${psidsOf(psid)}::text[]) as row (psid)
     order by psid
        on conflict (page_id, psid, day) do update
       set calls = old.calls + excluded.calls, tokens = old.tokens + excluded.tokens, cost = old.cost + excluded.cost`);
}

/** Replaces the reservation of a call by its usage: part of the statement that stores its answer. */
export type UsageSettlement = UsagePlace & { reserved: ModelUsage; used: ModelUsage };

/** Settles if `answered` has a row, so that a call is settled once. */
export function settleUsageCte({ pageId, psid, day, reserved, used }: UsageSettlement): Sql {
  return sql`
    settled as (
      update model_usage
         set calls = calls + ${used.calls - reserved.calls}::bigint,
             tokens = tokens + ${used.tokens - reserved.tokens}::bigint,
             cost = cost + ${used.cost - reserved.cost}::bigint
       where page_id = ${pageId} and psid = any (${psidsOf(psid)}::text[]) and day = ${day}::date
         and exists (select from answered)
    )`;
}

/** Settles a call that no request stands for. */
export async function settleUsage(db: Db, settlement: UsageSettlement): Promise<void> {
  await db.count(sql`
    with answered as (select 1), ${settleUsageCte(settlement)} select from answered`);
}

/** Only today's use of single customers counts. Those of the page stay. Returns how many rows are gone. */
export function deleteOldUsage(db: Db, pageId: string, limit: number): Promise<number> {
  return db.count(sql`
    delete from model_usage
     where page_id = ${pageId}
       and (psid, day) in (select psid, day from model_usage
                            where page_id = ${pageId} and psid <> '' and day < now() - interval '3 days'
                            limit ${limit})`);
}

/** The whole page has the empty psid. */
const psidsOf = (psid: string | null) => (psid === null || psid === "" ? [""] : ["", psid]);
