import type { IdleFigure } from "../jobs/idle.ts";
import { fixed, printRows } from "./print.ts";

/** Servers that nobody calls, by name. */
export function printIdle(idle: Record<string, IdleFigure>, title = "idle"): void {
  const rows = Object.entries(idle).map(([name, { startSeconds, answeredSeconds, ...each }]) => [
    ...[name, fixed(startSeconds), answeredSeconds === undefined ? "" : fixed(answeredSeconds)],
    ...(["serverCpuMs", "postgresCpuMs", "statements", "megabytes"] as const).map((key) => fixed(each[key])),
  ]);
  printRows([title, "starts in, s", "all have answered, s", "server ms/s", "pg ms/s", "statements/s", "RSS MB"], rows);
}
