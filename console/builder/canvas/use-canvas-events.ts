import { isRemark } from "@banter/core/flow/steps/index.ts";
import { type ReactFlowProps, useReactFlow } from "@xyflow/react";
import { type DragEvent, type MouseEvent, useMemo } from "react";
import { focusPanel } from "../actions/focus.ts";
import { useScene } from "../context.ts";
import { useFoldedInspector } from "../panels/use-folded-inspector.ts";
import { draggedType } from "./dragged-type.ts";
import { type ExitEdge, exitPath, type StepNode } from "./graph.ts";
import { highlightTarget, stepAt } from "./lines/line-target.ts";

type Events = Partial<ReactFlowProps<StepNode, ExitEdge>>;

/** The handlers of pointer events on the canvas. */
export function useCanvasEvents(canEdit: boolean): Events {
  const { builder } = useScene();
  const { screenToFlowPosition } = useReactFlow();
  const connecting = useConnecting();
  const [, fold] = useFoldedInspector();
  return useMemo((): Events => {
    const steps = () => builder.get().history.present.steps;
    const move = (moved: StepNode[]) => builder.move(new Map(moved.map(({ id, position }) => [id, position])));
    return {
      onNodeDragStop: (_, __, moved) => move(moved),
      onSelectionDragStop: (_, moved) => move(moved),
      onNodeClick: () => builder.set({ panel: builder.get().panel === "test" ? "test" : "step" }),
      onNodeDoubleClick: (_, { id }) => {
        builder.select([id], "step");
        fold(false);
        setTimeout(focusPanel);
      },
      onEdgeClick: (_, { data }) => data && builder.set({ edge: { step: data.step, exit: data.exit }, selection: [] }),
      onPaneClick: () => builder.select([]),
      onConnect: ({ source, sourceHandle, target }) => {
        const exit = exitPath(steps()[source], sourceHandle);
        if (exit) builder.connect(source, exit, target);
      },
      ...connecting,
      isValidConnection: ({ source, target }) => source !== target,
      onDoubleClick: (event: MouseEvent) => {
        if (!canEdit || !(event.target as Element).classList.contains("react-flow__pane")) return;
        const screen = { x: event.clientX, y: event.clientY };
        builder.set({ palette: { screen, at: screenToFlowPosition(screen) } });
      },
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        const type = draggedType(event);
        if (!type || !canEdit) return;
        event.preventDefault();
        builder.add(type, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
      },
    };
  }, [builder, canEdit, connecting, fold, screenToFlowPosition]);
}

/**
 * A pulled line highlights the step below the pointer. Dropped on a step it is connected to it; dropped on the empty
 * canvas it opens the palette.
 */
function useConnecting(): Pick<Events, "onConnectStart" | "onConnectEnd"> {
  const { builder } = useScene();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    let stopHighlight = () => {};
    const steps = () => builder.get().history.present.steps;
    const canTake = (target: string, from: string) => target !== from && !isRemark(steps()[target]);
    return {
      onConnectStart: (event, { nodeId, handleType }) => {
        const canvas = (event.target as Element).closest(".react-flow");
        if (!canvas || nodeId === null || handleType !== "source") return;
        stopHighlight = highlightTarget(canvas, (target) => canTake(target, nodeId));
      },
      onConnectEnd: (event, { isValid, fromNode, fromHandle }) => {
        stopHighlight();
        if (isValid || !fromNode || fromHandle?.type !== "source") return;
        const exit = exitPath(steps()[fromNode.id], fromHandle.id ?? null);
        const at = "changedTouches" in event ? event.changedTouches[0] : event;
        if (!exit || !at) return;
        const target = stepAt(at.clientX, at.clientY);
        if (target !== undefined) {
          if (canTake(target, fromNode.id)) builder.connect(fromNode.id, exit, target);
          return;
        }
        if (!document.elementFromPoint(at.clientX, at.clientY)?.closest(".react-flow")) return;
        const screen = { x: at.clientX, y: at.clientY };
        builder.set({ palette: { screen, at: screenToFlowPosition(screen), from: { step: fromNode.id, exit } } });
      },
    };
  }, [builder, screenToFlowPosition]);
}
