import { AppError, unauthorized } from "@banter/core/model/error.ts";
import type { FastifyRequest } from "fastify";

/** The request's token, from any of the accepted headers; undefined without one. Throws if the headers differ. */
export function tokenOf(request: FastifyRequest): string | undefined {
  if (Object.keys(request.query as object).some((name) => /^access[-_]token$/i.test(name))) {
    throw new AppError("token_in_query", "The token belongs in the header access-token: addresses end up in logs.");
  }
  const tokens = new Set(listTokens(request.raw.rawHeaders));
  if (tokens.size > 1) throw unauthorized();
  return [...tokens][0];
}

/** Reads the raw headers, because Node joins repeated ones into a single value. */
function listTokens(rawHeaders: string[]): string[] {
  const tokens: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    const value = rawHeaders[index + 1]?.trim() ?? "";
    if (name === "access-token" || name === "access_token") tokens.push(value);
    const bearer = name === "authorization" ? /^bearer +(.+)$/i.exec(value)?.[1] : undefined;
    if (bearer) tokens.push(bearer);
  }
  return tokens;
}
