import type { Pair } from "../jobs/pairs.ts";
import type { Figure } from "../measure.ts";
import { callsPerSecond } from "../prepare/pages.ts";
import { listAims } from "./aims.ts";
import { printOthers } from "./other-tables.ts";
import { fixed, printRows, spreadOf } from "./print.ts";
import { median, ratioOf } from "./ratios.ts";
import type { Results } from "./results.ts";

/** Prints the medians of the pairs, and the ratio of each pair's rates with its spread. */
export function printTable(results: Results): void {
  const { jobs, j1, growth = [] } = results;
  const grown = growth.map(({ stored, pairs }): [string, Pair[]] => [`J7 ${stored} customers`, pairs]);
  const loads: [string, Pair[]][] = [...Object.entries(jobs), ...grown, ...(j1 ? [pacedRow(j1.paced)] : [])];
  const rows = loads.flatMap(([name, pairs]) => rowsOf(name, pairs));
  if (rows.length > 0) {
    printRows(["job", "jobs/s", "of the floor", ...Object.keys(costs), ...counts], rows);
    printNotes();
  }
  printOthers(results);
  const aims = listAims(results).map(({ what, aim, value, isMet }) => [what, aim, fixed(value), isMet ? "yes" : "NO"]);
  printRows(["target", "", "measured", "met"], aims);
}

function printNotes(): void {
  console.log(`
of the floor: the job's rate divided by that of the durable floor just before it; median of the pairs (min-max).
server, pg, load ms: processor time per job; load includes the platform's stand-in.
WAL, statements, rows: per job; rows are those that statements return or change.
faults: refused, delivered twice or out of order. look-ups: names of new customers.
others: processors busy with other programs; above 0.1 the figures are unreliable.
new: the share of customers who write for the first time; each costs a look-up of the name at the platform.
In J5, J7, nodes and soak, half of the customers are new. J2 runs 32 jobs at a time, J7 and nodes 256.
With echoes and receipts, each job has five more webhooks: two sent, two delivered, one read.
Pages may make ${callsPerSecond} calls per second: at most ${callsPerSecond / 2} jobs/s on one page.
All other settings are the defaults, except the API's rate limit in J2, J4 and J5. Servers are warmed up.`);
}

/** The columns of a job's cost. */
const costs = {
  "server ms": "serverCpuMs",
  "pg ms": "postgresCpuMs",
  "load ms": "loadCpuMs",
  "WAL B": "walBytes",
  statements: "statements",
  rows: "rows",
  "p50 ms": "p50",
  "p99 ms": "p99",
} as const;
const counts = ["RSS MB", "lost", "faults", "look-ups", "others"];

const pacedRow = (paced: Pair): [string, Pair[]] => ["J1 at 20/s", [paced]];

function rowsOf(name: string, pairs: Pair[]): string[][] {
  const ratio = name.includes("20/s") ? "" : spreadOf(pairs.map(ratioOf));
  const [floors, figures] = [pairs.map(({ floor }) => floor), pairs.map(({ figure }) => figure)];
  return [
    [name, perSecond(figures), ratio, ...costsOf(figures)],
    ["  the floor", perSecond(floors), "", ...costsOf(floors)],
  ];
}

const perSecond = (figures: Figure[]) => fixed(median(figures.map((each) => each.jobsPerSecond)));

function costsOf(figures: Figure[]): string[] {
  const middle = (pick: (figure: Figure) => number) => fixed(median(figures.map(pick)));
  const sum = (pick: (figure: Figure) => number) => String(figures.reduce((total, each) => total + pick(each), 0));
  return [
    ...Object.values(costs).map((key) => middle((each) => each[key])),
    fixed(figures.at(-1)?.megabytesAfter ?? Number.NaN),
    sum(({ lost }) => lost),
    sum(({ refused, duplicates, disordered }) => refused + duplicates + disordered),
    sum(({ lookups }) => lookups),
    middle(({ othersBusy }) => othersBusy),
  ];
}
