import { nowMs } from "../clock.ts";
import { type Connection, openConnection } from "./connection.ts";

export type ConnectionPool = { send(request: string): Promise<number>; close(): void };

/** Older idle connections are not used, because the server may close them at that moment. */
const maxIdleMs = 5000;

type Idle = { connection: Connection; since: number };

/** Opens connections as needed, up to `count`; further requests wait, first come, first served. */
export function openConnectionPool(port: number, count: number): ConnectionPool {
  const idle: Idle[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  const open = new Set<Connection>();
  let opening = 0;

  async function openOne(): Promise<Connection> {
    opening++;
    const connection = await openConnection(port).finally(() => opening--);
    open.add(connection);
    return connection;
  }

  function take(): Promise<Connection> | Connection {
    const last = idle.pop();
    if (last && nowMs() - last.since < maxIdleMs) return last.connection;
    // All the others have been idle for longer.
    for (const { connection } of [...(last ? [last] : []), ...idle.splice(0)]) drop(connection);
    return open.size + opening < count ? openOne() : new Promise((resolve) => waiting.push(resolve));
  }

  function give(connection: Connection): void {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push({ connection, since: nowMs() });
  }

  function drop(connection: Connection): void {
    open.delete(connection);
    connection.close();
  }

  return {
    async send(request) {
      const taken = take();
      const connection = taken instanceof Promise ? await taken : taken;
      const status = await connection.send(request);
      give(connection);
      return status;
    },
    close: () => {
      for (const connection of open) connection.close();
    },
  };
}
