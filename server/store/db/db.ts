import { createHash } from "node:crypto";
import pg from "pg";
import { type Sealer, withoutKeys } from "../../encryption/sealer.ts";
import { isConnectionError, isDiskFull, isSilence } from "./errors.ts";
import { type Sql, sql, statementOf, textOf } from "./sql.ts";
import { WatchedPool } from "./watched-pool.ts";

/** A pool or a transaction. Rows have camelCase keys, and numbers for bigint. */
export type Db = {
  many<Row>(query: Sql): Promise<Row[]>;
  find<Row>(query: Sql): Promise<Row | undefined>;
  get<Row>(query: Sql): Promise<Row>;
  count(query: Sql): Promise<number>;
  /** Runs `work` in one transaction; inside a transaction it joins that one. */
  transact<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Runs several reads that all see the same state of the database. */
  snapshot<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** True if the pages' tables are distributed over several servers (Citus). */
  isDistributed(): Promise<boolean>;
  /** Reports a changed row of `pages` to this process; inside a transaction, when that has ended. */
  pageChanged(pageId: string): void;
  /** Seals and opens the columns that hold secrets. */
  sealer: Sealer;
};

/** `pool` is for code that has queries of its own: the login library. */
export type Database = Db & {
  url: string;
  /** For connections that keep something between transactions. It differs from `url` behind a connection pooler. */
  directUrl: string;
  patience: Patience;
  pool: pg.Pool;
  /** The longest time, in milliseconds, that somebody waits for a connection now. */
  waitingMs(): number;
  /** Called after each change of a page by this process, before the writer goes on. */
  onPageChanged(listener: (pageId: string) => void): void;
  close(): Promise<void>;
};

/** How long callers wait for a connection and for an answer. PostgreSQL ends a statement sooner, so that it says why. */
type Patience = { connectMs: number; statementTimeout: string; answerMs: number };

const usualPatience: Patience = { connectMs: 2000, statementTimeout: "5s", answerMs: 8000 };

export type Connecting = {
  url: string;
  /** The database itself, if `url` leads to a pooler that changes the connection with every transaction. */
  directUrl?: string | undefined;
  name: string;
  max?: number;
  patience?: Patience;
  /** Connections that are not used for this long are closed; 0: never. */
  idleMs?: number;
  /** Settings of the database for these connections. */
  settings?: Record<string, string>;
  /** Without it, statements on columns with secrets fail. */
  sealer?: Sealer;
  onError: (error: Error) => void;
};

/**
 * Connections for the hot path: its statements look rows up by their keys and need one plan only. A plan that
 * PostgreSQL chooses on empty tables, or for each call again, may read a whole table once that is full. They stay open: the
 * first statement on a new connection takes many times as long, and a customer would wait for it.
 */
export function connectHot(
  { directUrl: url, patience }: Pick<Database, "directUrl" | "patience">,
  onError: (error: Error) => void,
  {
    name = "banter-hot",
    max = 6,
    isDistributed = false,
  }: { name?: string; max?: number; isDistributed?: boolean } = {},
): Database {
  const usual = { url, patience, name, max, idleMs: 0, onError };
  // Citus finds the server of a page by the values of a statement, so that it plans each call.
  if (isDistributed) return connect(usual);
  const settings = {
    plan_cache_mode: "force_generic_plan",
    enable_seqscan: "off",
    enable_hashjoin: "off",
    enable_mergejoin: "off",
    jit: "off",
  };
  return connect({ ...usual, settings });
}

/** The settings of every connection. A pooler must set them on its own connections. */
export const sessionSettings = {
  statement_timeout: usualPatience.statementTimeout,
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
  // PostgreSQL's default is for spinning disks: on others it reads whole tables where an index is faster.
  random_page_cost: "1.1",
};

export function connect({
  url,
  directUrl = url,
  name,
  max = 10,
  patience = usualPatience,
  idleMs = 30_000,
  settings = {},
  sealer = withoutKeys,
  onError,
}: Connecting): Database {
  const isPooled = directUrl !== url;
  const all = { ...sessionSettings, statement_timeout: patience.statementTimeout, ...settings };
  const options = Object.entries(all).map(([each, value]) => `-c ${each}=${value}`);
  const pool = new WatchedPool({
    connectionString: url,
    application_name: name,
    ...(!isPooled && { options: options.join(" ") }),
    max,
    connectionTimeoutMillis: patience.connectMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    query_timeout: patience.answerMs,
    types: { getTypeParser },
  });
  pool.on("error", onError);
  // Without its own listener, an error of a checked-out client would end the process.
  pool.on("connect", (client) => client.on("error", onError));
  const listeners: ((pageId: string) => void)[] = [];
  const pageChanged = (pageId: string) => {
    for (const listener of listeners) listener(pageId);
  };
  const configOf = isPooled ? unprepared : prepared;
  const isDistributed = placement();
  const origin = { pool, pageChanged, sealer, isDistributed, configOf };
  const noticeSilence = (error: unknown) => {
    if (isSilence(error)) pool.distrustOpened();
    throw error;
  };
  const own = queries((query) => pool.query(configOf(query)).catch(noticeSilence));

  return {
    url,
    directUrl,
    patience,
    pool,
    waitingMs: () => pool.waitingMs(),
    ...own,
    isDistributed: () => isDistributed(own),
    transact: (work) => transact(origin, "begin", work).catch(noticeSilence),
    snapshot: (work) => transact(origin, "begin isolation level repeatable read read only", work).catch(noticeSilence),
    pageChanged,
    sealer,
    onPageChanged: (listener) => void listeners.push(listener),
    close: () => pool.end(),
  };
}

