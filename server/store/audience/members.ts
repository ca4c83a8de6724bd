import type { MessageRule } from "@banter/core/flow/conditions/judge-rule.ts";
import type { Customer } from "@banter/core/flow/customer.ts";
import type { Db } from "../db/db.ts";
import { sql, timestamp } from "../db/sql.ts";
import { type AudienceSql, knownEntries, messageTest } from "./condition.ts";

/** `unsure`: customers among the others whom only `judgeSegment` can decide. */
type MemberCount = { sure: number; unsure: number };

/** Counts all at once. Bounded by `boundReads`. */
export async function countMembers(db: Db, pageId: string, audience: AudienceSql): Promise<MemberCount> {
  const { join, possible, verdict } = audience;
  const { sum } = await db.get<{ sum: number }>(sql`
    select coalesce(sum(coalesce((${verdict})::int::bigint, ${unsureWeight})), 0)::bigint as sum
      from ${knownEntries(pageId, audience)} ${join}
     where ${possible}`);
  return { sure: sum % unsureWeight, unsure: Math.floor(sum / unsureWeight) };
}

/** More than the customers of a page; the sum stays below 2^53. */
const unsureWeight = 2 ** 26;

/** A customer who is in the segment, or may be. */
export type FoundMember = { psid: string; isSure: boolean };

/** `end` is the last customer that was looked at; null if there are no more. */
export type FoundMembers = { found: FoundMember[]; end: string | null };

/**
 * The next customers of a segment behind a psid, in the order of psids: at most `limit`, among the next `steps`
 * customers of the page. The psid is all that is needed to go on, after a crash too, and no statement takes long,
 * however few customers are in the segment.
 */
export async function nextMembers(
  db: Db,
  pageId: string,
  { known, join, possible, verdict }: AudienceSql,
  { after, limit, steps }: { after: string; limit: number; steps: number },
): Promise<FoundMembers> {
  const rows = await db.many<{ psid: string; verdict: boolean | null; walked: number }>(sql`
    with part as materialized (
      select entry.psid, ${known} as known
        from customer_index as entry
       where entry.page_id = ${pageId} and entry.psid > ${after}
       order by entry.psid
       limit ${steps}
    ), walk as materialized (
      select entry.psid, ${verdict} as verdict from part as entry ${join} where ${possible})
    select *
      from ((select psid, verdict, 0 as walked from walk where verdict is not false order by psid limit ${limit})
            union all
            (select psid, false, (select count(*)::int from part) from part order by psid desc limit 1)) as answer`);
  const found = rows.filter(({ verdict }) => verdict !== false);
  const last = rows.find(({ verdict }) => verdict === false);
  if (found.length === limit) return { found: found.map(memberOf), end: found.at(-1)?.psid ?? null };
  return { found: found.map(memberOf), end: last && last.walked === steps ? last.psid : null };
}

const memberOf = ({ psid, verdict }: { psid: string; verdict: boolean | null }) => ({ psid, isSure: verdict === true });

/** Those among these customers of the page who are in a segment, or may be. */
export async function findAmong(
  db: Db,
  pageId: string,
  { known, join, possible, verdict }: AudienceSql,
  psids: string[],
): Promise<FoundMember[]> {
  const rows = await db.many<{ psid: string; verdict: boolean | null }>(sql`
    with part as materialized (
      select entry.psid, ${known} as known
        from customer_index as entry
       where entry.page_id = ${pageId} and entry.psid = any (${psids}::text[])
    ), walk as materialized (
      select entry.psid, ${verdict} as verdict from part as entry ${join} where ${possible})
    select psid, verdict from walk where verdict is not false`);
  return rows.map(memberOf);
}

/** Customers whom only `judgeSegment` can decide, behind a psid. */
export async function nextUnsure(
  db: Db,
  pageId: string,
  { known, join, verdict }: AudienceSql,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.many<{ psid: string }>(sql`
    select entry.psid
      from (select entry.psid, ${known} as known
              from customer_index as entry
             where entry.page_id = ${pageId} and entry.psid > ${after}) as entry ${join}
     where ${verdict} is null
     order by entry.psid
     limit ${limit}`);
  return rows.map(({ psid }) => psid);
}

/** The customer's own data, as a segment's rules need it. */
export type JudgedCustomer = Customer & {
  createdAt: Date;
  lastInputAt: Date | null;
  source: string | null;
  sequences: { sequenceFlowId?: number }[] | null;
  unreachable: string | null;
  isBlocked: boolean;
  wantsNews: boolean | null;
  /** For each of the asked kinds of messages, true if they have one. */
  messages: boolean[];
};

/** `firstId` is the first message that counts. */
type AskedMessage = { rule: MessageRule; firstId: number };

export function listJudged(db: Db, pageId: string, psids: string[], asked: AskedMessage[]): Promise<JudgedCustomer[]> {
  const tests = asked.map(
    ({ rule, firstId }) => sql`
      exists (select from messages
               where messages.page_id = ${pageId} and messages.psid = customer.psid
                 and messages.id >= ${firstId}::bigint and ${messageTest(rule)})`,
  );
  const messages = tests.reduce((all, test) => sql`${all} || ${test}`, sql`array[]::boolean[]`);
  return db.many(sql`
    select customer.psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags, fields,
           customer.created_at, last_input_at, entry.source, state -> 'sequences' as sequences, unreachable, is_blocked,
           wants_news, ${messages} as messages
      from customers as customer
      left join customer_index as entry on entry.page_id = ${pageId} and entry.psid = customer.psid
     where customer.page_id = ${pageId} and customer.psid = any (${psids}::text[])`);
}

/** The id of the page's first message that is not older than the time; ids ascend with time. */
export async function firstMessageSince(db: Db, pageId: string, since: number): Promise<number> {
  const ends = await db.get<{ first: number | null; last: number | null }>(sql`
    select min(id) as first, max(id) as last from messages where page_id = ${pageId}`);
  if (ends.first === null || ends.last === null) return 0;
  let [low, high] = [ends.first, ends.last + 1];
  // Looks at one message in each step: the first one at or behind the middle.
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const row = await db.find<{ id: number; isLate: boolean }>(sql`
      select id, created_at >= ${timestamp(since)} as is_late from messages
       where page_id = ${pageId} and id >= ${middle}
       order by id
       limit 1`);
    if (!row || row.id >= high || row.isLate) high = middle;
    else low = row.id + 1;
  }
  return low;
}

/** For counts over all customers of a page: they end in time, and PostgreSQL compiles nothing for them. */
const readSettings = { statement_timeout: "4s", jit: "off", work_mem: "32MB" };

/** In a transaction. */
export async function boundReads(db: Db): Promise<void> {
  for (const [name, value] of Object.entries(readSettings))
    await db.count(sql`select set_config(${name}::text, ${value}::text, true)`);
}
