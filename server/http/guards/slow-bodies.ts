import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Ends requests whose body does not arrive in time, so that slow senders do not hold connections. Node has such a limit
 * too, but one for all requests, and uploads need longer.
 */
export function endSlowBodies(
  app: FastifyInstance,
  answer: (socket: Socket, error: Error) => void,
  { afterSeconds = 15 } = {},
): void {
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    const { "content-length": length = "0", "transfer-encoding": coding } = raw.headers;
    if ((length === "0" && coding === undefined) || routeOptions.config.takesFile) return;
    const timer = setTimeout(() => {
      if (!raw.complete && !raw.destroyed) answer(raw.socket, tooSlow());
    }, afterSeconds * 1000);
    raw.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  });
}

/** The error that Node makes of a request that takes too long. */
const tooSlow = () => Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
