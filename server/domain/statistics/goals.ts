import type { Goal } from "@banter/core/flow/happenings/goal.ts";
import { listFlowEntries } from "../../store/catalog/flows.ts";
import type { Db } from "../../store/db/db.ts";
import { sumByKey } from "../../store/statistics/statistics-days.ts";
import type { Days } from "../../store/statistics/statistics-hours.ts";
import { periodBefore } from "./period.ts";

/** Values are summed in thousandths: the smallest part of any currency. */
const parts = 1000;

/** A goal is counted by its name, its flow and its currency. */
export const goalKey = ({ name, flow, currency }: Goal): string =>
  JSON.stringify([name, flow ?? null, currency ?? null]);

export const goalParts = ({ value = 0 }: Goal): number => Math.round(value * parts);

/** The same for what led to it: a broadcast's send, or a tool. */
export const causedGoalKey = (cause: number | string, { name, currency }: Pick<Goal, "name" | "currency">): string =>
  `${cause} ${JSON.stringify([name, currency ?? null])}`;

type CausedGoal = { name: string; currency: string | null; count: number; value: number };

/** The goals that a send or a tool led to, among all counts, those with the highest value first. */
export function goalsOf(
  kind: "plan" | "tool",
  cause: number | string,
  rows: { what: string; key: string; count: number }[],
): CausedGoal[] {
  const own = rows.filter(({ what, key }) => what.startsWith(`${kind}_goal`) && key.startsWith(`${cause} `));
  const sumOf = (what: string, key: string) => own.find((row) => row.what === what && row.key === key)?.count ?? 0;
  const goals = [...new Set(own.map(({ key }) => key))].map((key) => {
    const [name, currency] = JSON.parse(key.slice(String(cause).length + 1)) as [string, string | null];
    return { name, currency, count: sumOf(`${kind}_goal`, key), value: sumOf(`${kind}_goal_value`, key) / parts };
  });
  return goals.sort((one, other) => other.value - one.value || other.count - one.count);
}

type Key = [name: string, flow: number | null, currency: string | null];

/** Goals of a period and of the one before it, those with the highest value first. */
export async function readGoals(db: Db, pageId: string, days: Days) {
  const before = periodBefore(days);
  const names = ["goal", "goal_value"];
  const [now, then] = [await sumByKey(db, pageId, names, days), await sumByKey(db, pageId, names, before)];
  const flows = new Map((await listFlowEntries(db, pageId)).map(({ id, name }) => [id, name]));
  const sumOf = (rows: typeof now, what: string, key: string) =>
    rows.find((row) => row.what === what && row.key === key)?.count ?? 0;
  const goals = [...new Set([...now, ...then].map(({ key }) => key))].map((key) => {
    const [name, flow, currency] = JSON.parse(key) as Key;
    return {
      ...{ name, currency },
      flow: flow === null ? null : { id: flow, name: flows.get(flow) ?? null },
      ...{ count: sumOf(now, "goal", key), count_before: sumOf(then, "goal", key) },
      value: sumOf(now, "goal_value", key) / parts,
      value_before: sumOf(then, "goal_value", key) / parts,
    };
  });
  return {
    ...{ period: days, before },
    goals: goals.sort((one, other) => other.value - one.value || other.count - one.count).slice(0, maxListed),
  };
}

/** Longer lists are of no use on a screen. */
const maxListed = 300;
