import type { Box } from "./boxes.ts";

/** The ends of a line. Lines with other tracks run beside it instead of on it. */
export type Line = { sourceX: number; sourceY: number; targetX: number; targetY: number; track: number };

/** Lines that go back are told apart by this many tracks. */
export const tracks = 4;

/** How far a line goes straight out of a step and into one before it turns. */
export const reachOf = (track: number) => 16 + 6 * track;
/** The distance of a line from the steps that it passes. */
const clearanceOf = (track: number) => 10 + 4 * track;

/**
 * The height at which a line back to the left passes: above or below all steps between its ends, and as near to them
 * as possible. A way that must cross a step on its way up or down is taken only if there is no other.
 */
export function laneOf(boxes: readonly Box[], line: Line): number {
  const [left, right] = [line.targetX - reachOf(line.track), line.sourceX + reachOf(line.track)];
  const between = boxes.filter((box) => box.x < right && box.x + box.width > left);
  const lanes = spansOf(between, clearanceOf(line.track)).flat();
  const cost = (lane: number) =>
    Math.abs(lane - line.sourceY) +
    Math.abs(lane - line.targetY) +
    crossingCost * (crossings(between, right, line.sourceY, lane) + crossings(between, left, line.targetY, lane));
  const [first = (line.sourceY + line.targetY) / 2, ...others] = lanes;
  return others.reduce((best, lane) => (cost(lane) < cost(best) ? lane : best), first);
}

const crossingCost = 10_000;

/** The heights that boxes take up, without overlap, from top to bottom. */
function spansOf(boxes: readonly Box[], clearance: number): [top: number, bottom: number][] {
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
