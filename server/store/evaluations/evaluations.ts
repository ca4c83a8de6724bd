import type { EvaluationTarget } from "@banter/core/flow/ai/evaluation.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** The step that the questions of an evaluation are asked in, and whether they must pass. */
export type EvaluationHead = { id: number; name: string; flowId: number | null; step: string; blocks: boolean };

export type Evaluation = EvaluationHead & {
  /** The documents of the run that is under way, or of the last one. */
  targets: EvaluationTarget[];
  isRunning: boolean;
  ranAt: Date | null;
};

const columns = sql`id, name, flow_id, step, blocks, targets, next_at is not null as is_running, ran_at`;

export function listEvaluations(db: Db, pageId: string): Promise<Evaluation[]> {
  return db.many(sql`select ${columns} from evaluations where page_id = ${pageId} order by name, id`);
}

export function findEvaluation(db: Db, pageId: string, id: number): Promise<Evaluation | undefined> {
  return db.find(sql`select ${columns} from evaluations where page_id = ${pageId} and id = ${id}`);
}

export async function saveEvaluation(
  db: Db,
  pageId: string,
  { id, name, flowId, step, blocks }: EvaluationHead,
): Promise<void> {
  await db.count(sql`
    insert into evaluations (page_id, id, name, flow_id, step, blocks)
    values (${pageId}, ${id}, ${name}, ${flowId}, ${step}, ${blocks})
        on conflict (page_id, id) do update
       set name = excluded.name, flow_id = excluded.flow_id, step = excluded.step, blocks = excluded.blocks`);
}

export async function deleteEvaluations(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from evaluations where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

export type DueEvaluation = { pageId: string; id: number };

/** A runner that reports nothing for so long is taken for dead. A model has less time for an answer. */
const runnerMinutes = 5;
const untilDead = sql`now() + make_interval(mins => ${runnerMinutes})`;

/** Lets the questions run. With `isClaimed` the caller runs them, otherwise the first node that looks. */
export async function startRun(
  db: Db,
  pageId: string,
  id: number,
  { targets, isClaimed }: { targets: EvaluationTarget[]; isClaimed: boolean },
): Promise<void> {
  await db.count(sql`
    update evaluations set targets = ${targets}::text[], next_at = ${isClaimed ? untilDead : sql`now()`}
     where page_id = ${pageId} and id = ${id}`);
}

/** Evaluations that wait for a runner, and those whose runner died. */
export function listDueEvaluations(db: Db, limit: number): Promise<DueEvaluation[]> {
  return db.many(sql`
    select page_id, id from evaluations where next_at <= now() order by next_at limit ${limit}`);
}

/** False if another node has claimed it meanwhile. */
export async function claimEvaluation(db: Db, { pageId, id }: DueEvaluation): Promise<boolean> {
  const claimed = await db.count(sql`
    update evaluations set next_at = ${untilDead}
     where page_id = ${pageId} and id = ${id} and next_at <= now()`);
  return claimed > 0;
}

/** Reports that the runner is alive. False if the evaluation was deleted. */
export async function keepRunning(db: Db, { pageId, id }: DueEvaluation): Promise<boolean> {
  const kept = await db.count(sql`
    update evaluations set next_at = ${untilDead}
     where page_id = ${pageId} and id = ${id} and next_at is not null`);
  return kept > 0;
}

export async function endRun(db: Db, { pageId, id }: DueEvaluation): Promise<void> {
  await db.count(sql`
    update evaluations set next_at = null, ran_at = now() where page_id = ${pageId} and id = ${id}`);
}

/** Gives a claimed evaluation back, for the node that looks next. */
export async function releaseEvaluation(db: Db, { pageId, id }: DueEvaluation): Promise<void> {
  await db.count(sql`
    update evaluations set next_at = now() where page_id = ${pageId} and id = ${id} and next_at is not null`);
}
