import { METHODS } from "node:http";
import type { Call, Contract, Handlers, Route } from "@banter/core/api/contract.ts";
import { publicPrefix } from "@banter/core/api/public.ts";
import { PageId } from "@banter/core/model/channel.ts";
import { AppError, unauthorized } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { once } from "../domain/idempotency.ts";
import { hashOf, holdToken, isPageToken } from "../domain/page-tokens.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import { tokenOf } from "./credentials.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { rateHeaders, rateLimiter } from "./rate-limit.ts";
import { readAs } from "./read.ts";
import { wrongTokenCounter } from "./wrong-tokens.ts";

/** Mounts the public API: token and limit before the body is read, then fields, then the handler. */
export function mountPublicApi<C extends Contract>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  handlers: Handlers<C, Deps>,
): void {
  const hasTooManyWrongTokens = wrongTokenCounter();
  const takeToken = rateLimiter(deps.db, deps.config.rateLimit);

  async function authenticate(request: FastifyRequest): Promise<Caller> {
    const pageId = pageIdOf(request);
    const token = tokenOf(request);
    if (token === undefined) throw unauthorized();
    if (PageId.safeParse(pageId).success && (await isPageToken(deps, pageId, token))) return { pageId, token };
    if (hasTooManyWrongTokens(request.ip))
      throw new AppError("rate_limited", "Too many wrong tokens from this address.");
    throw unauthorized();
  }

  async function limit({ pageId }: Caller, reply: FastifyReply): Promise<void> {
    const left = await takeToken(pageId);
    reply.headers(rateHeaders(deps.config.rateLimit, left ?? 0));
    if (left === undefined) throw new AppError("rate_limited", "The page has used up its requests for the moment.");
  }

  for (const [path, methods] of methodsByPath(contract)) {
    const url = publicPrefix + path;
    for (const method of methods) {
      const route: Route = contract[`${method} ${path}` as keyof C] as Route;
      const handle = handlers[`${method} ${path}` as keyof C];
      const callers = new WeakMap<FastifyRequest, Caller>();
      app.route({
        method,
        url,
        schema: { response: { 200: responseSchema(route) } },
        onRequest: async (request, reply) => {
          await allowOrigin(deps, request, reply, pageIdOf(request));
          const caller = await authenticate(request);
          callers.set(request, caller);
          await limit(caller, reply);
        },
        handler: async (request, reply) => {
          const caller = callers.get(request);
          if (!caller) throw unauthorized();
          const input = { pageId: caller.pageId, call: callOf(caller, request, reply), ...readInput(route, request) };
          const work = (deps: Deps) => handle(deps, input as Parameters<typeof handle>[1]);
          return method === "GET" || route.isMail ? work(deps) : write(deps, caller, request, work);
        },
      });
    }
    refuseOtherMethods(app, url, methods, (request, reply, allowed) =>
      answerPreflight(deps, request, reply, pageIdOf(request), allowed),
    );
  }
}

type Caller = { pageId: string; token: string };

function callOf({ token }: Caller, request: FastifyRequest, reply: FastifyReply): Call {
  return {
    tokenHash: hashOf(token),
    idempotencyKey: request.method === "POST" ? idempotencyKeyOf(request) : undefined,
    isDryRun: /(^|,)\s*dry-run\s*(,|$)/i.test(String(request.headers.prefer ?? "")),
    setHeader: (name, value) => void reply.header(name, value),
  };
}

/** A write is one transaction with its token and its idempotency key: all of it happens, once, or nothing. */
function write<Reply>(deps: Deps, caller: Caller, request: FastifyRequest, work: (deps: Deps) => Promise<Reply>) {
  const { pageId, token } = caller;
  const key = idempotencyKeyOf(request);
  return deps.db.transact(async (db) => {
    await holdToken({ ...deps, db }, pageId, token);
    if (key === undefined) return work({ ...deps, db });
    const said = { route: request.routeOptions.url, body: request.body ?? null };
    return once({ db }, { pageId, key, request: said }, () => work({ ...deps, db }));
  });
}

export function readInput(route: Pick<Route, "params" | "query" | "body">, request: FastifyRequest) {
  return {
    params: route.params && readAs(route.params, request.params),
    query: route.query && readAs(route.query, request.query),
    body: route.body && readAs(route.body, request.body),
  };
}

/** Answers carry what the contract shows and nothing else: the serialiser writes only declared fields. */
function responseSchema(route: Route) {
  const { $schema: _, ...schema } = z.toJSONSchema(route.reply, { io: "output", reused: "inline" });
  return schema;
}

export function methodsByPath(contract: object): Map<string, HTTPMethods[]> {
  const methods = new Map<string, HTTPMethods[]>();
  for (const key of Object.keys(contract)) {
    const [method = "", path = ""] = key.split(" ");
    methods.set(path, [...(methods.get(path) ?? []), method as HTTPMethods]);
  }
  return methods;
}

/** A known path under another method is 405 with `allow`, whatever the method; a preflight may be answered first. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: HTTPMethods[],
  preflight?: (request: FastifyRequest, reply: FastifyReply, allowed: string[]) => Promise<boolean>,
): void {
  const allowed: string[] = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method) && method !== "CONNECT") as HTTPMethods[],
    url,
    onRequest: async (request, reply) => {
      if (request.method === "OPTIONS" && (await preflight?.(request, reply, allowed))) return;
      throw new AppError("method_not_allowed", "This path does not take that method.", {
        headers: { allow: allowed.join(", ") },
      });
    },
    handler: (_, reply) => reply,
  });
}

const pageIdOf = (request: FastifyRequest) => (request.params as { page_id: string }).page_id;
