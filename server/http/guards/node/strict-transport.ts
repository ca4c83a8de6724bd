import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../deps.ts";

/**
 * If the server's public address is https, browsers are told to use nothing else for a year. Other hosts of the
 * domain are not ours to decide on.
 */
export function sendStrictTransport(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  if (!config.baseUrl?.startsWith("https://")) return;
  app.addHook("onRequest", async (_, reply) => {
    reply.header("strict-transport-security", "max-age=31536000");
  });
}
