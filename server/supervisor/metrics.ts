import { Counter, Gauge, Registry } from "prom-client";

/** The supervisor's own metrics. */
export function createMetrics() {
  const registry = new Registry();
  const failures = new Counter({
    name: "banter_node_failures_total",
    help: "Nodes of this server that ended or hung and were started again",
    labelNames: ["node", "reason"],
    registers: [registry],
  });
  const running = new Gauge({
    name: "banter_nodes_running",
    help: "Nodes of this server that answer their supervisor",
    registers: [registry],
  });
  return {
    countFailure: (node: number, isHung: boolean) => failures.inc({ node, reason: isHung ? "hung" : "ended" }),
    read(nodes: number): Promise<string> {
      running.set(nodes);
      return registry.metrics();
    },
  };
}
