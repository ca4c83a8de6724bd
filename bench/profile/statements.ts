import { fixed, printRows } from "../report/print.ts";
import { asSuperuser } from "../superuser.ts";

/** Resets PostgreSQL's statement counters. */
export const resetStatements = (url: string) => asSuperuser(url, "select pg_stat_statements_reset()");

type Row = { query: string; calls: number; exec_ms: number; plan_ms: number; rows: number };

/** Prints the statements of Banter's database that took the most time for planning and execution. */
export async function printStatements(url: string, database: string, top = 15): Promise<void> {
  const rows = await asSuperuser<Row>(
    url,
    `select query, calls::float8, rows::float8, total_exec_time as exec_ms, total_plan_time as plan_ms
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = '${database}')
      order by total_exec_time + total_plan_time desc`,
  );
  const total = rows.reduce((sum, { exec_ms, plan_ms }) => sum + exec_ms + plan_ms, 0);
  const cells = rows
    .slice(0, top)
    .map(({ query, calls, exec_ms, plan_ms, rows }) => [
      query.replaceAll(/\s+/g, " ").trim().slice(0, 90),
      ...[
        `${fixed(((exec_ms + plan_ms) / total) * 100)} %`,
        String(calls),
        fixed(exec_ms / calls),
        fixed(plan_ms / calls),
      ],
      fixed(rows / calls),
    ]);
  printRows(["statement", "of all time", "calls", "exec ms a call", "plan ms a call", "rows a call"], cells);
}
