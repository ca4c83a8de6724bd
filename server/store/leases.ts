import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** How long a node's leases hold after it was last heard of. */
export const leaseSeconds = 10;

/** Returns whether the node is registered: one that was taken for dead and removed must start anew. */
export async function keepAlive(db: Db, nodeId: string): Promise<boolean> {
  return (
    (await db.count(sql`
    update nodes set alive_until = clock_timestamp() + ${leaseSeconds} * interval '1 second' where id = ${nodeId}`)) > 0
  );
}

/** Takes the page unless a living node has it. The epoch, if it was free: every write of the owner carries it. */
export async function takeLease(db: Db, pageId: string, nodeId: string): Promise<number | undefined> {
  const row = await db.find<{ epoch: number }>(sql`
    insert into page_leases as lease (page_id, node_id, epoch)
    select id, ${nodeId}, 1 from pages where id = ${pageId}
        on conflict (page_id) do update set node_id = excluded.node_id, epoch = lease.epoch + 1
     where not exists (select from nodes where nodes.id = lease.node_id and alive_until > clock_timestamp())
    returning epoch`);
  return row?.epoch;
}

/**
 * Gives a page back; the epoch stays, so that it only ever grows. `isUnfinished`: there may be messages to deliver, so
 * somebody should take it up. Does nothing once somebody else has the page.
 */
export async function releaseLease(
  db: Db,
  { pageId, nodeId, epoch }: Lease,
  { isUnfinished }: { isUnfinished: boolean },
): Promise<void> {
  await db.count(sql`
    update page_leases set node_id = null, is_unfinished = ${isUnfinished}
     where page_id = ${pageId} and node_id = ${nodeId} and epoch = ${epoch}`);
}

export type Lease = { pageId: string; nodeId: string; epoch: number };

/** Nodes that died long ago. */
export async function deleteDeadNodes(db: Db): Promise<void> {
  await db.count(sql`delete from nodes where alive_until < clock_timestamp() - interval '1 hour'`);
}
