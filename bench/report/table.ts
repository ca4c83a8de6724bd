import type { Anchors } from "../anchors/index.ts";
import type { Round } from "../jobs/rounds.ts";
import type { Figure } from "../measure.ts";
import { listAims } from "./aims.ts";
import { printOthers } from "./other-tables.ts";
import { fixed, printRows } from "./print.ts";
import { median, type Rate, rates, ratioTo } from "./ratios.ts";
import type { Results } from "./results.ts";

/** What was measured, for people: medians of the rounds; each ratio is to the mean of the anchors around its round. */
export function printTable(results: Results): void {
  const { jobs, j1, growth = [], callsPerSecond } = results;
  const grown = growth.map(({ stored, rounds }): [string, Round[]] => [`J7 ${stored} customers`, rounds]);
  const loads = [...Object.entries(jobs).map(([name, { rounds }]): [string, Round[]] => [name, rounds]), ...grown];
  const rows = [...loads.flatMap(([name, rounds]) => rowsOf(name, rounds)), ...(j1 ? otherRows(j1) : [])];
  if (rows.length > 0) printRows(["job", "jobs/s", ...rates.map((rate) => `/${rate}`), ...costs], rows);
  const pace = callsPerSecond ?? 40;
  console.log(
    `
ms: processor time a job, of the server and of PostgreSQL. load: of the load and the platform's stand-in. others: processors busy with what is not ours.
faults: refused, delivered twice or out of order. Pages are allowed ${pace} calls a second (${
      callsPerSecond === null ? "Messenger's default" : "their setting"
    }): at most ${pace / 2} jobs/s on one page and ${pace * 32} on 64.
32 jobs are under way, or 256 where more are. Half of the customers are new, half come back. All other settings are the
defaults; the API's rate limit is lifted for J2, J4 and J5. Servers are warmed up for a few seconds.`,
  );

  const anchors = Object.values(jobs).flatMap(({ rounds }) => rounds.flatMap(({ before, after }) => [before, after]));
  if (anchors.length > 0) printRows(["anchor, a second", "median", "least", "most"], anchorRows(anchors));
  printOthers(results);
  const aims = listAims(results).map(({ what, aim, value, isMet }) => [what, aim, fixed(value), isMet ? "yes" : "NO"]);
  printRows(["aim", "", "is", "met"], aims);
}

const costs = ["server ms", "pg ms", "load ms", "p50 ms", "p99 ms", "RSS MB", "lost", "faults", "look-ups", "others"];

function rowsOf(name: string, rounds: Round[]): string[][] {
  const ratios = rates.map((rate) => fixed(median(rounds.map((round) => ratioTo(rate, round)))));
  const figures = rounds.map(({ figure }) => figure);
  return [[name, perSecond(figures), ...ratios, ...costsOf(figures)], floorRow(rounds)];
}

function otherRows({ paced, inARow }: NonNullable<Results["j1"]>): string[][] {
  const row = (name: string, figures: Figure[]) => [
    name,
    perSecond(figures),
    ...rates.map(() => ""),
    ...costsOf(figures),
  ];
  return [
    row("J1 at 20/s", [paced.figure]),
    row("  the floor at 20/s", paced.floor),
    row("J1 three in a row, 150/s", [inARow]),
  ];
}

function floorRow(rounds: Round[]): string[] {
  const around = rounds.flatMap(({ before, after }) => [before, after]);
  const ratios = rates.map((rate) => fixed(median(around.map((each) => each.floor / each[rate]))));
  const figures = around.map(({ floorFigure }) => floorFigure);
  return ["  the floor beside it", perSecond(figures), ...ratios, ...costsOf(figures)];
}

const perSecond = (figures: Figure[]) => fixed(median(figures.map((each) => each.jobsPerSecond)));

function costsOf(figures: Figure[]): string[] {
  const middle = (pick: (figure: Figure) => number) => fixed(median(figures.map(pick)));
  const sum = (pick: (figure: Figure) => number) => String(figures.reduce((total, each) => total + pick(each), 0));
  return [
    ...(["serverCpuMs", "postgresCpuMs", "loadCpuMs", "p50", "p99"] as const).map((key) => middle((each) => each[key])),
    fixed(figures.at(-1)?.megabytesAfter ?? Number.NaN),
    sum(({ lost }) => lost),
    sum(({ refused, duplicates, disordered }) => refused + duplicates + disordered),
    sum(({ lookups }) => lookups),
    middle(({ othersBusy }) => othersBusy),
  ];
}

const anchorNames: Record<Rate, string> = {
  echo: "Fastify echo, 64 connections",
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
