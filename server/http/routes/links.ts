import { AppError } from "@banter/core/model/error.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { followLink } from "../../domain/sending/links.ts";
import { callLimiter } from "../guards/call-limiter.ts";
import { networkOf } from "../guards/wrong-tokens.ts";

/** `/l/…`: redirects a short link of a message, and counts the click. */
export function mountLinks(app: FastifyInstance, deps: Deps): void {
  // Many customers of one mobile network share an address, and a link may go to all of them at once.
  const mayFollow = callLimiter({ burst: 300, perSecond: 30 });

  app.get("/l/:token", async (request, reply) => {
    if (!mayFollow(networkOf(request.ip))) throw new AppError("rate_limited", "Too many calls: wait a moment.");
    const { token } = request.params as { token: string };
    const url = await followLink(deps, token);
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(new URL(url).href, 302);
  });
}
