import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/** Counts the messages among the rows of a CTE that have the status `sent`. In order, so that no two statements deadlock. */
export const countSent = (rows: Sql) => sql`
    counted as (
      insert into step_statistics as old (page_id, flow_id, step, sent)
      select page_id, flow_id, coalesce(step, ''), count(*)
        from ${rows} as sent
       where status = 'sent' and flow_id is not null
       group by page_id, flow_id, coalesce(step, '')
       order by page_id, flow_id, coalesce(step, '')
          on conflict (page_id, flow_id, step) do update set sent = old.sent + excluded.sent
    )`;

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
           ${phoneNumbers(pageId, flowId)} as total_phone_number
      from step_statistics
     where page_id = ${pageId} and flow_id = ${flowId}`);
}

/** The same numbers, counted from what they stand for. */
export function recountFlowStatistics(db: Db, pageId: string, flowId: number): Promise<FlowStatistics> {
  return db.get(sql`
    select count(sent_at) as sent, count(delivered_at) as delivery, count(seen_at) as seen,
           coalesce(sum(cardinality(clicked)), 0) as is_clicked, ${phoneNumbers(pageId, flowId)} as total_phone_number
      from messages
     where page_id = ${pageId} and flow_id = ${flowId}`);
}

const phoneNumbers = (pageId: string, flowId: number) => sql`
  (select count(*) from flow_phone_numbers where page_id = ${pageId} and flow_id = ${flowId})`;

export type StepCounters = {
  entered: number;
  sent: number;
  delivered: number;
  seen: number;
  clicked: number;
  exits: Record<string, number>;
};

/** What passed through each step of a flow, by step. */
export async function readStepCounters(db: Db, pageId: string, flowId: number): Promise<Map<string, StepCounters>> {
  const steps = new Map<string, StepCounters>();
  const countersOf = (step: string) => {
    const counters = steps.get(step) ?? { entered: 0, sent: 0, delivered: 0, seen: 0, clicked: 0, exits: {} };
    steps.set(step, counters);
    return counters;
  };
  const fared = await db.many<{ step: string; sent: number; delivery: number; seen: number; isClicked: number }>(sql`
    select step, sent, delivery, seen, is_clicked from step_statistics where page_id = ${pageId} and flow_id = ${flowId}`);
  for (const { step, sent, delivery, seen, isClicked } of fared)
    Object.assign(countersOf(step), { sent, delivered: delivery, seen, clicked: isClicked });
  const taken = await db.many<{ step: string; exit: string; taken: number }>(sql`
    select step, exit, taken from step_exits where page_id = ${pageId} and flow_id = ${flowId}`);
  for (const { step, exit, taken: count } of taken) {
    if (exit === "") countersOf(step).entered = count;
    else countersOf(step).exits[exit] = count;
  }
  steps.delete("");
  return steps;
}
