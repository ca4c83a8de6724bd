import { type Connection, openConnections } from "./connection.ts";

export type ConnectionPool = { send(request: string): Promise<number>; close(): void };

/** Requests wait in line for one of the connections, in the order they were sent. */
export async function openConnectionPool(port: number, count: number): Promise<ConnectionPool> {
  const connections = await openConnections(port, count);
  const free = [...connections];
  const waiting: ((connection: Connection) => void)[] = [];

  const take = () => free.pop() ?? new Promise<Connection>((resolve) => waiting.push(resolve));
  const give = (connection: Connection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };
  return {
    async send(request) {
      const taken = take();
      const connection = taken instanceof Promise ? await taken : taken;
      try {
        return await connection.send(request);
      } finally {
        give(connection);
      }
    },
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}
