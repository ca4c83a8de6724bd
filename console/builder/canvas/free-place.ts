import type { Point } from "../edit/draft.ts";
import type { Box, Size } from "./layout.ts";

/** The room between steps that are placed by themselves. */
const gap = 32;
/** The room for a line between two steps. */
const lineRoom = 96;

/** The place nearest to the wanted one, above or below it, at which a step of this size overlaps no other. */
export function freePlace(wanted: Point, size: Size, boxes: readonly Box[]): Point {
  const inTheWay = boxes.filter((box) => wanted.x < box.x + box.width + gap && box.x < wanted.x + size.width + gap);
  const isFree = (y: number) =>
    inTheWay.every((box) => y >= box.y + box.height + gap || y + size.height + gap <= box.y);
  const heights = inTheWay.flatMap((box) => [box.y + box.height + gap, box.y - size.height - gap]);
  const distance = (y: number) => Math.abs(y - wanted.y);
  // Below the lowest box is always free.
  const [y = wanted.y] = [wanted.y, ...heights].filter(isFree).sort((one, other) => distance(one) - distance(other));
  return { x: wanted.x, y };
}

/** The place of the step that comes after this one, if it is free. */
export function besideOf({ x, y, width }: Omit<Box, "id" | "height">): Point {
  return { x: x + width + lineRoom, y };
}

/**
 * The place for a step on the line between two others. If they are too close, everything right of the line moves
 * further to the right, which keeps its arrangement.
 */
export function placeBetween(
  source: Box,
  target: Box,
  size: Size,
  boxes: readonly Box[],
): { at: Point; moved: ReadonlyMap<string, Point> } {
  const end = source.x + source.width;
  const missing = size.width + 2 * lineRoom - (target.x - end);
  if (target.x < end) {
    const middle = { x: (source.x + target.x) / 2, y: Math.max(source.y + source.height, target.y + target.height) };
    return { at: freePlace(middle, size, boxes), moved: new Map() };
  }
  const shifted = boxes.map((box) => (missing > 0 && box.x >= target.x ? { ...box, x: box.x + missing } : box));
  const moved = shifted.filter((box, index) => box !== boxes[index]);
  const x = missing > 0 ? besideOf(source).x : (end + target.x - size.width) / 2;
  const at = freePlace({ x, y: (source.y + target.y) / 2 }, size, shifted);
  return { at, moved: new Map(moved.map(({ id, x, y }) => [id, { x, y }])) };
}
