import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/**
 * Who is refused before sending a whole body may go on sending: Node reads and drops the rest, so that the refusal is
 * not lost to a reset, and waits for its end for over a minute. Here it waits a few seconds, and none when stopping.
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
