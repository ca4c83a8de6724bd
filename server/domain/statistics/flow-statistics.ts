import type { Db } from "../../store/db/db.ts";
import { sumByKey } from "../../store/statistics/statistics-days.ts";
import type { Days } from "../../store/statistics/statistics-hours.ts";
import { sumSteps } from "../../store/statistics/step-days.ts";
import { getFlow } from "../catalog/flows.ts";

type StepNumbers = { entered: number; exits: Record<string, number>; clicks: Record<string, number> };

/** The numbers of a flow's steps in a period. */
export async function readFlowStatistics(db: Db, pageId: string, flowId: number, period: Days) {
  await getFlow(db, pageId, flowId);
  const [rows, sums] = await Promise.all([
    sumSteps(db, pageId, flowId, period),
    sumByKey(db, pageId, ["flow_start", "flow_finish"], period),
  ]);
  const sumOf = (name: string) => sums.find(({ what, key }) => what === name && key === String(flowId))?.count ?? 0;
  const steps = new Map<string, StepNumbers>();
  for (const { step, exit, count } of rows) {
    if (step === "") continue;
    const numbers = steps.get(step) ?? { entered: 0, exits: {}, clicks: {} };
    steps.set(step, numbers);
    if (exit === "") numbers.entered = count;
    else if (exit.startsWith("#")) numbers.clicks[exit.slice(1)] = count;
    else numbers.exits[exit] = count;
  }
  return { period, starts: sumOf("flow_start"), finishes: sumOf("flow_finish"), steps: Object.fromEntries(steps) };
}
