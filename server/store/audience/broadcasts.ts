import type { BroadcastSpec, BroadcastState } from "@banter/core/audience/broadcast.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import type { Db } from "../db/db.ts";
import { json, type Sql, sql, timestamp } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "../runtime/leases.ts";
import { listLivingNodeIds } from "../runtime/nodes.ts";

export type Broadcast = {
  pageId: string;
  id: number;
  name: string;
  state: BroadcastState;
  userId: string;
  spec: BroadcastSpec;
  /** That of its segment, as it was when the broadcast was sent; null for a list of psids. */
  condition: SegmentCondition | null;
  /** The send of each variant. */
  sendIds: number[];
  /** 1: the variants; 2: the winner, to the rest. */
  phase: number;
  winner: number | null;
  position: string | null;
  dueAt: Date | null;
  laterAt: Date | null;
  total: number | null;
  done: number;
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

const columns: Sql = sql`
  page_id, id, name, state, user_id, spec, condition, send_ids, phase, winner, position, due_at, later_at, total, done,
  error, created_at, started_at, finished_at`;

export function insertBroadcast(
  db: Db,
  pageId: string,
  { name, spec, userId }: Pick<Broadcast, "name" | "spec" | "userId">,
): Promise<Broadcast> {
  return db.get(sql`
    insert into broadcasts (page_id, name, spec, user_id)
    values (${pageId}, ${name}, ${json(spec)}, ${userId})
    returning ${columns}`);
}

export function findBroadcast(db: Db, pageId: string, id: number): Promise<Broadcast | undefined> {
  return db.find(sql`select ${columns} from broadcasts where page_id = ${pageId} and id = ${id}`);
}

/** `count`: how many psids a list has, which are left out: there may be many. */
export type ListedBroadcast = Pick<
  Broadcast,
  "id" | "name" | "state" | "userId" | "total" | "done" | "dueAt" | "winner"
> &
  Pick<Broadcast, "error" | "createdAt" | "startedAt" | "finishedAt"> & { spec: BroadcastSpec; count: number | null };

/** Newest first. */
export function listBroadcasts(db: Db, pageId: string, limit: number): Promise<ListedBroadcast[]> {
  return db.many(sql`
    select id, name, state, user_id, total, done, due_at, winner, error, created_at, started_at, finished_at,
           case when ${isList}
                then (select json_object_agg(key, case key when 'audience' then ${emptyList} else value end)
                        from json_each(spec))
                else spec end as spec,
           case when ${isList} then json_array_length(spec -> 'audience' -> 'psids') end as count
      from broadcasts where page_id = ${pageId} order by id desc limit ${limit}`);
}

const isList: Sql = sql`spec -> 'audience' ->> 'type' = 'psids'`;
const emptyList: Sql = sql`'{"type": "psids", "psids": []}'::json`;

export async function countBroadcasts(db: Db, pageId: string): Promise<number> {
  return (
    await db.get<{ count: number }>(sql`
    select count(*)::int as count from broadcasts where page_id = ${pageId}`)
  ).count;
}

/** `isOn`: false while it is paused. `sent` is its content, without the list of psids, which may be long. */
type OpenBroadcast = { id: number; name: string; isOn: boolean; sent: unknown };

/** Those that are under way or paused, oldest first. */
export function listOpenBroadcasts(db: Db, pageId: string): Promise<OpenBroadcast[]> {
  return db.many(sql`
    select id, name, state <> 'paused' as is_on, json_build_array(spec -> 'variants', spec -> 'outside') as sent
      from broadcasts
     where page_id = ${pageId} and state in ('scheduled', 'running', 'paused')
     order by id`);
}

/** For the set-up of a page: mail of theirs may still wait. */
export const stoppedRows = (pageId: Sql) => sql`
  select id from broadcasts where broadcasts.page_id = ${pageId} and state = 'stopped'`;

/** Changes a draft. Returns false if it is none. */
export async function updateDraft(
  db: Db,
  pageId: string,
  id: number,
  { name, spec }: Pick<Broadcast, "name" | "spec">,
): Promise<boolean> {
  const changed = await db.count(sql`
    update broadcasts set name = ${name}, spec = ${json(spec)}
     where page_id = ${pageId} and id = ${id} and state = 'draft'`);
  return changed > 0;
}

/** Returns false if it is under way. */
export async function deleteBroadcast(db: Db, pageId: string, id: number): Promise<boolean> {
  const deleted = await db.count(sql`
    delete from broadcasts
     where page_id = ${pageId} and id = ${id} and state not in ('scheduled', 'running', 'paused')`);
  return deleted > 0;
}

/** Sends a draft, at `dueAt` (epoch milliseconds). Returns false if it is none. */
export async function scheduleBroadcast(
  db: Db,
  pageId: string,
  id: number,
  { dueAt, condition, sendIds, userId }: { dueAt: number } & Pick<Broadcast, "condition" | "sendIds" | "userId">,
): Promise<boolean> {
  const scheduled = await db.count(sql`
    update broadcasts
       set state = 'scheduled', due_at = ${timestamp(dueAt)}, condition = ${condition && json(condition)}::json,
           send_ids = ${sendIds}::bigint[], user_id = ${userId}
     where page_id = ${pageId} and id = ${id} and state = 'draft'`);
  return scheduled > 0;
}

/**
 * Moves a broadcast to another state. Returns false unless it is in one of those. A node that works on it learns it with
 * its next batch, whose customers count.
 */
export async function moveBroadcast(
  db: Db,
  pageId: string,
  id: number,
  { from, to }: { from: BroadcastState[]; to: "draft" | "paused" | "running" | "stopped" },
): Promise<boolean> {
  const isEnd = to === "stopped";
  const moved = await db.count(sql`
    update broadcasts
       set state = case when ${to}::text = 'running' and started_at is null then 'scheduled' else ${to}::text end, error = null,
           due_at = case when ${to}::text <> 'draft' then due_at end,
           position = case when ${isEnd}::boolean then null else position end,
           finished_at = ${isEnd ? sql`now()` : sql`null`}
     where page_id = ${pageId} and id = ${id} and state = any (${from}::text[])`);
  return moved > 0;
}

type ClaimedBroadcast = { job: Broadcast; workspaceId: number };

/** Takes the broadcast that is due for longest and that no other living node works on; see `claimJob`. */
export async function claimBroadcast(
  db: Db,
  nodeId: string,
  { workspaceIds, jobIds }: { workspaceIds: number[]; jobIds: number[] },
): Promise<ClaimedBroadcast | undefined> {
  const listDue = (isFree: Sql) =>
    db.many<{ pageId: string; id: number; workspaceId: number }>(sql`
    select page_id, broadcasts.id, workspace_id
      from broadcasts
      join pages on pages.id = page_id
     where ${isFree} and workspace_id <> all (${workspaceIds}::bigint[]) and broadcasts.id <> all (${jobIds}::bigint[])
     order by due_at, broadcasts.id
     limit ${maxDue}`);
  // Mostly there is none at all, which needs one statement only.
  if ((await listDue(isDue)).length === 0) return undefined;
  const others = (await listLivingNodeIds(db)).filter((id) => id !== nodeId);
  const isFree = sql`${isDue} and (node_id is null or node_id <> all (${others}::uuid[]))`;
  for (const { pageId, id, workspaceId } of await listDue(isFree)) {
    // Another node may have claimed it since it was read.
    const job = await db.find<Broadcast>(sql`
      update broadcasts set node_id = ${nodeId}, state = 'running', started_at = least(started_at, now())
       where page_id = ${pageId} and id = ${id} and ${isFree}
      returning ${columns}`);
    if (job) return { job, workspaceId };
  }
  return undefined;
}

const isDue: Sql = sql`state in ('scheduled', 'running') and due_at <= now()`;
const maxDue = 20;

type Named = { pageId: string; id: number };

/** Gives a broadcast up, for another node or a later time. */
export async function releaseBroadcast(db: Db, nodeId: string, { pageId, id }: Named): Promise<void> {
  await db.count(sql`
    update broadcasts set node_id = null where page_id = ${pageId} and id = ${id} and node_id = ${nodeId}`);
}

/** Gives up all broadcasts of a node that stops. */
export async function releaseBroadcasts(db: Db, nodeId: string): Promise<void> {
  await db.count(sql`
    update broadcasts set node_id = null where state in ('scheduled', 'running') and node_id = ${nodeId}`);
}

export type BroadcastProgress = Pick<
  Broadcast,
  "phase" | "winner" | "position" | "total" | "done" | "laterAt" | "dueAt"
>;

/**
 * Stores how far the broadcast is, also if it was paused or stopped meanwhile: its mail is on its way. Returns its state;
 * undefined if another node has it.
 */
export async function saveBroadcastProgress(
  db: Db,
  nodeId: string,
  { pageId, id }: Named,
  { phase, winner, position, total, done, laterAt, dueAt }: BroadcastProgress,
): Promise<BroadcastState | undefined> {
  const saved = await db.find<{ state: BroadcastState }>(sql`
    update broadcasts
       set phase = ${phase}, winner = ${winner}, total = ${total}, done = ${done}, later_at = ${laterAt},
           due_at = ${dueAt}, position = case when state = 'stopped' then null else ${position}::text end
     where page_id = ${pageId} and id = ${id} and node_id = ${nodeId}
    returning state`);
  return saved?.state;
}

/** Returns false if it was paused or stopped, or another node has it. */
export async function finishBroadcast(
  db: Db,
  nodeId: string,
  { pageId, id }: Named,
  { state, error }: { state: "done" | "failed"; error: string | null },
): Promise<boolean> {
  const ended = await db.count(sql`
    update broadcasts
       set state = ${state}::text, error = ${error}, node_id = null, finished_at = now(),
           position = case when ${state}::text = 'done' then null else position end
     where page_id = ${pageId} and id = ${id} and node_id = ${nodeId} and state = 'running'`);
  return ended > 0;
}

/** Puts an empty text in the place of a customer: the position in a list counts those that it was given. */
export async function removeFromBroadcasts(db: Db, lease: Lease, psid: string): Promise<void> {
  const text = JSON.stringify(psid);
  await db.count(sql`
    with ${fence([lease])}
    update broadcasts
       set spec = case when ${isList} then replace(spec::text, ${text}, '""')::json else spec end,
           position = case when position = ${psid} and state not in ('scheduled', 'running') then null else position end
     where page_id = ${lease.pageId} and (position = ${psid} or (${isList} and strpos(spec::text, ${text}) > 0))
       and ${isFenced(sql`page_id`)}`);
}
