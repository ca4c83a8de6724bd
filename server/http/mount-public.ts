import type { Call, Contract, Handlers, Route } from "@banter/core/api/contract.ts";
import { publicPrefix } from "@banter/core/api/public.ts";
import { PageId } from "@banter/core/channels/index.ts";
import { AppError, unauthorized } from "@banter/core/model/error.ts";
import { covers, type TokenScope } from "@banter/core/model/limits/token-scope.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { runOnce } from "../domain/idempotency.ts";
import { findTokenPage, holdToken } from "../domain/pages/page-tokens.ts";
import { answerCache, type CachedAnswer, isFresh } from "./answer-cache.ts";
import { allowOrigin, answerPreflight } from "./guards/cors.ts";
import { tokenOf } from "./guards/credentials.ts";
import { rateHeaders, rateLimiter } from "./guards/rate-limit.ts";
import { wrongTokenCounter } from "./guards/wrong-tokens.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { inTransaction, mountContract, type RouteSteps, readInput } from "./pipeline.ts";
import { responseSchema } from "./response-schema.ts";

/** Mounts the public API. A call passes these guards in order: token and limit before the body is read, then fields. */
export function mountPublicApi<C extends Contract>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  handlers: Handlers<C, Deps>,
): void {
  const authenticate = authenticator(deps);
  const cachedAnswer = answerCache({ maxBytes: 64 * 1024 * 1024 });
  const preflight = (request: FastifyRequest, reply: FastifyReply, allowed: string[]) =>
    answerPreflight(deps, request, reply, pageIdOf(request), allowed);

  mountContract(app, { contract, prefix: publicPrefix, preflight }, (key): RouteSteps<Caller> => {
    const route: Route = contract[key as keyof C] as Route;
    const handle = handlers[key as keyof C];
    const isRead = key.startsWith("GET ");
    const needed = isRead ? "read" : route.isMail ? "send" : "all";
    return {
      options: { schema: { response: { 200: responseSchema(route) } } },
      authenticate,
      async answer(caller, request, reply) {
        if (!covers(caller.scope, needed))
          throw new AppError("forbidden", `This call needs a token with the scope ${needed}.`);
        const call = callOf(caller, request, reply);
        const fields = readInput(route, request);
        const input = { pageId: caller.pageId, call, ...fields } as Parameters<typeof handle>[1];
        if (route.followsRevision) {
          const render = async () => String(reply.serialize(await handle(deps, input)));
          return sendCached(request, reply, await cachedAnswer(cacheKey(caller, key, fields), caller.revision, render));
        }
        // Mail is stored in a commit of its own, with its idempotency key (see domain/idempotency.ts).
        if (isRead || route.isMail) return handle(deps, input);
        return write(deps, caller, request, (deps) => handle(deps, input));
      },
    };
  });
}

type Caller = { pageId: string; token: string; tokenHash: Buffer; scope: TokenScope; revision: number };

function authenticator(deps: Deps): RouteSteps<Caller>["authenticate"] {
  const hasTooManyWrongTokens = wrongTokenCounter();
  const takeToken = rateLimiter(deps.db, deps.config.rateLimit);

  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const pageId = pageIdOf(request);
    const token = tokenOf(request);
    if (token === undefined) throw unauthorized();
    const page = PageId.safeParse(pageId).success ? await findTokenPage(deps, pageId, token) : undefined;
    if (page) return { pageId, token, ...page };
    if (hasTooManyWrongTokens(request.ip))
      throw new AppError("rate_limited", "Too many wrong tokens from this address.");
    throw unauthorized();
  }

  return async (request, reply) => {
    await allowOrigin(deps, request, reply, pageIdOf(request));
    const caller = await callerOf(request);
    const left = await takeToken(caller.pageId);
    reply.headers(rateHeaders(deps.config.rateLimit, left ?? 0));
    if (left === undefined) throw new AppError("rate_limited", "The page has used up its requests for the moment.");
    return caller;
  };
}

/** The token is part of the key: a deleted page that is created again starts at revision 1, but with another token. */
const cacheKey = ({ tokenHash }: Caller, route: string, fields: object) =>
  JSON.stringify([tokenHash.toString("base64url"), route, fields]);

/** `no-cache` lets a cache keep the answer, but ask each time whether it still holds. */
function sendCached(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: CachedAnswer): FastifyReply {
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
function write<Reply>(
  deps: Deps,
  { pageId, token }: Caller,
  request: FastifyRequest,
  work: (deps: Deps) => Promise<Reply>,
): Promise<Reply> {
  const key = idempotencyKeyOf(request);
  return inTransaction(deps, async (deps) => {
    await holdToken(deps, pageId, token);
    if (key === undefined) return work(deps);
    const asked = { route: request.routeOptions.url, body: request.body ?? null };
    return runOnce(deps, { pageId, key, request: asked }, () => work(deps));
  });
}

const pageIdOf = (request: FastifyRequest) => (request.params as { page_id: string }).page_id;
