import { type NumberName, type Numbers, numberNames } from "@banter/core/model/numbers.ts";
import { toolKey } from "@banter/core/model/tools/tool.ts";
import { listFlowEntries } from "../../store/catalog/flows.ts";
import { listKeywordNames } from "../../store/catalog/keywords.ts";
import { listTools } from "../../store/catalog/tools.ts";
import type { Db } from "../../store/db/db.ts";
import { countFailures } from "../../store/runtime/messages/failed.ts";
import { listFlowTotals } from "../../store/runtime/step-statistics.ts";
import { measureAnswers } from "../../store/statistics/person-answers.ts";
import { listDays, sumByKey } from "../../store/statistics/statistics-days.ts";
import { countByWeekHour, type Days, listHours } from "../../store/statistics/statistics-hours.ts";
import { goalsOf } from "./goals.ts";
import { type By, periodBefore, pointOf, pointsOf } from "./period.ts";

export type Point = Numbers & { at: string };
type Page = { id: string; timezone: string };

/** Totals and a series of the page's numbers. */
export async function readNumbers(
  db: Db,
  pageId: string,
  days: Days,
  by: By,
): Promise<{ totals: Numbers; series: Point[] }> {
  const rows = by === "hour" ? await listHours(db, pageId, days) : await listDays(db, pageId, numberNames, days);
  const totals = noNumbers();
  const points = new Map(pointsOf(days, by).map((at) => [at, { at, ...noNumbers() }]));
  for (const { at, what, count } of rows) {
    const point = points.get(pointOf(at, by));
    if (!point || !(what in totals)) continue;
    totals[what] += count;
    point[what] += count;
  }
  return { totals, series: [...points.values()] };
}

const noNumbers = () => Object.fromEntries(numberNames.map((name) => [name, 0])) as Record<NumberName, number>;

/** Everything that the statistics of a page show for a period, beside the period before it. */
export async function readStatistics(db: Db, page: Page, days: Days, by: By) {
  const before = periodBefore(days);
  const [numbers, numbersBefore, busiest, failures, keyed, team] = await Promise.all([
    readNumbers(db, page.id, days, by),
    readNumbers(db, page.id, before, by),
    countByWeekHour(db, page.id, "received", days),
    countFailures(db, page, days, before),
    readKeyed(db, page.id, days, before),
    readTeam(db, page.id, days, before),
  ]);
  return {
    ...{ period: days, before, timezone: page.timezone, by },
    ...{ totals: numbers.totals, totals_before: numbersBefore.totals },
    ...{ series: numbers.series, series_before: numbersBefore.series },
    ...{ busiest, failures, ...keyed, team },
  };
}

const keyedNames = [
  "keyword",
  "flow_start",
  "flow_finish",
  "tool_start",
  "tool_open",
  "tool_goal",
  "tool_goal_value",
] as const;
/** Longer lists are of no use on a screen. */
const maxListed = 300;

async function readKeyed(db: Db, pageId: string, days: Days, before: Days) {
  const [now, then, keywords, flows, tools, allTime] = await Promise.all([
    sumByKey(db, pageId, keyedNames, days).then(lookUp),
    sumByKey(db, pageId, keyedNames, before).then(lookUp),
    listKeywordNames(db, pageId),
    listFlowEntries(db, pageId).then((flows) => new Map(flows.map(({ id, name }) => [id, name]))),
    listTools(db, pageId),
    listFlowTotals(db, pageId),
  ]);
  const idsOf = (known: ReadonlyMap<number, unknown>, ...names: (typeof keyedNames)[number][]) =>
    new Set([...known.keys(), ...names.flatMap((name) => [...now.keys(name), ...then.keys(name)].map(Number))]);
  return {
    keywords: [...idsOf(keywords, "keyword")]
      .map((id) => ({
        ...{ id, name: keywords.get(id) ?? null },
        ...{ hits: now.get("keyword", id), before: then.get("keyword", id) },
      }))
      .sort((one, other) => other.hits - one.hits)
      .slice(0, maxListed),
    tools: tools.map(({ id, name, ref }) => ({
      ...{ id, name },
      ...{ opens: now.get("tool_open", id), opens_before: then.get("tool_open", id) },
      ...{ starts: now.get("tool_start", toolKey({ id, ref })) },
      ...{ starts_before: then.get("tool_start", toolKey({ id, ref })) },
      goals: goalsOf("tool", toolKey({ id, ref }), now.rows),
    })),
    flows: [...idsOf(flows, "flow_start", "flow_finish")]
      .map((id) => ({
        ...{ id, name: flows.get(id) ?? null },
        ...{ starts: now.get("flow_start", id), starts_before: then.get("flow_start", id) },
        ...{ finishes: now.get("flow_finish", id), finishes_before: then.get("flow_finish", id) },
        all_time: allTime.get(id) ?? { sent: 0, delivered: 0, seen: 0, clicked: 0 },
      }))
      .sort((one, other) => other.starts - one.starts)
      .slice(0, maxListed),
  };
}

function lookUp(rows: { what: string; key: string; count: number }[]) {
  const counts = new Map(rows.map(({ what, key, count }) => [`${what} ${key}`, count]));
  return {
    rows,
    get: (what: string, key: string | number) => counts.get(`${what} ${key}`) ?? 0,
    keys: (what: string) => rows.filter((row) => row.what === what).map(({ key }) => key),
  };
}

async function readTeam(db: Db, pageId: string, days: Days, before: Days) {
  const [now, then] = await Promise.all([measureAnswers(db, pageId, days), measureAnswers(db, pageId, before)]);
  const times = ({ answers, medianSeconds, p90Seconds }: (typeof now)[number]) => ({
    ...{ answers, median_seconds: medianSeconds, p90_seconds: p90Seconds },
  });
  const [all, allBefore] = [now, then].map((rows) => rows.find(({ isAll }) => isAll));
  return {
    all: all ? times(all) : null,
    all_before: allBefore ? times(allBefore) : null,
    members: now.filter(({ isAll }) => !isAll).map((row) => ({ ...times(row), user_id: row.userId, name: row.name })),
  };
}
