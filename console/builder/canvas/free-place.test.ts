import assert from "node:assert/strict";
import { test } from "node:test";
import { besideOf, freePlace, placeBetween } from "./free-place.ts";
import type { Box } from "./layout.ts";

const size = { width: 100, height: 50 };
const box = (id: string, x: number, y: number): Box => ({ id, x, y, ...size });
const overlaps = (one: Omit<Box, "id">, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test("a free place is taken as it is wanted, a taken one gives way by the shortest distance", () => {
  assert.deepEqual(freePlace({ x: 0, y: 0 }, size, []), { x: 0, y: 0 });
  assert.deepEqual(freePlace({ x: 0, y: 0 }, size, [box("a", 500, 0)]), { x: 0, y: 0 });
  assert.deepEqual(freePlace({ x: 0, y: 10 }, size, [box("a", 20, 0)]), { x: 0, y: 82 });
  assert.deepEqual(freePlace({ x: 0, y: -10 }, size, [box("a", 20, 0)]), { x: 0, y: -82 });
});

test("step after step beside the same one overlaps none", () => {
  const boxes = [box("a", 0, 0)];
  for (const id of ["b", "c", "d", "e"]) {
    const at = freePlace(besideOf(box("a", 0, 0)), size, boxes);
    assert.ok(at.x >= 100 && boxes.every((each) => !overlaps({ ...at, ...size }, each)), id);
    boxes.push({ id, ...at, ...size });
  }
});

test("a step between two others has room on both sides, and what is right of it moves along", () => {
  const boxes = [box("a", 0, 0), box("b", 140, 0), box("c", 280, 0), box("left", -200, 0)];
  const [a = box("", 0, 0), b = a] = boxes;

  const { at, moved } = placeBetween(a, b, size, boxes);

  assert.deepEqual(at, { x: 196, y: 0 });
  assert.deepEqual([...moved.keys()], ["b", "c"]);
  assert.ok((moved.get("b")?.x ?? 0) >= at.x + size.width + 96);
  assert.equal((moved.get("c")?.x ?? 0) - (moved.get("b")?.x ?? 0), 140);
});

test("where there is room, or the line leads back, nothing moves", () => {
  const far = [box("a", 0, 0), box("b", 600, 100)];
  const [a = box("", 0, 0), b = a] = far;

  assert.deepEqual(placeBetween(a, b, size, far), { at: { x: 300, y: 50 }, moved: new Map() });
  const back = placeBetween(b, a, size, far);
  assert.equal(back.moved.size, 0);
  assert.ok(far.every((each) => !overlaps({ ...back.at, ...size }, each)));
});
