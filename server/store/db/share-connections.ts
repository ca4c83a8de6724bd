import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** Connections of one node: to the hot path's statements, and to all others. */
export type ConnectionShare = { hot: number; general: number };

const max: ConnectionShare = { hot: 6, general: 10 };
const min: ConnectionShare = { hot: 2, general: 3 };
/** The listener and the digest have a connection each. */
const fixed = 2;
/** For the supervisor, migrations, the command line and whoever looks after the database. */
const spare = 10;

/**
 * Divides the allowed connections among the nodes of a server. While nodes are replaced one after the other, there is
 * one more of them.
 */
export function shareConnections({ nodes, limit }: { nodes: number; limit: number | undefined }): ConnectionShare {
  if (limit === undefined) return max;
  const processes = nodes === 1 ? 1 : nodes + 1;
  const rest = Math.floor(limit / processes) - fixed;
  if (rest < min.hot + min.general) {
    throw new Error(
      `There are too few database connections: ${processes} nodes need ${processes * (fixed + min.hot + min.general)}, ` +
        `but may have ${limit}. Raise max_connections of PostgreSQL or DATABASE_CONNECTIONS, or lower NODES.`,
    );
  }
  const hot = Math.min(max.hot, Math.max(min.hot, Math.round((rest * max.hot) / (max.hot + max.general))));
  return { hot, general: Math.min(max.general, rest - hot) };
}

/** How many connections the database server leaves for Banter. */
export async function countAllowedConnections(db: Db): Promise<number> {
  const { allowed } = await db.get<{ allowed: number }>(sql`
    select current_setting('max_connections')::integer
         - current_setting('superuser_reserved_connections')::integer
         - coalesce(current_setting('reserved_connections', true), '0')::integer as allowed`);
  return allowed - spare;
}
