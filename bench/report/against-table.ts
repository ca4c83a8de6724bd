import type { AgainstResult, Contest } from "../jobs/against.ts";
import type { Figure } from "../measure.ts";
import { printIdle } from "./idle-table.ts";
import { fixed, printRows, spreadOf } from "./print.ts";
import { median } from "./ratios.ts";

/** The columns. Ratios are those of the turns, this tree divided by the other: median (min-max). */
const columns = {
  "jobs/s": "jobsPerSecond",
  "server ms": "serverCpuMs",
  "pg ms": "postgresCpuMs",
  "WAL B": "walBytes",
  statements: "statements",
  rows: "rows",
  "p50 ms": "p50",
  "p99 ms": "p99",
  "RSS MB": "megabytesAfter",
} as const;
const keys = Object.values(columns);

export function printAgainst({ folder, contests, idle }: AgainstResult): void {
  const rows = Object.entries(contests).flatMap(([name, turns]) => rowsOf(name, turns));
  printRows([`J1 against ${folder}`, "of the floor", ...Object.keys(columns), "others busy"], rows);
  if (idle) printIdle({ "this tree": idle.own, "the other": idle.other }, "idle, 64 pages");
}

function rowsOf(name: string, turns: Contest[]): string[][] {
  const side = (pick: (turn: Contest) => Figure) => [
    name.includes("20/s") ? "" : spreadOf(turns.map((turn) => pick(turn).jobsPerSecond / turn.floor.jobsPerSecond)),
    ...[...keys, "othersBusy" as const].map((key) => fixed(median(turns.map((turn) => pick(turn)[key])))),
  ];
  return [
    [`${name}: this tree`, ...side(({ own }) => own)],
    ["  the other", ...side(({ other }) => other)],
    ["  ratio", "", ...keys.map((key) => spreadOf(turns.map(({ own, other }) => own[key] / other[key]))), ""],
  ];
}
