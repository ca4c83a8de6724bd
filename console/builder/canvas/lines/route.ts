import type { Box } from "../layout.ts";

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
 * as possible. A way that must cross a step on its way up or down is taken only if there is no other. The boxes come
 * in the order of their tops.
 */
export function laneOf(boxes: readonly Box[], { sourceX, sourceY, targetX, targetY, track }: Line): number {
  const [left, right] = [targetX - reachOf(track), sourceX + reachOf(track)];
  const between = boxes.filter((box) => box.x < right && box.x + box.width > left);
  const detour = (lane: number) => Math.abs(lane - sourceY) + Math.abs(lane - targetY);
  const lanes = spansOf(between, clearanceOf(track))
    .flat()
    .sort((one, other) => detour(one) - detour(other));
  const isClear = (lane: number) =>
    !isCrossed(between, right, sourceY, lane) && !isCrossed(between, left, targetY, lane);
  return lanes.find(isClear) ?? lanes[0] ?? (sourceY + targetY) / 2;
}

/** The heights that boxes take up, without overlap, from top to bottom. */
function spansOf(boxes: readonly Box[], clearance: number): [top: number, bottom: number][] {
  const spans: [number, number][] = [];
  for (const { y, height } of boxes) {
    const last = spans.at(-1);
    const [top, bottom] = [y - clearance, y + height + clearance];
    if (last && top <= last[1]) last[1] = Math.max(last[1], bottom);
    else spans.push([top, bottom]);
  }
  return spans;
}

/** True if a vertical line at `x` crosses a box. */
function isCrossed(boxes: readonly Box[], x: number, from: number, to: number): boolean {
  const [top, bottom] = [Math.min(from, to), Math.max(from, to)];
  return boxes.some((box) => box.x < x && x < box.x + box.width && box.y < bottom && top < box.y + box.height);
}
