import type { NodesFigure } from "../jobs/nodes.ts";
import type { RepeatedCallsFigure } from "../load/repeated-calls.ts";
import { fixed, printRows } from "./print.ts";

export function printNodes(figures: NodesFigure[]): void {
  printRows(
    ["nodes, J1 with 256 under way", "jobs/s", "server ms", "pg ms", "p50 ms", "p99 ms", "RSS MB", "lost", "others"],
    figures.map(({ nodes, saturated }) => [
      String(nodes),
      ...(
        ["jobsPerSecond", "serverCpuMs", "postgresCpuMs", "p50", "p99", "megabytesAfter", "lost", "othersBusy"] as const
      ).map((key) => fixed(saturated[key])),
    ]),
  );
  const rows = figures.flatMap(({ nodes, takeOver, restart }) => [
    ...(takeOver ? [rowOf(`${nodes}, one killed`, takeOver)] : []),
    ...(restart ? [rowOf(`${nodes}, all replaced by SIGHUP`, restart)] : []),
  ]);
  printRows(
    ["nodes at 100 jobs/s", "jobs", "failed calls", "refused", "p50 ms", "slowest ms", "lost", "twice", "disordered"],
    rows,
  );
}

function rowOf(
  name: string,
  { calls, failed, refused, p50, slowest, lost, duplicates, disordered }: RepeatedCallsFigure,
) {
  return [
    name,
    ...[calls, failed, refused].map(String),
    fixed(p50),
    fixed(slowest),
    ...[lost, duplicates, disordered].map(String),
  ];
}
