import { managementPrefix } from "@banter/core/api/management/contract.ts";
import { type LoginCall, loginCalls } from "@banter/core/api/management/logins.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { callLogin } from "../../domain/people/login-calls.ts";
import { checkSameOrigin } from "../guards/same-origin.ts";
import { loginRequestOf } from "../guards/session.ts";
import { mountContract, type RouteSteps } from "../pipeline.ts";
import { readAs } from "../read.ts";

/** Signing in and out, sessions, passwords and the second factor, under `/api/v1/auth`. */
export function mountLogins(app: FastifyInstance, deps: Deps): void {
  mountContract(app, { contract: loginCalls, prefix: `${managementPrefix}/auth` }, (key) =>
    stepsOf(deps, key, loginCalls[key as keyof typeof loginCalls]),
  );
}

function stepsOf(deps: Deps, key: string, { body, isThrottled, audit }: LoginCall): RouteSteps<void> {
  return {
    options: { bodyLimit: 16 * 1024 },

    async authenticate(request) {
      checkSameOrigin(deps, request);
    },

    async answer(_, request, reply) {
      const call = { key, isThrottled, audit, body: body && readAs(body, request.body) };
      const { reply: answer, cookies } = await callLogin(deps, loginRequestOf(request), call);
      if (cookies.length > 0) reply.header("set-cookie", cookies);
      return reply.header("cache-control", "no-store").type("application/json").send(JSON.stringify(answer));
    },
  };
}
