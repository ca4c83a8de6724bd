import "@xyflow/react/dist/style.css";
import "./canvas.css";
import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Background, MiniMap, ReactFlow, SelectionMode } from "@xyflow/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import type { ExitEdge, StepNode as Node } from "./graph.ts";
import { ExitLine } from "./lines/exit-line.tsx";
import { NoteNode } from "./note-node.tsx";
import { openView } from "./open-view.ts";
import { StepNode } from "./step-node.tsx";
import { useCanvasEvents } from "./use-canvas-events.ts";
import { useCanvasGraph } from "./use-canvas-graph.ts";
import { useKeepInView } from "./use-keep-in-view.ts";
import { useMinimap } from "./use-minimap.ts";

const nodeTypes = { step: StepNode, note: NoteNode };
const edgeTypes = { exit: ExitLine };

/** The flow as a graph that can be edited. */
export function Canvas() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const start = useBuilder(({ history }) => history.present.start);
  const isComparing = useBuilder(({ shown }) => shown !== null);
  const graph = useCanvasGraph();
  const canEdit = builder.canEdit && !isComparing;
  const events = useCanvasEvents(canEdit);
  const colorMode = useComputedColorScheme("light");
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const [hasMinimap] = useMinimap();
  // The first step of a new flow stays where it was dropped.
  const [hadSteps] = useState(graph.nodes.length > 0);
  useKeepInView();
  return (
    <ReactFlow<Node, ExitEdge>
      {...graph}
      {...events}
      {...interaction}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      nodesDraggable={canEdit}
      nodesConnectable={canEdit}
      onInit={(flow) => void (hadSteps && openView(flow, start))}
      colorMode={colorMode}
      onlyRenderVisibleElements={graph.nodes.length > 120}
      proOptions={{ hideAttribution: true }}
      ariaLabelConfig={{ "minimap.ariaLabel": t("canvas.minimap"), "handle.ariaLabel": t("canvas.handle") }}
      aria-label={t("canvas.label")}
    >
      <Background gap={20} size={1.5} />
      {hasMinimap && !isNarrow && graph.nodes.length > 0 && (
        <MiniMap pannable zoomable style={{ width: 150, height: 100 }} />
      )}
    </ReactFlow>
  );
}

/** The library's own keys are off: `useKeys` handles the keyboard. */
const interaction = {
  edgesFocusable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: "Shift",
  multiSelectionKeyCode: ["Meta", "Control"],
  selectionMode: SelectionMode.Partial,
  zoomOnDoubleClick: false,
  connectionRadius: 28,
  minZoom: 0.1,
  maxZoom: 2,
};
