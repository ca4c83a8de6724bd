import { AppError, notFound } from "@banter/core/model/error.ts";
import { isStorable } from "@banter/core/model/text.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { takeCall } from "../../../domain/events/hooks.ts";
import { rateHeaders, rateLimiter } from "../../guards/rate-limit.ts";
import { wrongTokenCounter } from "../../guards/wrong-tokens.ts";

type HookRequest = FastifyRequest<{ Params: { page_id: string; hook_id: string; secret: string } }>;

const maxBytes = 256 * 1024;

/**
 * `/hooks/…`: an address of a page that other programs call. Whoever knows the secret in it may call it, as often as the
 * public API. A call that fits nobody is answered 200 too: senders turn hooks off that answer with errors.
 */
export function mountIncomingHooks(app: FastifyInstance, deps: Deps): void {
  const limit = deps.config.rateLimit;
  const takeToken = rateLimiter(deps.db, limit);
  const isGuessing = wrongTokenCounter();

  app.post("/hooks/:page_id/:hook_id/:secret", { bodyLimit: maxBytes }, async (request: HookRequest, reply) => {
    const { page_id: pageId, hook_id: id, secret } = request.params;
    const isPossible = isStorable(pageId) && /^[1-9][0-9]{0,15}$/.test(id) && /^[\w-]{20,100}$/.test(secret);
    if (!isPossible) throw notFound("hook");
    const call = { body: request.body, key: keyOf(request) };
    const mayCall = async () => {
      const left = await takeToken(pageId);
      if (left === undefined)
        throw new AppError("rate_limited", "Too many calls: wait a moment.", { headers: rateHeaders(limit, 0) });
      reply.headers(rateHeaders(limit, left));
    };
    try {
      return await takeCall(deps, { pageId, hookId: Number(id), secret, mayCall }, call);
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === "not_found";
      if (isUnknown && isGuessing(request.ip))
        throw new AppError("rate_limited", "Too many wrong addresses: wait a few minutes.");
      throw error;
    }
  });
}

/** The sender's id of the call, by which one that comes again is one call. */
function keyOf({ headers }: HookRequest): string | undefined {
  const given = [headers["idempotency-key"], headers["webhook-id"]]
    .flat()
    .find((key) => key !== undefined && key !== "");
  return given === undefined ? undefined : given.slice(0, 255);
}
