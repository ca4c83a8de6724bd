import { lockAllDigests } from "../conversations/digests.ts";
import type { Db } from "../db/db.ts";
import { identifier, type Sql, sql } from "../db/sql.ts";
import { endLease } from "../runtime/leases.ts";
import { reportChange } from "./page-changes.ts";

/** Rows that are removed together with the page. A page with more loses the rest behind the call, bite by bite. */
const maxBitesAtOnce = 20;
const biteSize = 2000;

/**
 * Removes a page and all its rows. Foreign keys remove the catalog with it; rows of conversations have none. If they are
 * many, `removeNextBite` removes the rest.
 */
export async function deletePage(db: Db, pageId: string): Promise<void> {
  // First, and before any row of a conversation: retention locks it before those, too.
  await db.count(sql`delete from retention_positions where page_id = ${pageId}`);
  // References to flows go first.
  for (const trigger of triggersOf(pageId)) await db.count(trigger);
  await reportChange(
    db,
    sql`update pages set welcome_flow_id = null, default_reply_flow_id = null where id = ${pageId}`,
  );
  await db.count(sql`delete from flows where page_id = ${pageId}`);
  await db.count(sql`delete from folders where page_id = ${pageId}`);
  // No digest adds rows any more: both positions stay locked until the page is gone.
  await lockAllDigests(db, pageId);
  await endLease(db, pageId);
  const rest = await removeBites(db, pageId, { step: 0, after: null }, maxBitesAtOnce);
  if (rest)
    await db.count(sql`
      insert into page_removals (page_id, step, after) values (${pageId}, ${rest.step}, ${rest.after}::text[])`);
  await reportChange(db, sql`delete from pages where id = ${pageId}`);
}

/** True while rows of a removed page with this id are left. */
export async function isBeingRemoved(db: Db, pageId: string): Promise<boolean> {
  return (await db.count(sql`select from page_removals where page_id = ${pageId}`)) > 0;
}

const triggersOf = (pageId: string): Sql[] => [
  sql`delete from keywords where page_id = ${pageId}`,
  sql`delete from ice_breakers where page_id = ${pageId}`,
  sql`delete from menu_items where page_id = ${pageId}`,
  sql`delete from tools where page_id = ${pageId}`,
];

/** Removes the next rows of a page that is gone. Returns false if there is none that another node does not work on. */
export async function removeNextBite(db: Db): Promise<boolean> {
  const removals = await db.many<{ pageId: string }>(sql`
    select page_id from page_removals order by started_at, page_id limit 10`);
  for (const { pageId } of removals) if (await db.transact((db) => removeBiteOf(db, pageId))) return true;
  return false;
}

async function removeBiteOf(db: Db, pageId: string): Promise<boolean> {
  const from = await db.find<Position>(sql`
    select step, after from page_removals where page_id = ${pageId} for update skip locked`);
  if (!from) return false;
  const rest = await removeBites(db, pageId, from, 1);
  await db.count(
    rest
      ? sql`update page_removals set step = ${rest.step}, after = ${rest.after}::text[] where page_id = ${pageId}`
      : sql`delete from page_removals where page_id = ${pageId}`,
  );
  return true;
}

/** A place in the steps: the table, and the key of its last row that is gone. */
type Position = { step: number; after: string[] | null };

/** Removes rows in the order of their keys, so that no bite meets the rows of another. Returns the place to go on. */
async function removeBites(db: Db, pageId: string, from: Position, maxBites: number): Promise<Position | undefined> {
  let { step, after } = from;
  let bites = 0;
  for (let table = steps[step]; table; table = steps[step]) {
    if (bites === maxBites) return { step, after };
    const removed = await db.find<{ last: string[]; count: number }>(biteOf(pageId, table, after));
    if (removed) bites++;
    [step, after] = removed?.count === biteSize ? [step, removed.last] : [step + 1, null];
  }
  return undefined;
}

type Step = { table: string; keys: Record<string, "bigint" | "integer" | "text" | "date">; keepsRows?: true };

/** Tables that grow with traffic. */
const steps: Step[] = [
  { table: "message_attempts", keys: { message_id: "bigint", attempt: "integer" } },
  { table: "message_troubles", keys: { id: "bigint" } },
  { table: "messages", keys: { id: "bigint" } },
  { table: "turns", keys: { id: "bigint" } },
  { table: "mailbox", keys: { id: "bigint" } },
  { table: "parked_mail", keys: { id: "bigint" } },
  { table: "requests", keys: { id: "bigint" } },
  { table: "model_usage", keys: { psid: "text", day: "date" } },
  { table: "accepted_keys", keys: { key: "text" } },
  { table: "customers", keys: { psid: "text" } },
  { table: "customer_index", keys: { psid: "text" } },
  { table: "customer_changes", keys: { id: "bigint" } },
  { table: "customer_job_rows", keys: { job_id: "bigint", line: "integer" } },
  { table: "customer_job_changes", keys: { job_id: "bigint", id: "bigint" } },
  { table: "flow_phone_numbers", keys: { flow_id: "bigint", psid: "text" } },
  { table: "conversations", keys: { psid: "text" } },
  { table: "conversation_notes", keys: { id: "bigint" } },
  { table: "hand_overs", keys: { psid: "text" } },
  { table: "message_words", keys: { id: "bigint" } },
  { table: "unmatched_turns", keys: { day: "date", id: "bigint" } },
  { table: "rule_turns", keys: { rule_id: "bigint", turn_id: "bigint" } },
  { table: "person_answers", keys: { day: "date", id: "bigint" } },
  { table: "notifications", keys: { id: "bigint" } },
  { table: "notices", keys: { id: "bigint" } },
  { table: "event_deliveries", keys: { endpoint_id: "bigint", event: "text" } },
  { table: "incoming_calls", keys: { hook_id: "bigint", id: "bigint" } },
  { table: "step_statistics", keys: { flow_id: "bigint", step: "text" } },
  { table: "step_exits", keys: { flow_id: "bigint", step: "text", exit: "text" } },
  { table: "rate_buckets", keys: {} },
  { table: "media", keys: { id: "bigint" }, keepsRows: true },
  { table: "knowledge_passages", keys: { id: "bigint" } },
  { table: "knowledge_misses", keys: { id: "bigint" } },
];

function biteOf(pageId: string, { table, keys, keepsRows }: Step, after: string[] | null): Sql {
  const name = identifier(table);
  const names = ["page_id", ...Object.keys(keys)].map(identifier);
  const types = ["text", ...Object.values(keys)].map(identifier);
  const list = (of: (key: Sql, index: number) => Sql) => joined(names.map(of));
  const all = joined(names);
  const place: unknown[] = [pageId, ...(after ?? [])];
  const isAfter = after ? sql`and (${all}) > (${list((_, index) => sql`${place[index]}::${types[index]}`)})` : sql``;
  const isBitten = sql`(${list((key) => sql`${name}.${key}`)}) = (${list((key) => sql`bite.${key}`)})`;
  return sql`
    with bite as materialized (
      select ${all} from ${name} where page_id = ${pageId} ${isAfter} order by ${all} limit ${biteSize}
    ), gone as (${keepsRows ? sql`${markedMedia} from bite` : sql`delete from ${name} using bite`} where ${isBitten})
    select (array[${list((key) => sql`${key}::text`)}]::text[])[2:] as last, (select count(*)::int from bite) as count
      from bite
     order by ${list((key) => sql`${key} desc`)}
     limit 1`;
}

/** Files stay until housekeeping has removed their bytes. */
const markedMedia = sql`update media set state = 'deleted', name = '', folded_name = '', psid = null`;

const joined = (parts: Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);
