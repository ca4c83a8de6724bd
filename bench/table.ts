import { listAims } from "./aims.ts";
import type { Anchors } from "./anchors/index.ts";
import type { JobResult } from "./jobs.ts";
import type { Figure } from "./measure.ts";
import { mean, median, type Rate, rates, ratioTo } from "./ratios.ts";
import type { Results } from "./results.ts";

/** What was measured, for people: medians of the rounds; each ratio is to the mean of the anchors around its round. */
export function printTable(results: Results): void {
  const { jobs, inMemory } = results;
  const rows = Object.entries(jobs).flatMap(([name, job]) => [rowOf(name, job), floorRowOf(job)]);
  print(["job", "jobs/s", ...rates.map((rate) => `/${rate}`), ...costs], rows);
  console.log("\nms: processor time a job. others: processors busy with what is not ours, of all the machine has.");

  const anchors = Object.values(jobs).flatMap(({ rounds }) => rounds.flatMap(({ before, after }) => [before, after]));
  if (anchors.length > 0) print(["anchor, a second", "median", "least", "most"], anchorRows(anchors));
  if (inMemory) {
    const echo = mean(inMemory.before.echo, inMemory.after.echo);
    const rows = Object.entries(inMemory.figure).map(([name, { microseconds, perSecond }]) => [
      ...[name, fixed(microseconds), fixed(perSecond), fixed(perSecond / echo)],
    ]);
    print(["J3 in memory", "µs", "a second", "/echo"], rows);
  }
  const aims = listAims(results).map(({ what, aim, value, isMet }) => [what, aim, fixed(value), isMet ? "yes" : "NO"]);
  print(["aim", "", "is", "met"], aims);
}

const costs = ["server ms", "pg ms", "p50 ms", "p99 ms", "RSS MB", "lost", "twice", "others"];

function rowOf(name: string, { megabytesAtStart, rounds, floorPaces }: JobResult): string[] {
  const figures = rounds.map(({ figure }) => figure);
  const sum = (pick: (figure: Figure) => number) => String(figures.reduce((total, each) => total + pick(each), 0));
  const ratio = (rate: Rate) => fixed(median(rounds.map((round) => ratioTo(rate, round))));
  return [
    ...[name, fixed(median(figures.map((each) => each.jobsPerSecond)))],
    // At a given pace there is nothing to compare but latency.
    ...rates.map((rate) => (floorPaces.length > 0 ? "" : ratio(rate))),
    ...costsOf(figures),
    `${fixed(megabytesAtStart)} to ${fixed(figures.at(-1)?.megabytesAfter ?? Number.NaN)}`,
    ...[sum((each) => each.lost + each.refused), sum((each) => each.duplicates + each.disordered)],
    fixed(median(figures.map((each) => each.othersBusy))),
  ];
}

function floorRowOf({ rounds, floorPaces }: JobResult): string[] {
  const around = rounds.flatMap(({ before, after }) => [before, after]);
  const ratios = rates.map((rate) => fixed(median(around.map((each) => each.floor / each[rate]))));
  const figures = floorPaces.length > 0 ? floorPaces : around.map(({ floorFigure }) => floorFigure);
  const perSecond = fixed(median(figures.map((each) => each.jobsPerSecond)));
  return ["  the floor so", perSecond, ...(floorPaces.length > 0 ? rates.map(() => "") : ratios), ...costsOf(figures)];
}

const costsOf = (figures: Figure[]) =>
  (["serverCpuMs", "postgresCpuMs", "p50", "p99"] as const).map((key) =>
    fixed(median(figures.map((each) => each[key]))),
  );

const anchorNames: Record<Rate, string> = {
  echo: "Fastify echo, 32 connections",
  commits: "single-row commits, 8 clients",
  posts: "undici posts to the stand-in",
  floor: "durable floor",
};

function anchorRows(anchors: Anchors[]): string[][] {
  return rates.map((rate) => {
    const values = anchors.map((each) => each[rate]);
    return [anchorNames[rate], ...[median(values), Math.min(...values), Math.max(...values)].map(fixed)];
  });
}

const fixed = (value: number) => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);

function print(head: string[], rows: string[][]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  console.log(`\n${[head, ...rows].map((cells) => cells.map(pad).join("  ")).join("\n")}`);
}
