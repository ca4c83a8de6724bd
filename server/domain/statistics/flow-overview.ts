import type { Db } from "../../store/db/db.ts";
import { sumByKey } from "../../store/statistics/statistics-days.ts";
import type { Days } from "../../store/statistics/statistics-hours.ts";
import { addDays, todayIn } from "./period.ts";

type FlowNumbers = { flowId: number; starts: number; finishes: number };

const overviewDays = 30;

/** How often each flow of the page was started and finished lately; without those that were not. */
export async function readFlowNumbers(
  db: Db,
  page: { id: string; timezone: string },
): Promise<{ period: Days; numbers: FlowNumbers[] }> {
  const to = todayIn(page.timezone);
  const period = { from: addDays(to, 1 - overviewDays), to };
  const sums = await sumByKey(db, page.id, ["flow_start", "flow_finish"], period);
  const numbers = new Map<string, FlowNumbers>();
  for (const { what, key, count } of sums) {
    const flow = numbers.get(key) ?? { flowId: Number(key), starts: 0, finishes: 0 };
    numbers.set(key, what === "flow_start" ? { ...flow, starts: count } : { ...flow, finishes: count });
  }
  return { period, numbers: [...numbers.values()] };
}
