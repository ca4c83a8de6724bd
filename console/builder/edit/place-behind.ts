import { placesOf } from "../canvas/layout.ts";
import type { Draft, Point } from "./draft.ts";

/** The usual size of a step, with room around it. */
const size = { width: 272, height: 200 };
const gap = 96;

/** A free place to the right of a step: beside it or, if others are there, below them. */
export function placeBehind(draft: Draft, id: string): Point {
  const places = placesOf(draft);
  const from = places.get(id) ?? { x: 0, y: 0 };
  const x = from.x + size.width + gap;
  const column = [...places.values()].filter((place) => Math.abs(place.x - x) < size.width);
  const isFree = (y: number) => column.every((place) => Math.abs(place.y - y) >= size.height);
  let { y } = from;
  while (!isFree(y)) y += 40;
  return { x, y };
}
