import { AppError } from "@banter/core/model/error.ts";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";

/**
 * Guards calls with a session cookie against cross-site request forgery. A browser sends `sec-fetch-site` or `origin`,
 * which no page can forge; other programs must send `origin`.
 */
export function checkSameOrigin({ baseUrl }: Pick<Deps, "baseUrl">, { method, headers }: FastifyRequest): void {
  if (method === "GET" || method === "HEAD") return;
  const site = headers["sec-fetch-site"];
  if (site === undefined ? isOurs(headers.origin, baseUrl(), headers.host) : site === "same-origin") return;
  throw new AppError("forbidden", "The call must come from this server's own pages: send its address as origin.");
}

function isOurs(origin: string | undefined, baseUrl: string, host: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host: from, origin: plain } = new URL(origin);
  return plain === new URL(baseUrl).origin || from === host?.toLowerCase();
}
