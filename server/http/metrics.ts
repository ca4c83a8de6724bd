import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** `/metrics` for Prometheus: the process, and how long which route took to answer what. */
export function mountMetrics(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "banter_http_request_seconds",
    help: "Time from a request to its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    seconds.observe({ method, route: routeOptions.url ?? "none", status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
