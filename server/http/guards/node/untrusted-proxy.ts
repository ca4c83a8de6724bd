import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../deps.ts";

/**
 * Warns once if a proxy forwards requests but `TRUST_PROXY` is not set. All visitors then have the proxy's address, and
 * share its limits: sixty visits are enough to refuse everybody.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, { config, log }: Pick<Deps, "config" | "log">): void {
  if (config.trustProxy) return;
  let isTold = false;
  app.addHook("onRequest", async ({ headers, ip }) => {
    if (isTold || headers["x-forwarded-for"] === undefined) return;
    isTold = true;
    log.warn(
      { from: ip },
      "a request with X-Forwarded-For has arrived: if a proxy sent it, set TRUST_PROXY to the proxy's address, or all visitors share one rate limit",
    );
  });
}
