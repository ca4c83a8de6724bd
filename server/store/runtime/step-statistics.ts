import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import { countPhoneNumbers } from "./flow-phone-numbers.ts";
import { listExits } from "./step-exits.ts";

/** The amounts to add to the counters of a step: aggregates over the counted rows. */
export type StepCounts = { sent?: Sql; delivery?: Sql; seen?: Sql; is_clicked?: Sql };

/**
 * Adds to the counters of steps. `rows` names the messages to count, which have `page_id`, `flow_id` and `step`. The
 * rows are written in order, so that no two statements deadlock.
 */
export function countSteps(rows: Sql, counts: StepCounts, where?: Sql): Sql {
  const counters = counterNames.filter((name) => counts[name]);
  const list = (partOf: (name: CounterName) => Sql) =>
    counters.map(partOf).reduce((before, part) => sql`${before}, ${part}`);
  return sql`
    insert into step_statistics as old (page_id, flow_id, step, ${list((name) => columns[name])})
    select page_id, flow_id, coalesce(step, ''), ${list((name) => counts[name] ?? sql`0`)}
      from ${rows}
     where flow_id is not null ${where ? sql`and ${where}` : empty}
     group by page_id, flow_id, coalesce(step, '')
     order by page_id, flow_id, coalesce(step, '')
        on conflict (page_id, flow_id, step) do update set ${list((name) => additions[name])}`;
}

type CounterName = keyof StepCounts;

const counterNames = ["sent", "delivery", "seen", "is_clicked"] as const;

const columns = { sent: sql`sent`, delivery: sql`delivery`, seen: sql`seen`, is_clicked: sql`is_clicked` };

const additions = {
  sent: sql`sent = old.sent + excluded.sent`,
  delivery: sql`delivery = old.delivery + excluded.delivery`,
  seen: sql`seen = old.seen + excluded.seen`,
  is_clicked: sql`is_clicked = old.is_clicked + excluded.is_clicked`,
};

/** Counts the messages among the rows of a CTE that have the status `sent`. */
export const countSentCte = (rows: Sql) => sql`
    counted as (${countSteps(sql`${rows} as sent`, { sent: sql`count(*)` }, sql`status = 'sent'`)})`;

export type FlowStatistics = {
  sent: number;
  delivery: number;
  seen: number;
  isClicked: number;
  totalPhoneNumber: number;
};

/** A flow's statistics are the sum of its steps'. */
export function getFlowStatistics(db: Db, pageId: string, flowId: number): Promise<FlowStatistics> {
  return db.get(sql`
    select coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(delivery), 0)::bigint as delivery,
           coalesce(sum(seen), 0)::bigint as seen, coalesce(sum(is_clicked), 0)::bigint as is_clicked,
           ${countPhoneNumbers(pageId, flowId)} as total_phone_number
      from step_statistics
     where page_id = ${pageId} and flow_id = ${flowId}`);
}

/** The statistics of every flow of the page, without the phone numbers. */
export async function listFlowTotals(db: Db, pageId: string): Promise<Map<number, FlowTotals>> {
  const rows = await db.many<FlowTotals & { flowId: number }>(sql`
    select flow_id, sum(sent)::bigint as sent, sum(delivery)::bigint as delivered, sum(seen)::bigint as seen,
           sum(is_clicked)::bigint as clicked
      from step_statistics
     where page_id = ${pageId}
     group by flow_id`);
  return new Map(rows.map(({ flowId, ...totals }) => [flowId, totals]));
}

type FlowTotals = { sent: number; delivered: number; seen: number; clicked: number };

/** The numbers of a flow, counted from the messages themselves. */
export function recountFlowStatistics(db: Db, pageId: string, flowId: number): Promise<FlowStatistics> {
  return db.get(sql`
    select count(sent_at) as sent, count(delivered_at) as delivery, count(seen_at) as seen,
           coalesce(sum(cardinality(clicked)), 0) as is_clicked,
           ${countPhoneNumbers(pageId, flowId)} as total_phone_number
      from messages
     where page_id = ${pageId} and flow_id = ${flowId}`);
}

export type StepCounters = {
  entered: number;
  sent: number;
  delivered: number;
  seen: number;
  clicked: number;
  exits: Record<string, number>;
};

/** The counters of each step of a flow. */
export async function readStepCounters(db: Db, pageId: string, flowId: number): Promise<Map<string, StepCounters>> {
  const steps = new Map<string, StepCounters>();
  const countersOf = (step: string) => {
    const counters = steps.get(step) ?? { entered: 0, sent: 0, delivered: 0, seen: 0, clicked: 0, exits: {} };
    steps.set(step, counters);
    return counters;
  };
  const counted = await db.many<{ step: string; sent: number; delivery: number; seen: number; isClicked: number }>(sql`
    select step, sent, delivery, seen, is_clicked
      from step_statistics
     where page_id = ${pageId} and flow_id = ${flowId}`);
  for (const { step, sent, delivery, seen, isClicked } of counted)
    Object.assign(countersOf(step), { sent, delivered: delivery, seen, clicked: isClicked });
  for (const { step, exit, taken } of await listExits(db, pageId, flowId)) {
    if (exit === "") countersOf(step).entered = taken;
    else countersOf(step).exits[exit] = taken;
  }
  steps.delete("");
  return steps;
}

export async function deleteStepStatistics(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`delete from step_statistics where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
