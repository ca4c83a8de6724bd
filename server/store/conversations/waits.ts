import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import { touchConversations } from "./conversations.ts";
import type { DigestPosition } from "./digests.ts";

/** `neededAt` in epoch milliseconds: from then on; "infinity": once the customer writes; null: the conversation is done. */
export type Settlement = { through: number; neededAt: number | "infinity" | null };

/** Everything up to an id is settled; null opens the conversation again. Returns false if there is no such conversation. */
export async function saveSettlement(
  db: Db,
  { pageId, psid, settlement }: { pageId: string; psid: string; settlement: Settlement | null },
  { changed }: DigestPosition,
): Promise<boolean> {
  const { through = null, neededAt: at = null } = settlement ?? {};
  // Lists go on behind a time in milliseconds.
  const next =
    settlement === null
      ? sql`least(needed_at, date_trunc('milliseconds', now()))`
      : at === "infinity"
        ? sql`'infinity'::timestamptz`
        : sql`to_timestamp(${at}::float8 / 1000)`;
  const updated = await db.count(sql`
    update conversations
       set needed_at = ${next}, settled_through = ${through}, changed = ${changed}
           ${settlement === null ? empty : sql`, unread = 0, read_through = greatest(read_through, ${through})`}
     where page_id = ${pageId} and psid = ${psid}`);
  return updated > 0;
}

/** Pages with conversations that were put off until now. */
export async function listPagesToWake(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ pageId: string }>(sql`
    select distinct page_id
      from (select page_id from conversations
             where settled_through is not null and needed_at is not null and needed_at <= now()
             order by needed_at
             limit ${limit}) as due`);
  return rows.map(({ pageId }) => pageId);
}

/** Opens the page's conversations that were put off until now. */
export async function wakeConversations(db: Db, pageId: string): Promise<void> {
  const due = await db.many<{ psid: string }>(sql`
    select psid from conversations
     where page_id = ${pageId} and settled_through is not null and needed_at is not null and needed_at <= now()
     order by psid`);
  if (due.length === 0) return;
  const psids = due.map(({ psid }) => psid);
  // First: it locks the page's conversations, as every writer does.
  await touchConversations(db, [{ pageId, psids }]);
  await db.count(sql`
    update conversations set settled_through = null
     where page_id = ${pageId} and psid = any (${psids}::text[]) and needed_at <= now()`);
}

/** Pages with customers who have waited longer than the page has promised, and of whom nobody was told. */
export async function listPagesWithLate(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from pages
     where answer_minutes is not null
       and exists (select from conversations
                    where conversations.page_id = pages.id and ${isLate(sql`pages.answer_minutes`)})
     limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Marks the page's late conversations as told. Each wait is told once, by one node. Returns their customers. */
export async function takeLate(db: Db, pageId: string): Promise<string[]> {
  // Several database servers refuse a time that depends on a column in an update.
  const page = await db.find<{ answerMinutes: number | null }>(sql`
    select answer_minutes from pages where id = ${pageId}`);
  if (!page || page.answerMinutes === null) return [];
  const rows = await db.many<{ psid: string }>(sql`
    update conversations set late_for = needed_at
     where page_id = ${pageId} and ${isLate(sql`${page.answerMinutes}::integer`)}
 returning psid`);
  return rows.map(({ psid }) => psid);
}

const isLate = (minutes: Sql): Sql => sql`
  needed_at <= now() - make_interval(mins => ${minutes}) and late_for is distinct from needed_at`;

/** How many customers wait for a person, counted no further than `max`, and since when the first of them waits. */
export function countWaiting(db: Db, pageId: string, max: number): Promise<{ count: number; since: Date | null }> {
  return db.get(sql`
    select count(*)::int as count, min(needed_at) as since
      from (select needed_at from conversations
             where page_id = ${pageId} and needed_at <= now()
             order by needed_at
             limit ${max}) as waiting`);
}
