import type { ReactFlowInstance } from "@xyflow/react";
import type { ExitEdge, StepNode } from "./graph.ts";

/** Below this zoom the steps cannot be read. */
const readableZoom = 0.6;

/** Shows the whole flow if it stays readable, else its start. */
export async function openView(flow: ReactFlowInstance<StepNode, ExitEdge>, start: string | null): Promise<void> {
  await flow.fitView({ maxZoom: 1, padding: 0.2 });
  const zoom = 0.8;
  const first = flow.getNode(start ?? "");
  if (flow.getZoom() >= readableZoom || !first) return;
  await flow.setViewport({ x: 90 - first.position.x * zoom, y: 120 - first.position.y * zoom, zoom });
}
