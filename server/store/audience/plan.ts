import { type PlanNeeds, type PlanRefusal, weekMs } from "@banter/core/audience/send-plan.ts";
import type { AudienceSettings } from "@banter/core/audience/settings.ts";
import type { Db } from "../db/db.ts";
import { type Sql, sql, timestamp } from "../db/sql.ts";
import { type AudienceSql, customerRow, knownEntries } from "./condition.ts";

/** `go` and `outside` as in the trace: at once, or with the content for closed messaging windows. */
type Fate = "go" | "outside" | PlanRefusal;

/**
 * How many customers of a time zone have that fate; null: their zone is not known. `heldUntil`: a person has each of them,
 * this one first until then.
 */
export type FateCount = { fate: Fate; timezone: string | null; heldUntil: number | null; count: number };

type PlanPage = { pageId: string; now: number; windowSeconds: number | null };

/** `heldUntil` in epoch milliseconds; null if nobody has the conversation, or without an end. */
export type FateSql = { fate: Sql; heldUntil: Sql };

/** `judgePlan` for many customers at once, as SQL on the row `customer`, apart from the time: that goes by zones. */
export function fateSql(
  { isForAnyTime, hasOutside }: PlanNeeds,
  { needs_opt_in, weekly_cap }: AudienceSettings,
  { now, windowSeconds }: PlanPage,
): FateSql {
  const isOutside =
    isForAnyTime || windowSeconds === null
      ? sql`false`
      : sql`coalesce(customer.last_input_at < ${timestamp(now - windowSeconds * 1000)}, false)`;
  const isTooMany =
    weekly_cap === null
      ? sql`false`
      : sql`cardinality(customer.planned_at) >= ${weekly_cap}::int
            and (select count(*) from unnest(customer.planned_at) as time where time > ${now - weekMs}::bigint)
                >= ${weekly_cap}::int`;
  const fate = sql`
    case when customer.is_blocked then 'blocked'
         when customer.unreachable is not null then 'unreachable'
         when customer.wants_news = false then 'unsubscribed'
         when ${needs_opt_in}::boolean and customer.wants_news is not true then 'not_subscribed'
         when json_typeof(${paused}) = 'object' and ${paused} ->> 'until' is null then 'paused'
         when ${isOutside} and not ${hasOutside}::boolean then 'outside_window'
         when ${isTooMany} then 'too_many'
         when ${isOutside} then 'outside'
         else 'go' end`;
  const until = sql`(${paused} ->> 'until')::float8`;
  return { fate, heldUntil: sql`case when ${until} > ${now} then ${until} end` };
}

/** The search of the text spares most customers the reading of their state. */
const paused: Sql = sql`(case when strpos(customer.state::text, '"until"') > 0 then customer.state -> 'paused' end)`;

/** The fates of all customers who surely are in the segment. Bounded by `boundReads`. */
export function countFates(db: Db, pageId: string, audience: AudienceSql, plan: FateSql): Promise<FateCount[]> {
  const { possible, verdict } = audience;
  return db.many(sql`
    ${counted}
      from (select ${plan.fate} as fate, customer.timezone, ${plan.heldUntil} as held_until
              from ${knownEntries(pageId, audience)} ${customerRow(pageId)}
             where ${possible} and ${verdict}) as member
     ${eachFate}`);
}

/** The fates of these customers. */
export function countFatesOf(db: Db, pageId: string, psids: string[], plan: FateSql): Promise<FateCount[]> {
  return db.many(sql`
    ${counted}
      from (select ${plan.fate} as fate, customer.timezone, ${plan.heldUntil} as held_until
              from customers as customer
             where customer.page_id = ${pageId} and customer.psid = any (${psids}::text[])) as member
     ${eachFate}`);
}

const counted: Sql = sql`select fate, timezone, min(held_until) as held_until, count(*)::int as count`;
const eachFate: Sql = sql`group by fate, timezone, held_until is null`;

/** The time zones of these customers. Those whom the page does not know are left out. */
export function listZones(
  db: Db,
  pageId: string,
  psids: string[],
): Promise<{ psid: string; timezone: string | null }[]> {
  return db.many(sql`
    select psid, timezone from customers where page_id = ${pageId} and psid = any (${psids}::text[])`);
}