type Origin = Pick<Database, "pool" | "pageChanged" | "sealer"> & {
  isDistributed: Placement;
  configOf: (query: Sql) => pg.QueryConfig;
};

async function transact<Result>(
  { pool, pageChanged, sealer, isDistributed, configOf }: Origin,
  begin: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const changed = new Set<string>();
  const join = <Nested>(nested: (db: Db) => Promise<Nested>) => nested(db);
  const own = queries((query) => client.query(configOf(query)));
  const db: Db = {
    ...own,
    ...{ transact: join, snapshot: join, isDistributed: () => isDistributed(own) },
    pageChanged: (pageId) => void changed.add(pageId),
    sealer,
  };
  try {
    await client.query(begin);
    const result = await work(db);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // A broken connection is removed from the pool: a rollback on it fails.
    if (isConnectionError(error)) client.release(true);
    else
      await client.query("rollback").then(
        () => client.release(),
        () => client.release(true),
      );
    throw error;
  } finally {
    // After a failure too: the commit may have succeeded even if its answer was lost.
    for (const pageId of changed) pageChanged(pageId);
  }
}

type Placement = (db: Queries) => Promise<boolean>;

/** Asks once: tables are distributed while no server runs. */
function placement(): Placement {
  let known: boolean | undefined;
  return async (db) => {
    known ??= (await db.count(sql`select from pg_extension where extname = 'citus'`)) > 0;
    return known;
  };
}

type Queries = Pick<Db, "many" | "find" | "get" | "count">;

function queries(run: (query: Sql) => Promise<pg.QueryResult>): Queries {
  const many = async <Row>(query: Sql) => (await run(query)).rows.map((row) => camelKeys(row) as Row);
  const find = async <Row>(query: Sql) => (await many<Row>(query))[0];
  return {
    many,
    find,
    async get<Row>(query: Sql) {
      const row = await find<Row>(query);
      if (row === undefined) throw new Error(`No row: ${textOf(query).trim().slice(0, 80)}`);
      return row;
    },
    count: async (query) => (await run(query)).rowCount ?? 0,
  };
}

/**
 * Statements have names so that the server parses and plans each text once per connection. Each named statement takes
 * memory in every connection, so that only the first thousand texts get one.
 */
function prepared(query: Sql): pg.QueryConfig {
  // A search is planned for its words: the plan for any word may read the whole table.
  const { text, values } = statementOf(query);
  let name = names.get(text);
  if (!name && names.size < 1000 && !text.includes("::tsquery")) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    names.set(text, name);
  }
  return { name, text, values };
}

const names = new Map<string, string>();

/** For poolers that do not know which of their connections has which statement. */
const unprepared: (query: Sql) => pg.QueryConfig = statementOf;

/** Ids stay below 2^53, so bigint reads as a number, in arrays too; everything else as the driver has it. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === pg.types.builtins.INT8) return Number;
  const parse = pg.types.getTypeParser(oid, format as "text");
  return oid === bigintArray ? (text: string) => (parse(text) as string[]).map(Number) : parse;
}

/** The driver does not name it. */
const bigintArray = 1016;

/** The keys of a row as fields have them. */
export function camelKeys(row: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key in row) result[camelCase(key)] = row[key];
  return result;
}

function camelCase(key: string): string {
  let camel = camelNames.get(key);
  if (!camel) {
    camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(key, camel);
  }
  return camel;
}

const camelNames = new Map<string, string>();

/** Throws unless the database answers. */
export async function ping(db: Db): Promise<void> {
  await db.count(sql`select 1`);
}

/** Needs a new file: on a full disk, changes within existing files still succeed for a while. */
export async function canWriteFiles(db: Db): Promise<boolean> {
  const file = sql`create temporary table written on commit drop as select generate_series(1, 1000)`;
  return db
    .transact((db) => db.count(file))
    .then(
      () => true,
      (error) => !isDiskFull(error),
    );
}

/** Ids for new rows of the catalog. All tables share one sequence, so an id names one thing only. */
export async function nextIds(db: Db, howMany: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`select nextval('ids') as id from generate_series(1, ${howMany})`);
  return rows.map((row) => row.id);
}
