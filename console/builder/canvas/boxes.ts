import type { StepNode } from "./graph.ts";
import { type Box, roughHeight, usualSize } from "./layout.ts";

/** The boxes of all steps, from top to bottom. Computed once for each list of nodes: every line may ask for them. */
export function boxesOf(nodes: readonly StepNode[]): readonly Box[] {
  const known = memory.get(nodes);
  if (known) return known;
  const boxes = nodes.map(({ id, position, measured, data }): Box => {
    // Steps outside the view may not have been drawn and measured.
    const { width = usualSize.width, height = roughHeight(data.step) } = measured ?? {};
    return { id, ...position, width, height };
  });
  boxes.sort((one, other) => one.y - other.y);
  memory.set(nodes, boxes);
  return boxes;
}

const memory = new WeakMap<readonly StepNode[], readonly Box[]>();
