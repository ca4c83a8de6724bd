import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Clients open connections ahead of need, and some never send anything. Node does not count a connection without a
 * request as idle, so a stopping server would wait for it: it is closed here, and so is one that stays silent.
 */
export function closeUnusedConnections(app: FastifyInstance, { afterSeconds = 10 } = {}): void {
  const openedAt = new Map<Socket, number>();
  app.server.on("connection", (socket: Socket) => {
    openedAt.set(socket, performance.now());
    socket.once("close", () => openedAt.delete(socket));
  });
  app.server.on("request", ({ socket }: { socket: Socket }) => openedAt.delete(socket));

  // The time for the headers of a request that has begun is Node's own, which answers 408.
  const silent = setInterval(() => {
    const oldest = performance.now() - afterSeconds * 1000;
    for (const [socket, at] of openedAt) if (at < oldest && socket.bytesRead === 0) socket.destroy();
  }, 1000).unref();

  app.addHook("preClose", async () => {
    clearInterval(silent);
    for (const socket of openedAt.keys()) socket.destroy();
    // An answer that ends only after the idle connections were closed leaves another idle one.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(idle));
  });
}
