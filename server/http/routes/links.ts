import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { followLink } from "../../domain/sending/links.ts";

/** `/l/…`: redirects a short link of a message, and counts the click. */
export function mountLinks(app: FastifyInstance, deps: Deps): void {
  app.get("/l/:token", async (request, reply) => {
    const { token } = request.params as { token: string };
    const url = await followLink(deps, token);
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(new URL(url).href, 302);
  });
}
