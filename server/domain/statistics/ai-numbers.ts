import { modelDeeds } from "@banter/core/flow/trace.ts";
import { listFlowEntries } from "../../store/catalog/flows.ts";
import type { Db } from "../../store/db/db.ts";
import { listDaysByKey, sumByKey } from "../../store/statistics/statistics-days.ts";
import type { Days } from "../../store/statistics/statistics-hours.ts";
import { sumSteps } from "../../store/statistics/step-days.ts";

const keys = [...modelDeeds.filter((deed) => deed !== "tools" && deed !== "dropped"), "tokens", "cost"] as const;
type Numbers = Record<(typeof keys)[number], number>;

const noNumbers = () => Object.fromEntries(keys.map((key) => [key, 0])) as Numbers;

/** Results of AI steps in a period, by step and by day. `conversations` is how often a step was entered. */
export async function readAiNumbers(db: Db, pageId: string, period: Days) {
  const rows = await listDaysByKey(
    db,
    pageId,
    keys.map((key) => `ai_${key}`),
    period,
  );
  const days = new Map<string, Numbers>();
  const steps = new Map<string, Numbers>();
  for (const { at, what, key, count } of rows) {
    const name = what.slice("ai_".length) as keyof Numbers;
    for (const [numbers, place] of [[days, at] as const, [steps, key] as const]) {
      const found = numbers.get(place) ?? noNumbers();
      found[name] += count;
      numbers.set(place, found);
    }
  }
  const names = new Map((await listFlowEntries(db, pageId)).map(({ id, name }) => [id, name]));
  const entered = await readEntered(db, pageId, steps.keys(), period);
  const tools = await sumByKey(db, pageId, ["ai_tool"], period);
  return {
    period,
    days: [...days].map(([at, numbers]) => ({ at, ...numbers })),
    steps: [...steps].map(([key, numbers]) => {
      const [id, step] = placeOf(key);
      const flow = { id, name: names.get(id) ?? null };
      return { flow, step, conversations: entered.get(key) ?? 0, ...numbers, tools: toolsOf(tools, key) };
    }),
  };
}

/** The tools that a step's model has used, by name. */
function toolsOf(counted: { key: string; count: number }[], step: string): { name: string; count: number }[] {
  const tools = counted.map(({ key, count }) => ({ at: key.lastIndexOf(" "), key, count }));
  return tools
    .filter(({ at, key }) => key.slice(0, at) === step)
    .map(({ at, key, count }) => ({ name: key.slice(at + 1), count }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name));
}

function placeOf(key: string): [flowId: number, step: string] {
  const space = key.indexOf(" ");
  return [Number(key.slice(0, space)), key.slice(space + 1)];
}

async function readEntered(
  db: Db,
  pageId: string,
  places: Iterable<string>,
  period: Days,
): Promise<Map<string, number>> {
  const entered = new Map<string, number>();
  for (const flowId of new Set([...places].map((key) => placeOf(key)[0])))
    for (const { step, exit, count } of await sumSteps(db, pageId, flowId, period))
      if (exit === "") entered.set(`${flowId} ${step}`, count);
  return entered;
}
