import type { Box } from "./boxes.ts";

export type Ends = { sourceX: number; sourceY: number; targetX: number; targetY: number };

/** How far a line goes straight out of a step and into one before it turns. */
export const reach = 24;
/** The distance of a lane from the steps beside it. */
const clearance = 22;

/**
 * The height at which a line back to the left passes: above or below all steps between its ends, and as near to them
 * as possible. A way that must cross a step on its way up or down is taken only if there is no other.
 */
export function laneOf(boxes: readonly Box[], ends: Ends): number {
  const [left, right] = [ends.targetX - reach, ends.sourceX + reach];
  const between = boxes.filter((box) => box.x < right && box.x + box.width > left);
  const lanes = spansOf(between).flat();
  const cost = (lane: number) =>
    Math.abs(lane - ends.sourceY) +
    Math.abs(lane - ends.targetY) +
    crossingCost * (crossings(between, right, ends.sourceY, lane) + crossings(between, left, ends.targetY, lane));
  const [first = (ends.sourceY + ends.targetY) / 2, ...others] = lanes;
  return others.reduce((best, lane) => (cost(lane) < cost(best) ? lane : best), first);
}

const crossingCost = 10_000;

/** The heights that boxes take up, without overlap, from top to bottom. */
function spansOf(boxes: readonly Box[]): [top: number, bottom: number][] {
  const spans: [number, number][] = [];
  for (const { y, height } of boxes.toSorted((one, other) => one.y - other.y)) {
    const last = spans.at(-1);
    const [top, bottom] = [y - clearance, y + height + clearance];
    if (last && top <= last[1]) last[1] = Math.max(last[1], bottom);
    else spans.push([top, bottom]);
  }
  return spans;
}

/** The number of boxes that a vertical line at `x` crosses. */
function crossings(boxes: readonly Box[], x: number, from: number, to: number): number {
  const [top, bottom] = [Math.min(from, to), Math.max(from, to)];
  return boxes.filter((box) => box.x < x && x < box.x + box.width && box.y < bottom && top < box.y + box.height).length;
}
