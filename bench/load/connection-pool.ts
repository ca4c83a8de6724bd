import { nowMs } from "../clock.ts";
import { type Connection, openConnection } from "./connection.ts";

export type ConnectionPool = { send(request: string): Promise<number>; close(): void };

/** A server may close a connection that was silent for long, in the very moment in which it is used again. */
const maxIdleMs = 5000;

type Idle = { connection: Connection; since: number };

/** Opens connections as they are needed, up to `count`; then requests wait in line in the order they were sent. */
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
    // All others have been idle for longer.
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
