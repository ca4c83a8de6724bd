import { subscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

/** The routes of every server that this process builds from now on, as `GET /path`. */
export function collectRoutes(): Set<string> {
  const routes = new Set<string>();
  subscribe("fastify.initialization", (message) => {
    (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
      for (const each of [method].flat()) if (!["HEAD", "OPTIONS"].includes(each)) routes.add(`${each} ${url}`);
    });
  });
  return routes;
}
