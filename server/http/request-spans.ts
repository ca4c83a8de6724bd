import { managementPrefix } from "@banter/core/api/management/contract.ts";
import { publicPrefix } from "@banter/core/api/public.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

type Span = ReturnType<NonNullable<Deps["tracing"]>["start"]>;

/**
 * A span for each call of an API or a webhook, current while it is handled. Calls of programs may name the trace that
 * they belong to; webhooks and visitors of the web chat may not.
 */
export function traceRequests(app: FastifyInstance, { tracing }: Pick<Deps, "tracing">): void {
  if (!tracing) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  // Not earlier: reading a body loses the current place.
  app.addHook("preHandler", (request, reply, done) => {
    const { method, routeOptions, headers } = request;
    const route = routeOptions.url ?? "";
    if (!isTraced(route)) return done();
    const given = mayNameTrace(route) ? headers.traceparent : undefined;
    const span = tracing.start(`${method} ${route}`, {
      kind: "server",
      after: typeof given === "string" ? given : undefined,
      startedAt: performance.now() - reply.elapsedTime,
      attributes: { "http.request.method": method, "http.route": route },
    });
    spans.set(request, span);
    tracing.within(span.place, done);
  });
  app.addHook("onResponse", async (request, { statusCode }) => {
    const attributes = { "http.response.status_code": statusCode };
    spans.get(request)?.end(attributes, statusCode >= 500 ? `status ${statusCode}` : undefined);
  });
}

/** Event streams stay open for hours, and are no work. */
const isTraced = (route: string) => /^\/(api|webhooks)\//.test(route) && !route.endsWith("/events");

const mayNameTrace = (route: string) => route.startsWith(publicPrefix) || route.startsWith(managementPrefix);
