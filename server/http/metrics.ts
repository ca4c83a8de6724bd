import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram } from "prom-client";
import type { Deps } from "../deps.ts";
import { checkMetricsReader } from "./guards/node/metrics-reader.ts";

export type WebhookMetrics = {
  /** Webhooks that were not signed by the platform. */
  unsignedWebhooks: Counter<"channel">;
  /** Bytes of webhooks in memory that are not verified yet. */
  unsignedBytes: Gauge;
};

/**
 * `/metrics` for Prometheus: the process, the time of requests by route and status, the returned counters, and the
 * figures of the node. Of several nodes behind one port, the one that is asked answers for all, and each sample has the
 * label `node`.
 */
export function mountMetrics(
  app: FastifyInstance,
  { config, siblings, metrics: { registry } }: Pick<Deps, "config" | "siblings" | "metrics">,
): WebhookMetrics {
  if (siblings) registry.setDefaultLabels({ node: String(siblings.number) });
  let isCollecting = false;
  // From the first question on: the figures of the process need a timer every 10 ms.
  const answer = () => {
    if (!isCollecting) collectDefaultMetrics({ register: registry });
    isCollecting = true;
    return registry.metrics();
  };
  siblings?.answerMetrics(answer);
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
  const unsignedWebhooks = new Counter({
    name: "banter_unsigned_webhooks_total",
    help: "Webhooks refused for their signature",
    labelNames: ["channel"],
    registers: [registry],
  });
  const unsignedBytes = new Gauge({
    name: "banter_unsigned_webhook_bytes",
    help: "Bytes of webhooks under way whose signature is not verified yet",
    registers: [registry],
  });
  app.get("/metrics", async (request, reply) => {
    checkMetricsReader(config, request);
    const text = siblings ? await siblings.collectMetrics() : await answer();
    return reply.type(registry.contentType).send(text);
  });
  return { unsignedWebhooks, unsignedBytes };
}
