import type { Db } from "../db/db.ts";
import { pagesOf, type Sql, sql } from "../db/sql.ts";
import { listLivingNodeIds } from "./nodes.ts";

/** The right of one node to run a page. The epoch grows with each change of owner. */
export type Lease = { pageId: string; nodeId: string; epoch: number };

/**
 * The fence of every write that only a page's owner may make: a statement that starts with this CTE writes for the
 * pages in `fence` and leaves out those that have another owner now. The share lock keeps the owner from changing until
 * the statement has committed. Sorted, so that two statements lock in the same order.
 */
export function fence(leases: readonly Lease[]): Sql {
  const [lease, ...others] = leases;
  return lease && others.length === 0 ? fenceOfOne(lease) : fenceOfMany(leases);
}

/** On several database servers, all batches are of one page. */
const fenceOfOne = ({ pageId, nodeId, epoch }: Lease): Sql => sql`
    fence as materialized (
      select page_id from page_leases
       where page_id = ${pageId} and epoch = ${epoch} and node_id = ${nodeId}
         for share
    )`;

function fenceOfMany(leases: readonly Lease[]): Sql {
  const sorted = leases.toSorted((one, other) => (one.pageId < other.pageId ? -1 : 1));
  return sql`
    fence as materialized (
      select page_leases.page_id
        from unnest(${pagesOf(sorted)}, ${sorted.map(({ epoch }) => epoch)}::bigint[])
               as owned (page_id, epoch)
        join page_leases on page_leases.page_id = owned.page_id and page_leases.epoch = owned.epoch
       where page_leases.node_id = ${leases[0]?.nodeId ?? null}::uuid
         for share of page_leases
    )`;
}

/** True for rows of pages that the fence has let through. */
export const isFenced = (pageId: Sql): Sql => sql`${pageId} = any (array(select page_id from fence))`;

/**
 * Takes the page for a node unless another living node has it, and returns the new epoch. A node may take a page again
 * that it has already: after a failure it starts the page with a higher epoch.
 */
export async function claimLease(db: Db, pageId: string, nodeId: string): Promise<number | undefined> {
  // The nodes are read before: if one of them lives again meanwhile, the new epoch keeps it from writing.
  const others = (await listLivingNodeIds(db)).filter((id) => id !== nodeId);
  const row = await db.find<{ epoch: number }>(sql`
    with page as materialized (
      select id from pages where id = ${pageId} for key share
    )
    insert into page_leases as lease (page_id, node_id, epoch)
    select id, ${nodeId}::uuid, 1 from page
        on conflict (page_id) do update set node_id = excluded.node_id, epoch = lease.epoch + 1
     where lease.node_id is null or lease.node_id <> all (${others}::uuid[])
    returning epoch`);
  return row?.epoch;
}

/**
 * Gives a page up. The row stays, so that the epoch never goes back. `isUnfinished`: there may be messages to deliver,
 * so a node should take the page. Does nothing if another node has the page.
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

/**
 * Takes a page that is being removed from its owner, who can write no more. The row stays: the epochs of a page that is
 * made again under this id are higher. The page is locked first, as when a lease is claimed.
 */
export async function endLease(db: Db, pageId: string): Promise<void> {
  await db.count(sql`select from pages where id = ${pageId} for update`);
  await db.count(sql`
    update page_leases set node_id = null, epoch = epoch + 1, is_unfinished = false where page_id = ${pageId}`);
}

/** Transfers a page to another living node, which finds it by `listPagesToClaim`. Returns false if it could not. */
export async function transferLease(db: Db, { pageId, nodeId, epoch }: Lease, toNodeId: string): Promise<boolean> {
  if (!(await listLivingNodeIds(db)).includes(toNodeId)) return false;
  const changed = await db.count(sql`
    update page_leases set node_id = ${toNodeId}, epoch = epoch + 1
     where page_id = ${pageId} and node_id = ${nodeId} and epoch = ${epoch}`);
  return changed > 0;
}

/** The pages of these leases, all of one node, that still have the lease's owner and epoch. */
export async function listHeldPages(db: Db, leases: readonly Lease[]): Promise<Set<string>> {
  const rows = await db.many<{ pageId: string }>(sql`
    select page_leases.page_id
      from unnest(${pagesOf(leases)}, ${leases.map(({ epoch }) => epoch)}::bigint[])
             as owned (page_id, epoch)
      join page_leases on page_leases.page_id = owned.page_id and page_leases.epoch = owned.epoch
     where page_leases.node_id = ${leases[0]?.nodeId ?? null}::uuid
       and page_leases.page_id = any (${leases.map(({ pageId }) => pageId)}::text[])`);
  return new Set(rows.map(({ pageId }) => pageId));
}

/** How many pages each living node runs. */
export async function countPagesByNode(db: Db): Promise<{ nodeId: string; pages: number }[]> {
  const living = await listLivingNodeIds(db);
  const counts = await db.many<{ nodeId: string; pages: number }>(sql`
    select node_id, count(*)::int as pages
      from page_leases
     where node_id = any (${living}::uuid[])
     group by node_id`);
  const known = new Map(counts.map(({ nodeId, pages }) => [nodeId, pages]));
  return living.map((nodeId) => ({ nodeId, pages: known.get(nodeId) ?? 0 }));
}

/** Pages with mail that has been due for a while, though no living node runs them. A paused page may keep its timers. */
export async function countPagesWithoutNode(db: Db): Promise<number> {
  const { count } = await db.get<{ count: number }>(sql`
    select count(*)
      from pages
      left join page_leases on page_leases.page_id = pages.id
      left join nodes on nodes.id = node_id and alive_until > clock_timestamp()
     where nodes.id is null and not is_paused
       and exists (select from mailbox
                    where mailbox.page_id = pages.id and due_at <= clock_timestamp() - interval '15 seconds')`);
  return count;
}

/**
 * Pages that this node should take: no living node runs them and something is due, unanswered or undelivered, or their
 * lease names this node though it does not run them. `except` are pages that it runs or that wait after a failure.
 */
export async function listPagesToClaim(
  db: Db,
  { nodeId, except, limit }: { nodeId: string; except: string[]; limit: number },
): Promise<string[]> {
  const living = await listLivingNodeIds(db);
  const rows = await db.many<{ id: string }>(sql`
    select pages.id
      from pages
      left join page_leases on page_leases.page_id = pages.id
     where pages.id <> all (${except}::text[])
       and (node_id = ${nodeId}
         or (node_id is null or node_id <> all (${living}::uuid[]))
            and (node_id is not null or is_unfinished
              or exists (select from profile_syncs
                          where profile_syncs.page_id = pages.id and settled_revision < revision)
              or exists (select from mailbox where mailbox.page_id = pages.id and due_at <= clock_timestamp())
              or exists (select from requests where requests.page_id = pages.id)))
     order by pages.id
     limit ${limit}`);
  return rows.map(({ id }) => id);
}
