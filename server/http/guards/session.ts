import { AppError } from "@banter/core/model/error.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import type { LoginRequest, User } from "../../domain/people/logins.ts";
import { networkOf } from "./wrong-tokens.ts";

/** The user of the request's session cookie; throws without one. Sets new cookies if the session was prolonged. */
export async function getUser({ logins }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<User> {
  const found = request.headers.cookie === undefined ? undefined : await logins.findUser(loginRequestOf(request));
  if (!found) throw new AppError("unauthorized", "Log in first.");
  if (found.cookies.length > 0) reply.header("set-cookie", found.cookies);
  return found.user;
}

export const loginRequestOf = ({ headers, ip }: FastifyRequest): LoginRequest => ({
  cookie: headers.cookie ?? "",
  userAgent: String(headers["user-agent"] ?? "").slice(0, 500),
  address: networkOf(ip),
});
