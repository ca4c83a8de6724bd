import { listAims } from "./aims.ts";
import type { Anchors } from "./anchors/index.ts";
import type { JobResult, Round } from "./jobs.ts";
import { mean, median, type Rate, ratioTo } from "./ratios.ts";
import type { Results } from "./results.ts";

/** What was measured, for people: medians of the rounds; each ratio is to the mean of the anchors around its round. */
export function printTable(results: Results): void {
  const { jobs, inMemory } = results;
  print(
    [...head],
    Object.entries(jobs).flatMap(([name, job]) => rowsOf(name, job)),
  );
  console.log("\nms: processor time a job. others: processors busy with what is not ours, of all the machine has.");

  const anchors = Object.values(jobs).flatMap(({ rounds }) => rounds.flatMap(({ before, after }) => [before, after]));
  if (anchors.length > 0) print(["anchor", "median", "least", "most"], anchorRows(anchors));
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

const rates: Rate[] = ["echo", "commits", "posts", "floor"];
const costs = ["server ms", "pg ms", "p50 ms", "p99 ms", "RSS MB", "lost", "twice", "others"];
const head = ["job", "jobs/s", ...rates.map((rate) => `/${rate}`), ...costs];

function rowsOf(name: string, { megabytesAtStart, rounds, floorPaces }: JobResult): string[][] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const sum = (pick: (round: Round) => number) => String(rounds.reduce((total, round) => total + pick(round), 0));
  const isPaced = floorPaces.length > 0;
  const row = [
    name,
    fixed(of(({ figure }) => figure.jobsPerSecond)),
    ...rates.map((rate) => (isPaced ? "" : fixed(of((round) => ratioTo(rate, round))))),
    fixed(of(({ figure }) => figure.serverCpuMs)),
    fixed(of(({ figure }) => figure.postgresCpuMs)),
    fixed(of(({ figure }) => figure.p50)),
    fixed(of(({ figure }) => figure.p99)),
    `${megabytesAtStart.toFixed(0)} to ${rounds.at(-1)?.figure.megabytesAfter.toFixed(0)}`,
    sum(({ figure }) => figure.lost + figure.refused),
    sum(({ figure }) => figure.duplicates + figure.disordered),
    fixed(of(({ figure }) => figure.othersBusy)),
  ];
  if (!isPaced) return [row];
  const paced = (pick: (pace: (typeof floorPaces)[number]) => number) => fixed(median(floorPaces.map(pick)));
  return [
    row,
    [
      "  the floor so",
      paced((pace) => pace.jobsPerSecond),
      "",
      "",
      "",
      "",
      "",
      "",
      paced(({ p50 }) => p50),
      paced(({ p99 }) => p99),
    ],
  ];
}

const anchorNames: Record<keyof Anchors, string> = {
  echo: "Fastify echo, 32 connections, /s",
  commits: "single-row commits, 8 clients, /s",
  posts: "undici posts to the stand-in, /s",
  floor: "durable floor, jobs/s",
  floorCpuMs: "durable floor, ms a job",
  floorP50: "durable floor, p50 ms",
};

function anchorRows(anchors: Anchors[]): string[][] {
  return Object.entries(anchorNames).map(([key, name]) => {
    const values = anchors.map((each) => each[key as keyof Anchors]);
    return [name, fixed(median(values)), fixed(Math.min(...values)), fixed(Math.max(...values))];
  });
}

const fixed = (value: number) => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);

function print(head: string[], rows: string[][]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  console.log(`\n${[head, ...rows].map((cells) => cells.map(pad).join("  ")).join("\n")}`);
}
