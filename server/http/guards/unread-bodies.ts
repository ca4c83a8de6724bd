import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/**
 * A client that is refused early may still be sending its body. Node reads and drops the rest, so that the refusal is
 * not lost to a connection reset, and waits over a minute for the end. This limits the wait to seconds, and to none
 * when the server stops.
 */
export function dropUnreadBodies(app: FastifyInstance, { afterSeconds = 5 } = {}): void {
  const unread = new Set<IncomingMessage>();
  function drop(request: IncomingMessage): void {
    unread.delete(request);
    if (!request.complete) request.socket.destroy();
  }

  app.addHook("onResponse", async ({ raw }) => {
    if (raw.complete) return;
    unread.add(raw);
    setTimeout(drop, afterSeconds * 1000, raw).unref();
  });
  app.addHook("preClose", async () => {
    for (const request of unread) drop(request);
  });
}
