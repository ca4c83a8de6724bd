import { rowsByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { empty, pagesOf, rowsOfPages, type Sql, sql } from "../db/sql.ts";
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
 * Takes pages for a node, those that no other living node has, and returns their new epochs. A node may take a page
 * again that it has already: after a failure it starts the page with a higher epoch.
 */
export async function claimLeases(db: Db, pageIds: string[], nodeId: string): Promise<(number | undefined)[]> {
  // The nodes are read before: if one of them lives again meanwhile, the new epoch keeps it from writing.
  const others = (await listLivingNodeIds(db)).filter((id) => id !== nodeId);
  const rows = await rowsByPage(
    db,
    pageIds,
    (pageId) => pageId,
    (pageIds) => claimTogether(db, pageIds, { nodeId, others }),
  );
  const epochs = new Map(rows.map(({ pageId, epoch }) => [pageId, epoch]));
  return pageIds.map((pageId) => epochs.get(pageId));
}

/**
 * Locks the pages in their order, so that two nodes do not wait for each other. A lease that has got another owner since
 * it was read has a higher epoch, and stays as it is: Citus takes no values in the condition of a conflict.
 */
function claimTogether(
  db: Db,
  pageIds: string[],
  { nodeId, others }: { nodeId: string; others: string[] },
): Promise<{ pageId: string; epoch: number }[]> {
  return db.many(sql`
    with page as materialized (
      select pages.id, coalesce(known.epoch, 0) + 1 as epoch
        from unnest(${pagesOf(pageIds.map((pageId) => ({ pageId })))}) as asked (page_id)
        join pages on pages.id = asked.page_id
        left join page_leases as known on known.page_id = asked.page_id
       where known.node_id is null or known.node_id <> all (${others}::uuid[])
       order by pages.id
         for key share of pages
    )
    insert into page_leases as lease (page_id, node_id, epoch)
    select id, ${nodeId}::uuid, epoch from page
        on conflict (page_id) do update set node_id = excluded.node_id, epoch = excluded.epoch
     where lease.epoch = excluded.epoch - 1
    returning page_id, epoch`);
}

export async function claimLease(db: Db, pageId: string, nodeId: string): Promise<number | undefined> {
  return (await claimLeases(db, [pageId], nodeId))[0];
}

/** `isUnfinished`: there may be messages to deliver, so a node should take the page. */
export type Release = Lease & { isUnfinished: boolean };

/**
 * Gives pages up. The rows stay, so that epochs never go back. Leaves out pages that another node has. Sorted, so that
 * two statements lock in the same order.
 */
export async function releaseLeases(db: Db, releases: Release[]): Promise<void> {
  const rows = releases
    .map(({ pageId, nodeId, epoch, isUnfinished }) => {
      return { page_id: pageId, node_id: nodeId, epoch, is_unfinished: isUnfinished };
    })
    .sort((one, other) => (one.page_id < other.page_id ? -1 : 1));
  await rowsByPage(
    db,
    rows,
    ({ page_id }) => page_id,
    async (rows) => {
      await db.count(sql`
        update page_leases set node_id = null, is_unfinished = row.is_unfinished
          from ${rowsOfPages(rows)} as row (page_id text, node_id uuid, epoch bigint, is_unfinished boolean)
         where page_leases.page_id = row.page_id and page_leases.node_id = row.node_id
           and page_leases.epoch = row.epoch`);
      return [];
    },
  );
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

/** Transfers a page to another living node, which finds it by `listLeasesOf`. Returns false if it could not. */
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

/** The leases that name this node: their epochs by page. */
export async function listLeasesOf(db: Db, nodeId: string): Promise<Map<string, number>> {
  // On Citus, an aggregate of whole rows of several servers loses the names of the columns.
  const { epochs } = await db.get<{ epochs: Record<string, number> }>(sql`
    select coalesce(json_object_agg(page_id, epoch), '{}') as epochs from page_leases where node_id = ${nodeId}`);
  return new Map(Object.entries(epochs));
}

/** How many pages each of these nodes runs. */
export async function countPagesByNode(db: Db, nodeIds: string[]): Promise<{ nodeId: string; pages: number }[]> {
  const counts = await db.many<{ nodeId: string; pages: number }>(sql`
    select node_id, count(*)::int as pages
      from page_leases
     where node_id = any (${nodeIds}::uuid[])
     group by node_id`);
  const known = new Map(counts.map(({ nodeId, pages }) => [nodeId, pages]));
  return nodeIds.map((nodeId) => ({ nodeId, pages: known.get(nodeId) ?? 0 }));
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

/** A page with something to do. `isOurs`: its lease names the node that asks. */
export type PageWithWork = { id: string; isOurs: boolean };

export type AskedWork = {
  nodeId: string;
  /** The ids of the nodes whose leases hold. */
  living: string[];
  /** Mail that is due within this time counts, so that a page runs when its timer is due. */
  aheadMs: number;
  /** Profiles that the platform does not have yet count too. This part looks at every page with a profile. */
  withProfiles: boolean;
  except: string[];
  limit: number;
};

/**
 * Pages on which something is due, unanswered or undelivered, or whose node has died. Those of other living nodes are
 * left out, and those of this node come last. Starts from the rows that show work, so that its cost does not grow with
 * the pages that have none: on connections of the hot path, whose plans read no table from end to end.
 */
export function listPagesWithWork(db: Db, asked: AskedWork): Promise<PageWithWork[]> {
  const { nodeId, living, aheadMs, withProfiles, except, limit } = asked;
  return db.many(sql`
    select pages.id, coalesce(page_leases.node_id = ${nodeId}, false) as is_ours
      from (select page_id from mailbox
             where due_at <= statement_timestamp() + ${aheadMs}::float8 * interval '1 millisecond'
             union
            select page_id from requests
             union
            select page_id from page_leases where is_unfinished and node_id is null
             union
            select page_id from page_leases where ${isOfOtherNode(living)}
            ${withProfiles ? unsettledProfiles : empty}) as work
      join pages on pages.id = work.page_id
      left join page_leases on page_leases.page_id = work.page_id
     where pages.id <> all (${except}::text[])
       and (page_leases.node_id is null or page_leases.node_id = ${nodeId}
            or page_leases.node_id <> all (${living}::uuid[]))
     order by is_ours, pages.id
     limit ${limit}`);
}

const unsettledProfiles = sql`
             union
            select profile_syncs.page_id
              from profile_syncs join pages on pages.id = profile_syncs.page_id
             where settled_revision < revision`;

/** True of leases of none of these nodes. Ranges of an index find them, however many leases these nodes have. */
function isOfOtherNode(nodeIds: string[]): Sql {
  const sorted = nodeIds.toSorted();
  const [first] = sorted;
  if (first === undefined) return sql`node_id is not null`;
  return sorted.reduce((before, id, index) => {
    const next = sorted[index + 1];
    return next === undefined
      ? sql`${before} or node_id > ${id}`
      : sql`${before} or (node_id > ${id} and node_id < ${next})`;
  }, sql`node_id < ${first}`);
}
