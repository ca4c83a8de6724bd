import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { fence, type Lease } from "../runtime/leases.ts";

/** The form in which an erased customer is remembered. */
export const psidHash = (psid: Sql): Sql => sql`sha256(convert_to(${psid}, 'UTF8'))`;

/** Remembers an erasure. Does nothing if another node owns the page. */
export async function insertErasedCustomer(db: Db, lease: Lease, psid: string): Promise<void> {
  await db.count(sql`
    with ${fence([lease])}
    insert into erased_customers (page_id, psid_hash, erased_at)
    select page_id, ${psidHash(sql`${psid}::text`)}, clock_timestamp() from fence
        on conflict (page_id, psid_hash) do update set erased_at = excluded.erased_at`);
}

/** Remembers the customers in the CTE `gone`. */
export const insertErasedCte = (pageId: string): Sql => sql`
    erased as (
      insert into erased_customers (page_id, psid_hash, erased_at)
      select ${pageId}, ${psidHash(sql`psid`)}, clock_timestamp() from gone
          on conflict (page_id, psid_hash) do update set erased_at = excluded.erased_at
    )`;

/** True if the customer was erased and has not come back. */
export async function isErased(db: Db, pageId: string, psid: string): Promise<boolean> {
  const found = await db.find(sql`
    select from erased_customers
     where page_id = ${pageId} and psid_hash = ${psidHash(sql`${psid}::text`)}
       and not exists (select from customers where customers.page_id = ${pageId} and customers.psid = ${psid})`);
  return found !== undefined;
}

/** True of a row whose customer was erased since then. The inner query names nothing of the row, which Citus refuses. */
export const isErasedSince = (pageId: string, psid: Sql, since: Date): Sql => sql`
  ${psidHash(psid)} in (select psid_hash from erased_customers
                         where erased_customers.page_id = ${pageId} and erased_at >= ${since})`;

/** The hashes of customers who were erased since then. */
export async function listErasedSince(db: Db, pageId: string, since: Date): Promise<Buffer[]> {
  const rows = await db.many<{ psidHash: Buffer }>(sql`
    select psid_hash from erased_customers where page_id = ${pageId} and erased_at >= ${since}`);
  return rows.map((row) => row.psidHash);
}

/**
 * Deletes a bounded number of entries that have served. As long as the keys of accepted mail: by then, every upload and
 * job that had begun before the erasure has ended, and no platform repeats what it sent. Returns how many.
 */
export function deleteOldErasedCustomers(db: Db, limit: number): Promise<number> {
  return db.count(sql`
    delete from erased_customers
     where (page_id, psid_hash) in (select page_id, psid_hash from erased_customers
                                     where erased_at < now() - interval '30 days'
                                     order by erased_at
                                     limit ${limit})`);
}
