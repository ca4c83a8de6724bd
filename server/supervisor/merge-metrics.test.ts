import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeMetrics } from "./merge-metrics.ts";

test("the samples of a metric of several nodes stand below one description", () => {
  const textOf = (node: number, calls: number) =>
    [
      "# HELP calls_total Calls",
      "# TYPE calls_total counter",
      `calls_total{status="200",node="${node}"} ${calls}`,
      "",
      "# HELP memory_bytes Memory",
      "# TYPE memory_bytes gauge",
      `memory_bytes{node="${node}"} 7`,
      "",
    ].join("\n");

  const merged = mergeMetrics([textOf(1, 3), textOf(2, 4), "# HELP nodes Nodes\n# TYPE nodes gauge\nnodes 2\n"]);

  assert.equal(
    merged,
    `# HELP calls_total Calls
# TYPE calls_total counter
calls_total{status="200",node="1"} 3
calls_total{status="200",node="2"} 4

# HELP memory_bytes Memory
# TYPE memory_bytes gauge
memory_bytes{node="1"} 7
memory_bytes{node="2"} 7

# HELP nodes Nodes
# TYPE nodes gauge
nodes 2
`,
  );
});
