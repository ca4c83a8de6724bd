import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

export type FlowStatistics = {
  sent: number;
  delivery: number;
  seen: number;
  isClicked: number;
  totalPhoneNumber: number;
};

export async function findFlowStatistics(db: Db, pageId: string, flowId: number): Promise<FlowStatistics> {
  const found = await db.find<FlowStatistics>(sql`
    select sent, delivery, seen, is_clicked, total_phone_number
      from flow_statistics
     where page_id = ${pageId} and flow_id = ${flowId}`);
  return found ?? { sent: 0, delivery: 0, seen: 0, isClicked: 0, totalPhoneNumber: 0 };
}

/** The same numbers, counted from what they stand for. */
export async function recountFlowStatistics(db: Db, pageId: string, flowId: number): Promise<FlowStatistics> {
  return db.get(sql`
    select count(sent_at) as sent, count(delivered_at) as delivery, count(seen_at) as seen,
           coalesce(sum(cardinality(clicked)), 0) as is_clicked,
           (select count(*) from flow_phone_numbers
             where page_id = ${pageId} and flow_id = ${flowId}) as total_phone_number
      from messages
     where page_id = ${pageId} and flow_id = ${flowId}`);
}
