import { isRemark } from "@banter/core/flow/steps/index.ts";
import type { Draft, DraftStep, Point } from "../edit/draft.ts";
import { exitsOf } from "../steps/exits.ts";

export type Size = { width: number; height: number };
/** The place and size of a step on the canvas. */
export type Box = Point & Size & { id: string };

/**
 * Places for all steps, so that edges lead from left to right and rarely cross. Notes keep their places. Dagre is
 * loaded on first use.
 */
export async function layOut(draft: Draft, sizeOf: (id: string) => Size | undefined): Promise<Map<string, Point>> {
  const { Graph, layout } = await import("@dagrejs/dagre");
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 48, ranksep: 96, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  const steps = Object.entries(draft.steps).filter(([, step]) => !isRemark(step));
  // The start comes first: without other reasons dagre keeps the order.
  steps.sort(([one], [other]) => Number(other === draft.start) - Number(one === draft.start));
  for (const [id] of steps) graph.setNode(id, { ...(sizeOf(id) ?? usualSize) });
  for (const [id, step] of steps) {
    for (const { target } of exitsOf(step)) if (target !== null && graph.hasNode(target)) graph.setEdge(id, target);
  }
  layout(graph);
  return new Map(
    steps.map(([id]) => {
      const { x, y, width, height } = graph.node(id) as Point & Size;
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
    }),
  );
}

export const usualSize: Size = { width: 272, height: 180 };

/**
 * The places of all steps. Steps without one go below the others, in columns by their distance from the start, so that
 * nothing overlaps.
 */
export function placesOf(draft: Draft): Map<string, Point> {
  const given = draft.layout ?? {};
  const columns = columnsOf(draft);
  const lowest = Math.max(0, ...Object.values(given).map(({ y }) => y + 400));
  const ends = new Map<number, number>();
  return new Map(
    Object.entries(draft.steps).map(([id, step]) => {
      const place = given[id];
      if (place) return [id, place];
      const column = columns.get(id) ?? 0;
      const y = ends.get(column) ?? (Object.keys(given).length > 0 ? lowest : 0);
      ends.set(column, y + roughHeight(step) + 48);
      return [id, { x: column * 340, y }];
    }),
  );
}

/** Unreachable steps are in the first column. */
function columnsOf({ start, steps }: Draft): Map<string, number> {
  const columns = new Map<string, number>(start === null ? [] : [[start, 0]]);
  for (const [id, column] of columns) {
    const step = steps[id];
    for (const { target } of step ? exitsOf(step) : []) {
      if (target !== null && steps[target] && !columns.has(target)) columns.set(target, column + 1);
    }
  }
  return columns;
}

/** An estimate of the drawn height, rather too large than too small. */
export function roughHeight(step: DraftStep): number {
  const lines = Math.ceil(JSON.stringify(step).length / 60);
  return 120 + exitsOf(step).length * 26 + Math.min(lines, 14) * 18;
}
