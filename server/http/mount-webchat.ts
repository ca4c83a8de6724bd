import type { RouteReply } from "@banter/core/api/contract.ts";
import { webchatPrefix } from "@banter/core/api/webchat.ts";
import {
  type LimitedCaller,
  type WebchatContract,
  type WebchatLimit,
  type WebchatLimits,
  type WebchatRoute,
  webchatLimits,
} from "@banter/core/api/webchat-api.ts";
import { PageId } from "@banter/core/channels/index.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { findVisitor, unknownVisitor, type Visitor } from "../domain/sending/visitors.ts";
import { sharedLimiter } from "./guards/call-limiter.ts";
import { allowOrigin, answerPreflight } from "./guards/cors.ts";
import { networkOf } from "./guards/wrong-tokens.ts";
import { liveStreams } from "./live/streams.ts";
import { mountContract, type RouteSteps } from "./pipeline.ts";
import { readAs } from "./read.ts";

/** One handler per route of the contract: a missing one does not compile. */
export type WebchatHandlers<C extends WebchatContract> = {
  [Key in keyof C]: C[Key] extends WebchatRoute
    ? (deps: WebchatDeps, call: WebchatCall<C[Key]>) => AnswerOf<C[Key]>
    : never;
};

type WebchatDeps = Deps & { streams: ReturnType<typeof liveStreams> };
type AnswerOf<R extends WebchatRoute> = R extends { isStream: true } ? Promise<void> : Promise<RouteReply<R>>;
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type WebchatCall<R extends WebchatRoute> = {
  pageId: string;
  visitor: R["scope"] extends "visitor" ? Visitor : undefined;
  query: Output<R["query"]>;
  body: Output<R["body"]>;
  /** Counts the call towards the route's `handlerLimit`. Throws if it is one too many. */
  count: () => void;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Mounts web chat's API. A call passes these guards in order: page and origin before the body is read, then the
 * visitor's token, fields and limits. Answers are sent as handlers return them. Other methods have always been answered
 * 404 here, and clients may rely on it.
 */
export function mountWebchatApi<C extends WebchatContract>(
  app: FastifyInstance,
  nodeDeps: Deps,
  contract: C,
  handlers: WebchatHandlers<C>,
  limits: WebchatLimits = webchatLimits,
): void {
  const deps = { ...nodeDeps, streams: liveStreams(nodeDeps, nodeDeps.hub) };
  app.addHook("preClose", async () => deps.streams.endAll());
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, rates]) => [name, sharedLimiter<LimitedCaller>(rates)]),
  ) as Record<WebchatLimit, ReturnType<typeof sharedLimiter<LimitedCaller>>>;

  const preflight = (request: FastifyRequest, reply: FastifyReply, allowed: string[]) =>
    answerPreflight(deps, request, reply, pageIdOf(request), allowed);
  const mounting = { contract, prefix: webchatPrefix, preflight, refusesMethods: false } as const;

  mountContract(app, mounting, (key): RouteSteps<string> => {
    const route: WebchatRoute = contract[key as keyof C] as WebchatRoute;
    const handle = handlers[key as keyof C] as (deps: WebchatDeps, call: object) => Promise<unknown>;
    return {
      options: { bodyLimit: route.bodyBytes },
      takesFile: route.takesFile,

      async authenticate(request, reply) {
        const pageId = pageIdOf(request);
        if (!PageId.safeParse(pageId).success) throw notFound("page");
        await checkOrigin(deps, request, reply, pageId);
        return pageId;
      },

      async answer(pageId, request, reply) {
        const visitor = route.scope === "visitor" ? await getVisitor(deps, request, pageId) : undefined;
        const count = (limit: WebchatLimit | undefined) => {
          if (limit && !limiters[limit](callersOf(request, pageId, visitor)))
            throw new AppError("rate_limited", "Too many calls: wait a moment.");
        };
        if (!visitor) count(route.limit);
        const fields = fieldsOf(route, request);
        if (visitor) count(route.limit);
        if (route.status) reply.code(route.status);
        return handle(deps, { pageId, visitor, ...fields, count: () => count(route.handlerLimit), request, reply });
      },
    };
  });
}

const pageIdOf = (request: FastifyRequest) => (request.params as { page_id: string }).page_id;

function callersOf({ ip }: FastifyRequest, pageId: string, visitor?: Visitor): Record<LimitedCaller, string> {
  const network = networkOf(ip);
  return {
    network,
    page: pageId,
    network_at_page: `${pageId} ${network}`,
    visitor: `${pageId} ${visitor?.psid}`,
    node: "node",
  };
}

/** A stream goes on after the id in `last-event-id` unless its address names one. */
function fieldsOf(route: WebchatRoute, { query, body, headers }: FastifyRequest) {
  const given = route.isStream ? { after: headers["last-event-id"], ...(query as object) } : query;
  return { query: route.query && readAs(route.query, given), body: route.body && readAs(route.body, body) };
}

async function getVisitor(deps: Deps, request: FastifyRequest, pageId: string): Promise<Visitor> {
  const token = bearerOf(request);
  const visitor = token === undefined ? undefined : await findVisitor(deps, pageId, token);
  if (!visitor) throw unknownVisitor();
  return visitor;
}

/** The visitor's token. */
export function bearerOf({ headers, url }: FastifyRequest): string | undefined {
  if (/[?&](visitor|access)[-_]token(=|&|$)/i.test(url)) {
    throw new AppError("token_in_query", "The token belongs in the header authorization: addresses end up in logs.");
  }
  return /^bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** Accepts our own pages and the origins that the page lists. Without an origin (no browser) the token decides. */
async function checkOrigin(deps: Deps, request: FastifyRequest, reply: FastifyReply, pageId: string): Promise<void> {
  const { origin, host } = request.headers;
  if (!origin || URL.parse(origin)?.host === host || origin === new URL(deps.baseUrl()).origin) return;
  if (!(await allowOrigin(deps, request, reply, pageId))) {
    throw new AppError("forbidden", "The page's owner has not listed this origin.");
  }
}
