import type { Anchors } from "../anchors/index.ts";
import type { Round } from "../jobs/rounds.ts";
import type { Figure } from "../measure.ts";
import { listAims } from "./aims.ts";
import { printOthers } from "./other-tables.ts";
import { fixed, printRows } from "./print.ts";
import { median, type Rate, rates, ratioTo } from "./ratios.ts";
import type { Results } from "./results.ts";

/** Prints the medians of the rounds. Each ratio is to the mean of the anchors just before and after its round. */
export function printTable(results: Results): void {
  const { jobs, j1, growth = [], callsPerSecond } = results;
  const grown = growth.map(({ stored, rounds }): [string, Round[]] => [`J7 ${stored} customers`, rounds]);
  const loads = [...Object.entries(jobs).map(([name, { rounds }]): [string, Round[]] => [name, rounds]), ...grown];
  const rows = [...loads.flatMap(([name, rounds]) => rowsOf(name, rounds)), ...(j1 ? otherRows(j1) : [])];
  if (rows.length > 0) printRows(["job", "jobs/s", ...rates.map((rate) => `/${rate}`), ...costs], rows);
  printNotes(callsPerSecond);

  const anchors = Object.values(jobs).flatMap(({ rounds }) => rounds.flatMap(({ before, after }) => [before, after]));
  if (anchors.length > 0) printRows(["anchor, per second", "median", "min", "max"], anchorRows(anchors));
  printOthers(results);
  const aims = listAims(results).map(({ what, aim, value, isMet }) => [what, aim, fixed(value), isMet ? "yes" : "NO"]);
  printRows(["target", "", "measured", "met"], aims);
}

function printNotes(callsPerSecond: number | null): void {
  const pace = callsPerSecond ?? 40;
  const origin = callsPerSecond === null ? "Messenger's default" : "the pages' setting";
  console.log(`
server, pg, load ms: processor time per job; load includes the platform's stand-in.
faults: refused, delivered twice or out of order. look-ups: profiles of new customers.
others: processors busy with other programs; above 0.1 the figures are unreliable.
Half of the customers are new, half come back. 32 jobs run at a time; 256 if it says so, in the two rows after, and in J7.
With echoes and receipts, each job has five more webhooks: two sent, two delivered, one read.
Pages may make ${pace} calls per second (${origin}): at most ${pace / 2} jobs/s on one page, ${pace * 32} on 64.
All other settings are the defaults, except the API's rate limit in J2, J4 and J5. Servers are warmed up.`);
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
