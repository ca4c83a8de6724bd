import { managementPrefix } from "@banter/core/api/management/contract.ts";
import { type LoginCall, loginCalls } from "@banter/core/api/management/logins.ts";
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { Deps } from "../../deps.ts";
import { callLogin } from "../../domain/people/login-calls.ts";
import { checkSameOrigin } from "../guards/same-origin.ts";
import { methodsByPath, refuseOtherMethods } from "../mount.ts";
import { loginRequestOf } from "../mount-management.ts";
import { readAs } from "../read.ts";

/** Signing in and out, sessions, passwords and the second factor, under `/api/v1/auth`. */
export function mountLogins(app: FastifyInstance, deps: Deps): void {
  for (const [path, methods] of methodsByPath(loginCalls)) {
    const url = `${managementPrefix}/auth${path}`;
    for (const method of methods) mountCall(app, deps, url, `${method} ${path}` as keyof typeof loginCalls);
    refuseOtherMethods(app, url, methods);
  }
}

function mountCall(app: FastifyInstance, deps: Deps, url: string, key: keyof typeof loginCalls): void {
  const { body, isGuess }: LoginCall = loginCalls[key];
  const method = key.split(" ")[0] as HTTPMethods;
  app.route({
    method,
    url,
    bodyLimit: 16 * 1024,
    onRequest: async (request) => checkSameOrigin(deps, request),
    handler: async (request, reply) => {
      const given = body && readAs(body, request.body);
      const call = { key, isGuess, body: given };
      const { reply: answer, cookies } = await callLogin(deps, loginRequestOf(request), call);
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      return reply.header("cache-control", "no-store").type("application/json").send(JSON.stringify(answer));
    },
  });
}
