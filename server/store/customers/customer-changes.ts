import type { Db } from "../db/db.ts";
import { rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { isAllowed } from "../runtime/allowed-pages.ts";

export type ChangedCustomer = { page_id: string; psid: string };

/**
 * Customers whose own data, tags or fields have changed, for the list's index. Turns that change none of these
 * write nothing here.
 */
export const insertChangesCte = (rows: ChangedCustomer[]): Sql => sql`
    changed_customers as (
      insert into customer_changes (page_id, psid)
      select page_id, psid from ${rowsOfPages(rows)} as row (page_id text, psid text)
       where ${isAllowed(sql`page_id`)}
    )`;

/** The same for the rows of another statement: `from` is a CTE or table with page_id and psid. */
export const insertChangesFrom = (from: Sql): Sql => sql`
    insert into customer_changes (page_id, psid) select page_id, psid from ${from}`;

/** A look outside of a transaction: mostly there is nothing. */
export async function hasChanges(db: Db): Promise<boolean> {
  return (await db.count(sql`select page_id from customer_changes limit 1`)) > 0;
}

/** The page's last change that waits for the index; none if the index has everything. */
export async function findLastChange(db: Db, pageId: string): Promise<number | null> {
  const { last } = await db.get<{ last: number | null }>(sql`
    select max(id) as last from customer_changes where page_id = ${pageId}`);
  return last;
}

export async function hasChangesThrough(db: Db, pageId: string, last: number): Promise<boolean> {
  return (
    (await db.count(sql`select from customer_changes where page_id = ${pageId} and id <= ${last}::bigint limit 1`)) > 0
  );
}

/** Takes waiting changes; within a transaction, so that a failure leaves them. Other nodes take others meanwhile. */
export async function takeChanges(db: Db, limit: number): Promise<{ pageId: string; psid: string }[]> {
  if (!(await db.isDistributed())) return takeOfAllPages(db, limit);
  const taken: { pageId: string; psid: string }[] = [];
  for (const { pageId } of await listPagesWithChanges(db, limit)) {
    if (taken.length < limit) taken.push(...(await takeChangesOf(db, pageId, limit - taken.length)));
  }
  return taken;
}

function takeOfAllPages(db: Db, limit: number): Promise<{ pageId: string; psid: string }[]> {
  // By the rows' places, which a plan for any number of rows looks up too. Nobody updates these rows.
  return db.many(sql`
    delete from customer_changes
     where ctid = any (array(select ctid from customer_changes
                              order by page_id, id
                              limit ${limit}
                                for update skip locked))
    returning page_id, psid`);
}

/** Pages of the first changes. Other nodes may take those meanwhile. */
function listPagesWithChanges(db: Db, limit: number): Promise<{ pageId: string }[]> {
  return db.many(sql`
    select distinct page_id
      from (select page_id from customer_changes order by page_id, id limit ${limit}) as first
     order by page_id`);
}

function takeChangesOf(db: Db, pageId: string, limit: number): Promise<{ pageId: string; psid: string }[]> {
  return db.many(sql`
    with taken as (
      select id from customer_changes where page_id = ${pageId} order by id limit ${limit} for update skip locked)
    delete from customer_changes using taken
     where customer_changes.page_id = ${pageId} and customer_changes.id = taken.id
    returning customer_changes.page_id, customer_changes.psid`);
}
