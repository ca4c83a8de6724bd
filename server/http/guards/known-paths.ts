import { AppError } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import findMyWay from "find-my-way";

/** How Fastify's router and the one below read paths. */
export const routerOptions = { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 1000 };

type Known = { url: string; allowed: string[] };
type Paths = ReturnType<typeof findMyWay>;

/** By the server, which the parts of an app share. */
const pathsOf = new WeakMap<object, Paths>();

/**
 * Remembers a path and the methods it takes. It is looked up only when a request has no route: a route for each of the
 * thirty other methods would take most of the time that a server needs to start.
 */
export function addKnownPath({ server }: FastifyInstance, url: string, allowed: string[]): void {
  const paths = pathsOf.get(server) ?? findMyWay(routerOptions);
  pathsOf.set(server, paths);
  paths.on("GET", url, () => undefined, { url, allowed } satisfies Known);
}

/** The known path of a request that has no route. */
export function findKnownPath({ server, url }: Pick<FastifyRequest, "server" | "url">): Known | undefined {
  return pathsOf.get(server.server)?.find("GET", url)?.store as Known | undefined;
}

/** A known path answers 405 to methods that it does not take. */
export function otherMethod(allowed: string[]): AppError {
  return new AppError("method_not_allowed", "This path does not take that method.", {
    headers: { allow: allowed.join(", ") },
  });
}
