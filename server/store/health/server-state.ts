import type { Db } from "../db/db.ts";
import { currentNames } from "../db/migrations/former.ts";
import { sql } from "../db/sql.ts";

/** Facts about the database server that the doctor judges. */
export type ServerState = {
  version: string;
  versionNumber: number;
  encoding: string;
  fsync: string;
  synchronousCommit: string;
  autovacuum: string;
  connections: number;
  maxConnections: number;
  extensions: string[];
  bytes: number;
  /** The age of the oldest open transaction, in seconds. While it is open, dead rows after it stay. */
  oldestTransaction: number;
  /** How much of the transaction numbers is used before the database must be frozen, 0 to 1. */
  wraparound: number;
  now: Date;
};

export function readServerState(db: Db): Promise<ServerState> {
  return db.get(sql`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::integer as version_number,
           current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as synchronous_commit, current_setting('autovacuum') as autovacuum,
           (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
           current_setting('max_connections')::integer as max_connections,
           array(select extname::text from pg_extension order by extname) as extensions,
           pg_database_size(current_database()) as bytes,
           (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::integer
              from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()) as oldest_transaction,
           (select age(datfrozenxid)::float8 / 2000000000 from pg_database where datname = current_database())
             as wraparound,
           clock_timestamp() as now`);
}

export type DeadRows = { table: string; dead: number; live: number; vacuumedAt: Date | null };

/** Tables of which a great part is dead rows, the worst first. */
export function listDeadRows(db: Db): Promise<DeadRows[]> {
  return db.many(sql`
    select relname as table, n_dead_tup as dead, n_live_tup as live, greatest(last_autovacuum, last_vacuum) as vacuumed_at
      from pg_stat_user_tables
     where n_dead_tup > 100000 and n_dead_tup > n_live_tup
     order by n_dead_tup desc
     limit 5`);
}

/** The names of the migrations that the database has; none if it is empty. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const { found } = await db.get<{ found: boolean }>(sql`select to_regclass('public.migrations') is not null as found`);
  if (!found) return [];
  const rows = await db.many<{ name: string }>(sql`select name from migrations order by name`);
  return currentNames(rows.map(({ name }) => name));
}
