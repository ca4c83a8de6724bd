import "@xyflow/react/dist/style.css";
import "./canvas.css";
import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import {
  applyNodeChanges,
  Background,
  type Connection,
  MiniMap,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  SelectionMode,
  useReactFlow,
} from "@xyflow/react";
import { type DragEvent, type MouseEvent, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { countersQuery } from "../queries.ts";
import { exitsOf } from "../steps/exits.ts";
import { summaryOf } from "../steps/summary.ts";
import { draggedType } from "./dragged-type.ts";
import { type ExitEdge, edgesOf, type StepNode as Node, nodesOf, shownDraft } from "./graph.ts";
import { NoteNode } from "./note-node.tsx";
import { openView } from "./open-view.ts";
import { StepNode } from "./step-node.tsx";
import { useKeepInView } from "./use-keep-in-view.ts";

const nodeTypes = { step: StepNode, note: NoteNode };

/** The flow as a picture that one draws in. */
export function Canvas() {
  const { t } = useTranslation("builder");
  const { builder, page, flowId, names } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const problems = useBuilder((state) => state.problems);
  const selection = useBuilder((state) => state.selection);
  const active = useBuilder((state) => state.active);
  const shown = useBuilder((state) => state.shown);
  const edge = useBuilder((state) => state.edge);
  const { data: counters } = useQuery(countersQuery(page.id, flowId));
  const colorMode = useComputedColorScheme("light");
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const { screenToFlowPosition } = useReactFlow();

  const drawn = useMemo(() => shownDraft(draft, shown), [draft, shown]);
  const [nodes, setNodes] = useState<Node[]>(() => nodesOf(drawn, { problems, active, shown }, new Map()));
  useEffect(() => {
    setNodes((before) =>
      nodesOf(
        drawn,
        { problems, active, shown, ...(counters && { counters }) },
        new Map(before.map((node) => [node.id, node])),
      ),
    );
  }, [drawn, problems, active, shown, counters]);

  const visible = useMemo(() => {
    const chosen = new Set(selection);
    return nodes.map((node) => {
      const selected = chosen.has(node.id);
      const ariaLabel = `${t(`steps.${node.data.step.type}.title`)}. ${summaryOf(node.data.step, names, t)}`;
      return node.selected === selected && node.ariaLabel === ariaLabel ? node : { ...node, selected, ariaLabel };
    });
  }, [nodes, selection, names, t]);
  const edges = useMemo(() => edgesOf(drawn, edge), [drawn, edge]);
  const canEdit = builder.canEdit && !shown;
  // The first step of a new flow stays where it was dropped.
  const [hadSteps] = useState(nodes.length > 0);
  useKeepInView();

  const onNodesChange = useCallback(
    (changes: NodeChange<Node>[]) => {
      const chosen = new Set(builder.get().selection);
      for (const change of changes) {
        if (change.type === "select") chosen[change.selected ? "add" : "delete"](change.id);
      }
      if (changes.some(({ type }) => type === "select")) builder.select([...chosen]);
      const others = changes.filter(({ type }) => type !== "select" && type !== "remove");
      if (others.length > 0) setNodes((before) => applyNodeChanges(others, before));
    },
    [builder],
  );
  const onDragStop = useCallback(
    (_: unknown, __: unknown, moved: Node[]) => builder.move(new Map(moved.map(({ id, position }) => [id, position]))),
    [builder],
  );
  const exitBy = useCallback(
    (step: string, handle: string | null): Path | undefined => {
      const found = builder.get().history.present.steps[step];
      return found && exitsOf(found).find((each) => each.handle === handle)?.path;
    },
    [builder],
  );
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => {
      const exit = exitBy(source, sourceHandle);
      if (exit) builder.connect(source, exit, target);
    },
    [builder, exitBy],
  );
  /** Dropped on a step's body it leads there, too; dropped on nothing it asks what comes next. */
  const onConnectEnd: OnConnectEnd = useCallback(
    (event, { isValid, fromNode, fromHandle }) => {
      if (isValid || !fromNode || fromHandle?.type !== "source") return;
      const exit = exitBy(fromNode.id, fromHandle.id ?? null);
      const at = "changedTouches" in event ? event.changedTouches[0] : event;
      if (!exit || !at) return;
      const under = document.elementFromPoint(at.clientX, at.clientY);
      const node = under?.closest<HTMLElement>("[data-step]")?.dataset.step;
      if (node) {
        if (node !== fromNode.id && builder.get().history.present.steps[node]?.type !== "note")
          builder.connect(fromNode.id, exit, node);
        return;
      }
      if (!under?.closest(".react-flow")) return;
      const screen = { x: at.clientX, y: at.clientY };
      builder.set({ palette: { screen, at: screenToFlowPosition(screen), from: { step: fromNode.id, exit } } });
    },
    [builder, exitBy, screenToFlowPosition],
  );
  const openPalette = (event: MouseEvent) => {
    if (!canEdit || !(event.target as Element).classList.contains("react-flow__pane")) return;
    const screen = { x: event.clientX, y: event.clientY };
    builder.set({ palette: { screen, at: screenToFlowPosition(screen) } });
  };
  const drop = (event: DragEvent) => {
    const type = draggedType(event);
    if (!type || !canEdit) return;
    event.preventDefault();
    builder.add(type, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };

  return (
    <ReactFlow<Node, ExitEdge>
      nodes={visible}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodesChange={onNodesChange}
      onNodeDragStop={onDragStop}
      onSelectionDragStop={(_, moved) => builder.move(new Map(moved.map(({ id, position }) => [id, position])))}
      onNodeClick={() => builder.set({ panel: builder.get().panel === "test" ? "test" : "step" })}
      onEdgeClick={(_, { data }) => data && builder.set({ edge: data, selection: [] })}
      onConnect={onConnect}
      onConnectEnd={onConnectEnd}
      onPaneClick={() => builder.select([])}
      onDoubleClick={openPalette}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      isValidConnection={({ source, target }) => source !== target}
      nodesDraggable={canEdit}
      nodesConnectable={canEdit}
      edgesFocusable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode="Shift"
      multiSelectionKeyCode={["Meta", "Control"]}
      selectionMode={SelectionMode.Partial}
      zoomOnDoubleClick={false}
      connectionRadius={28}
      minZoom={0.1}
      maxZoom={2}
      onInit={(flow) => void (hadSteps && openView(flow, draft.start))}
      colorMode={colorMode}
      onlyRenderVisibleElements={nodes.length > 120}
      proOptions={{ hideAttribution: true }}
      ariaLabelConfig={{ "minimap.ariaLabel": t("canvas.minimap"), "handle.ariaLabel": t("canvas.handle") }}
      aria-label={t("canvas.label")}
    >
      <Background gap={20} size={1.5} />
      {!isNarrow && nodes.length > 0 && <MiniMap pannable zoomable style={{ width: 150, height: 100 }} />}
    </ReactFlow>
  );
}
