import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import type { Browser } from "../../../server/test/people.ts";
import { nowMs } from "../../clock.ts";
import type { AudiencePage } from "../../prepare/audience.ts";
import type { Bench } from "../pairs.ts";
import { type Hall, openHall } from "./hall.ts";

/** `coldMs`: the first count after the start, with nothing in PostgreSQL's buffers. A count that takes too long is repeated. */
export type SegmentFigure = { customers: number; found: number; coldMs: number; warmMs: number[] };

const times = 10;

/** Counts a segment of ten conditions through the management API. */
export async function runSegment({ place }: Bench, hall: Hall, page: AudiencePage): Promise<SegmentFigure> {
  const { server, api } = await openHall(place, hall);
  const condition = tenConditions(page);
  const cold = await count(api, page, condition);
  const warmMs: number[] = [];
  for (let nth = 0; nth < times; nth++) warmMs.push((await count(api, page, condition)).ms);
  await server.stop();
  return { customers: page.customers, found: cold.found, coldMs: cold.ms, warmMs };
}

async function count(api: Browser["api"], { id: page_id }: AudiencePage, condition: SegmentCondition) {
  const startedAt = nowMs();
  for (let tries = 0; ; tries++)
    try {
      const call = { params: { page_id }, body: { condition } };
      const { count: found } = await api("POST /pages/:page_id/segments/count", call);
      return { found, ms: nowMs() - startedAt };
    } catch (error) {
      if (tries === 20) throw error;
    }
}

/** Tags, fields of every type, language, times and the customer's own row. */
const tenConditions = ({ tags }: AudiencePage): SegmentCondition => ({
  match: "all",
  rules: [
    { type: "tag", tag_id: tags.vip, has: true },
    { type: "tag", tag_id: tags.asleep, has: false },
    { type: "field", field: "city", operator: "not_equals", value: "Huế" },
    { type: "field", field: "orders", operator: "greater", value: "5" },
    { type: "field", field: "last_order", operator: "less", value: "2026-12-01" },
    { type: "field", field: "email", operator: "is_set" },
    { type: "locale", locales: ["vi"], is: true },
    { type: "first_seen", within: true, days: 3000 },
    { type: "last_active", within: true, days: 30 },
    { type: "subscription", subscription: "unsubscribed", is: false },
  ],
});
