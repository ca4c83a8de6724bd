import pg from "pg";
import type { Database, Db } from "../store/db/db.ts";
import { type Sql, statementOf } from "../store/db/sql.ts";

/** Collects the texts of all further statements outside transactions. */
export function watchStatements(db: Database): string[] {
  const texts: string[] = [];
  const query = db.pool.query.bind(db.pool) as (config: { text: string }) => unknown;
  Object.assign(db.pool, {
    query(config: { text: string }) {
      texts.push(config.text);
      return query(config);
    },
  });
  return texts;
}

/** Records the statements that functions would run. */
export function recorder({ isDistributed = false } = {}): { db: Db; statements: Sql[] } {
  const statements: Sql[] = [];
  const many = async (query: Sql) => {
    statements.push(query);
    return [];
  };
  const db = {
    many,
    find: async (query: Sql) => void (await many(query)),
    get: async (query: Sql) => {
      await many(query);
      return {};
    },
    count: async (query: Sql) => (await many(query)).length,
    isDistributed: async () => isDistributed,
  } as unknown as Db;
  return { db, statements };
}

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};

/** The generic plan of a statement, which does not depend on its values. */
export async function planOf({ pool }: Database, statement: Sql): Promise<Plan> {
  const client = await pool.connect();
  try {
    const { text, values } = statementOf(statement);
    await client.query(`prepare hot as ${text}`);
    const nulls = values.map(() => "null").join(", ");
    const { rows } = await client.query(`explain (format json) execute hot${nulls && `(${nulls})`}`);
    await client.query("deallocate hot");
    return rows[0]["QUERY PLAN"][0].Plan;
  } finally {
    client.release();
  }
}

/** Reads of one of these tables from end to end. */
export function scansOf(plan: Plan, bigTables: string[]): string[] {
  const table = plan["Relation Name"] ?? "";
  const isWhole = plan["Node Type"] === "Seq Scan" || (/^Index/.test(plan["Node Type"]) && !plan["Index Cond"]);
  const own = bigTables.includes(table) && isWhole ? [`${plan["Node Type"]} on ${table}`] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((inner) => scansOf(inner, bigTables))];
}

/** The indexes that a plan uses. */
export function indexesOf(plan: Plan): string[] {
  const name = plan["Index Name"];
  return [...(name ? [name] : []), ...(plan.Plans ?? []).flatMap(indexesOf)];
}

/** The greatest number of shards that a part of the statement runs on, on Citus. */
export async function shardsOf({ pool }: Database, statement: Sql): Promise<number> {
  const client = await pool.connect();
  try {
    const { text, values } = statementOf(statement);
    await client.query(`prepare spread as ${text}`);
    const literals = values.map(literalOf).join(", ");
    const { rows } = await client.query(`explain (format json) execute spread${literals && `(${literals})`}`);
    const counts = JSON.stringify(rows[0]["QUERY PLAN"]).matchAll(/"Task Count":(\d+)/g);
    return Math.max(0, ...[...counts].map(([, count]) => Number(count)));
  } finally {
    client.release(true);
  }
}

function literalOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join(",")}}`);
  return pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : String(value));
}
