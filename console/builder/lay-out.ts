import type { Draft, Point } from "./draft.ts";
import { exitsOf } from "./exits.ts";

export type Size = { width: number; height: number };

/**
 * Where every step goes so that ways lead from left to right and cross little. Notes stay where they are. Dagre is
 * loaded when it is first asked for.
 */
export async function layOut(draft: Draft, sizeOf: (id: string) => Size | undefined): Promise<Map<string, Point>> {
  const { Graph, layout } = await import("@dagrejs/dagre");
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 48, ranksep: 96, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  const steps = Object.entries(draft.steps).filter(([, { type }]) => type !== "note");
  // The first step first: dagre keeps the order where nothing else decides.
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

const usualSize: Size = { width: 272, height: 180 };

/** A place for a step that has none: on a grid below the others, so that nothing lies on top of each other. */
export function placesOf(draft: Draft): Map<string, Point> {
  const given = draft.layout ?? {};
  const lowest = Math.max(0, ...Object.values(given).map(({ y }) => y + 320));
  const hasSome = Object.keys(given).length > 0;
  let homeless = 0;
  return new Map(
    Object.keys(draft.steps).map((id) => {
      const place = given[id];
      if (place) return [id, place];
      const index = homeless++;
      return [id, { x: (index % 6) * 340, y: (hasSome ? lowest : 0) + Math.floor(index / 6) * 320 }];
    }),
  );
}
