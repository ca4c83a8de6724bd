import { METHODS } from "node:http";
import type { Call, Contract, Handlers, Route } from "@banter/core/api/contract.ts";
import { publicPrefix } from "@banter/core/api/public.ts";
import { PageId } from "@banter/core/channels/index.ts";
import { AppError, unauthorized } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Deps } from "../deps.ts";
import { once } from "../domain/idempotency.ts";
import { findTokenPage, holdToken } from "../domain/pages/page-tokens.ts";
import { allowOrigin, answerPreflight } from "./guards/cors.ts";
import { tokenOf } from "./guards/credentials.ts";
import { rateHeaders, rateLimiter } from "./guards/rate-limit.ts";
import { wrongTokenCounter } from "./guards/wrong-tokens.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { isFresh, type KeptAnswer, keptAnswers } from "./kept-answers.ts";
import { readAs } from "./read.ts";
import { responseSchema } from "./response-schema.ts";

/** Mounts the public API: token and limit before the body is read, then fields, then the handler. */
export function mountPublicApi<C extends Contract>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  handlers: Handlers<C, Deps>,
): void {
  const hasTooManyWrongTokens = wrongTokenCounter();
  const takeToken = rateLimiter(deps.db, deps.config.rateLimit);
  const keptAnswer = keptAnswers({ maxBytes: 64 * 1024 * 1024 });

  async function authenticate(request: FastifyRequest): Promise<Caller> {
    const pageId = pageIdOf(request);
    const token = tokenOf(request);
    if (token === undefined) throw unauthorized();
    const page = PageId.safeParse(pageId).success ? await findTokenPage(deps, pageId, token) : undefined;
    if (page) return { pageId, token, ...page };
    if (hasTooManyWrongTokens(request.ip))
      throw new AppError("rate_limited", "Too many wrong tokens from this address.");
    throw unauthorized();
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
          limit(deps, await takeToken(caller.pageId), reply);
        },
        handler: async (request, reply) => {
          const caller = callers.get(request);
          if (!caller) throw unauthorized();
          const call = callOf(caller, request, reply);
          const fields = readInput(route, request);
          const input = { pageId: caller.pageId, call, ...fields };
          const work = (deps: Deps) => handle(deps, input as Parameters<typeof handle>[1]);
          if (route.followsRevision) {
            const make = async () => String(reply.serialize(await work(deps)));
            return sendKept(request, reply, await keptAnswer(keyOf(caller, path, fields), caller.revision, make));
          }
          return method === "GET" || route.isMail ? work(deps) : write(deps, caller, request, work);
        },
      });
    }
    refuseOtherMethods(app, url, methods, (request, reply, allowed) =>
      answerPreflight(deps, request, reply, pageIdOf(request), allowed),
    );
  }
}

/** `left`: the requests that the page has left, undefined where it has none. */
function limit({ config }: Deps, left: number | undefined, reply: FastifyReply): void {
  reply.headers(rateHeaders(config.rateLimit, left ?? 0));
  if (left === undefined) throw new AppError("rate_limited", "The page has used up its requests for the moment.");
}

type Caller = { pageId: string; token: string; tokenHash: Buffer; revision: number };

/** By the token, not the page: a page deleted and made anew begins at its first revision again, with another token. */
const keyOf = ({ tokenHash }: Caller, path: string, fields: object) =>
  JSON.stringify([tokenHash.toString("base64url"), path, fields]);

/** `no-cache` lets a cache keep the answer, but ask each time whether it still holds. */
function sendKept(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: KeptAnswer): FastifyReply {
  reply.headers({ etag, "cache-control": "private, no-cache" });
  if (isFresh(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.header("content-type", "application/json; charset=utf-8").send(bytes);
}

function callOf({ tokenHash }: Caller, request: FastifyRequest, reply: FastifyReply): Call {
  return {
    tokenHash,
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
