import { isRemark } from "@banter/core/flow/steps/index.ts";
import { type OnConnectEnd, type ReactFlowProps, useReactFlow } from "@xyflow/react";
import { type DragEvent, type MouseEvent, useMemo } from "react";
import { useScene } from "../context.ts";
import { draggedType } from "./dragged-type.ts";
import { type ExitEdge, exitPath, type StepNode } from "./graph.ts";

type Events = Partial<ReactFlowProps<StepNode, ExitEdge>>;

/** The handlers of pointer events on the canvas. */
export function useCanvasEvents(canEdit: boolean): Events {
  const { builder } = useScene();
  const { screenToFlowPosition } = useReactFlow();
  const onConnectEnd = useConnectEnd();
  return useMemo((): Events => {
    const steps = () => builder.get().history.present.steps;
    const move = (moved: StepNode[]) => builder.move(new Map(moved.map(({ id, position }) => [id, position])));
    return {
      onNodeDragStop: (_, __, moved) => move(moved),
      onSelectionDragStop: (_, moved) => move(moved),
      onNodeClick: () => builder.set({ panel: builder.get().panel === "test" ? "test" : "step" }),
      onEdgeClick: (_, { data }) => data && builder.set({ edge: data, selection: [] }),
      onPaneClick: () => builder.select([]),
      onConnect: ({ source, sourceHandle, target }) => {
        const exit = exitPath(steps()[source], sourceHandle);
        if (exit) builder.connect(source, exit, target);
      },
      onConnectEnd,
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
  }, [builder, canEdit, onConnectEnd, screenToFlowPosition]);
}

/** An edge dropped on the body of a step is connected to it; dropped on the empty canvas it opens the palette. */
function useConnectEnd(): OnConnectEnd {
  const { builder } = useScene();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(
    () =>
      (event, { isValid, fromNode, fromHandle }) => {
        if (isValid || !fromNode || fromHandle?.type !== "source") return;
        const { steps } = builder.get().history.present;
        const exit = exitPath(steps[fromNode.id], fromHandle.id ?? null);
        const at = "changedTouches" in event ? event.changedTouches[0] : event;
        if (!exit || !at) return;
        const under = document.elementFromPoint(at.clientX, at.clientY);
        const target = under?.closest<HTMLElement>("[data-step]")?.dataset.step;
        if (target) {
          if (target !== fromNode.id && !isRemark(steps[target])) builder.connect(fromNode.id, exit, target);
          return;
        }
        if (!under?.closest(".react-flow")) return;
        const screen = { x: at.clientX, y: at.clientY };
        builder.set({ palette: { screen, at: screenToFlowPosition(screen), from: { step: fromNode.id, exit } } });
      },
    [builder, screenToFlowPosition],
  );
}
