import { useQuery } from "@tanstack/react-query";
import { applyNodeChanges, type NodeChange } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { daysOf } from "../../ui/period/period.ts";
import { useBuilder, useScene } from "../context.ts";
import type { DraftStep } from "../edit/draft.ts";
import { countersQuery, flowNumbersQuery } from "../queries.ts";
import type { Exit } from "../steps/exits.ts";
import { stepTitle } from "../steps/step-title.ts";
import { summaryOf } from "../steps/summary.ts";
import { type Counters, edgesOf, nodesOf, type StepNode, selectionAfter, shownDraft } from "./graph.ts";

/** The nodes and edges of the canvas, and the handler that keeps their measurements, drags and selection. */
export function useCanvasGraph() {
  const { builder } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const shown = useBuilder((state) => state.shown);
  const edge = useBuilder((state) => state.edge);
  const drawn = useMemo(() => shownDraft(draft, shown), [draft, shown]);
  const [nodes, setNodes] = useNodes(drawn);
  const labelOf = useLineLabel();
  const edges = useMemo(() => edgesOf(drawn, edge, labelOf), [drawn, edge, labelOf]);
  const onNodesChange = useCallback(
    (changes: NodeChange<StepNode>[]) => {
      if (changes.some(({ type }) => type === "select"))
        builder.select(selectionAfter(builder.get().selection, changes));
      const others = changes.filter(({ type }) => type !== "select" && type !== "remove");
      if (others.length > 0) setNodes((before) => applyNodeChanges(others, before));
    },
    [builder, setNodes],
  );
  return { nodes: useLabelledNodes(nodes), edges, onNodesChange };
}

function useNodes(drawn: Parameters<typeof nodesOf>[0]) {
  const { page, flowId } = useScene();
  const problems = useBuilder((state) => state.shownProblems);
  const active = useBuilder((state) => state.active);
  const shown = useBuilder((state) => state.shown);
  const counters = useCounters(page, flowId);
  const state = useState<StepNode[]>(() => nodesOf(drawn, { problems, active, shown }, new Map()));
  const [, setNodes] = state;
  useEffect(() => {
    const facts = { problems, active, shown, ...(counters && { counters }) };
    setNodes((before) => nodesOf(drawn, facts, new Map(before.map((node) => [node.id, node]))));
  }, [drawn, problems, active, shown, counters]);
  return state;
}

/** The numbers on the nodes: of the chosen period while its panel is open, else of all time. */
function useCounters({ id, timezone }: { id: string; timezone: string }, flowId: number): Counters | undefined {
  const isPeriod = useBuilder(({ panel }) => panel === "numbers");
  const period = useBuilder((state) => state.period);
  const allTime = useQuery({ ...countersQuery(id, flowId), enabled: !isPeriod });
  const ofPeriod = useQuery({ ...flowNumbersQuery(id, flowId, daysOf(period, timezone)), enabled: isPeriod });
  return isPeriod ? ofPeriod.data?.steps : allTime.data;
}

/** The name of a line for screen readers: its exit, the step it leaves and the step it leads to. */
function useLineLabel(): (exit: Exit, step: DraftStep, target: DraftStep) => string {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  return useCallback(
    ({ kind, name }, step, target) => {
      const words = (of: DraftStep) => summaryOf(of, names, t) || t(`steps.${of.type}.title`);
      const exit = kind === "next" ? t(`exits.${name}`, { defaultValue: name }) : name;
      return t("lines.label", { exit, from: words(step), to: words(target) });
    },
    [names, t],
  );
}

/** With their selection and the names that screen readers speak. */
function useLabelledNodes(nodes: StepNode[]): StepNode[] {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const selection = useBuilder((state) => state.selection);
  return useMemo(() => {
    const chosen = new Set(selection);
    return nodes.map((node) => {
      const selected = chosen.has(node.id);
      const ariaLabel = `${stepTitle(node.data.step, t)}. ${summaryOf(node.data.step, names, t)}`;
      return node.selected === selected && node.ariaLabel === ariaLabel ? node : { ...node, selected, ariaLabel };
    });
  }, [nodes, selection, names, t]);
}
