import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Clients open connections ahead of need. Node does not count one that never carried a request as idle, so a stopping
 * server would wait for it: it is closed here. So is one whose last answer ends only after the idle ones were closed.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }: { socket: Socket }) => unused.delete(socket));
  app.addHook("preClose", async () => {
    for (const socket of unused) socket.destroy();
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(timer));
  });
}
