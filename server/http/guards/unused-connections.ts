import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes connections on which nothing was sent. Clients open connections in advance, and Node does not count one
 * without a request as idle, so a stopping server would wait for it.
 */
export function closeUnusedConnections(app: FastifyInstance, { afterSeconds = 10 } = {}): void {
  const openedAt = new Map<Socket, number>();
  app.server.on("connection", (socket: Socket) => {
    openedAt.set(socket, performance.now());
    socket.once("close", () => openedAt.delete(socket));
  });
  app.server.on("request", ({ socket }: { socket: Socket }) => openedAt.delete(socket));

  // Once the first byte has arrived, Node's own timeout for headers applies. After a pause of the process the timer
  // fires before the sockets are read, so that the judgement waits until they were.
  const silent = setInterval(() => {
    const oldest = performance.now() - afterSeconds * 1000;
    const overdue = [...openedAt].filter(([, at]) => at < oldest);
    if (overdue.length === 0) return;
    setImmediate(() => {
      for (const [socket] of overdue) if (socket.bytesRead === 0) socket.destroy();
    });
  }, 1000).unref();

  app.addHook("preClose", async () => {
    clearInterval(silent);
    for (const socket of openedAt.keys()) socket.destroy();
    // A request that ends after this point leaves another idle connection.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(idle));
  });
}
