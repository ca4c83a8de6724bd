import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";

/** Allows a browser to read the answer if the page lists its origin. Never with cookies. */
export async function allowOrigin(deps: Deps, request: FastifyRequest, reply: FastifyReply, pageId: string) {
  const { origin } = request.headers;
  if (!origin) return false;
  reply.header("vary", "origin");
  if (!isStorableId(pageId) || !(await deps.lookups.isListedOrigin(pageId, origin))) return false;
  reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": exposed });
  return true;
}

/** Answers a CORS preflight request. Returns false if the request is none, or its origin is not listed. */
export async function answerPreflight(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  pageId: string,
  allowed: string[],
): Promise<boolean> {
  if (!request.headers["access-control-request-method"]) return false;
  if (!(await allowOrigin(deps, request, reply, pageId))) return false;
  await reply
    .code(204)
    .headers({
      "access-control-allow-methods": allowed.join(", "),
      "access-control-allow-headers": taken,
      "access-control-max-age": "600",
    })
    .send();
  return true;
}

const taken = [
  ...["access-token", "access_token", "authorization", "content-type", "idempotency-key", "if-none-match"],
  ...["last-event-id", "prefer", "x-file-name"],
].join(", ");
const exposed = [
  ...["etag", "x-request-id", "x-error-code", "x-error-pointer", "x-error-detail", "x-send-id"],
  ...["ratelimit", "ratelimit-policy", "retry-after"],
].join(", ");
const isStorableId = (pageId: string) => !pageId.includes("\0");
