import type { Db } from "../../db/db.ts";
import { rowsOfPages, sql } from "../../db/sql.ts";
import { fence, isFenced, type Lease } from "../leases.ts";

export type AttemptRow = { page_id: string; id: number; is_repeat: boolean };

/**
 * Records attempts before they are made. Returns the pages that still are this node's; of others nothing is written.
 */
export async function recordAttempts(db: Db, leases: Lease[], rows: AttemptRow[]): Promise<Set<string>> {
  const pages = await db.many<{ pageId: string }>(sql`
    with ${fence(leases)}, recorded as (
      update messages
         set status = 'sending', attempts = attempts + 1, possible_duplicate = possible_duplicate or is_repeat,
             due_at = null
        from ${rowsOfPages(rows)} as row (page_id text, id bigint, is_repeat boolean)
       where messages.page_id = row.page_id and messages.id = row.id and ${isFenced(sql`row.page_id`)}
    )
    select page_id from fence`);
  return new Set(pages.map(({ pageId }) => pageId));
}

/**
 * Stores how long attempts without a known result wait for the platform's report, so that the page's next owner does
 * not start the wait again.
 */
export async function saveUnconfirmed(db: Db, lease: Lease, ids: number[], waitMs: number): Promise<void> {
  await db.count(sql`
    with ${fence([lease])}
    update messages set due_at = statement_timestamp() + ${waitMs}::float8 * interval '1 millisecond'
     where page_id = ${lease.pageId} and id = any (${ids}::bigint[]) and status = 'sending' and due_at is null
       and ${isFenced(sql`page_id`)}`);
}
