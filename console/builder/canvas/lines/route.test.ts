import assert from "node:assert/strict";
import { test } from "node:test";
import type { Box } from "../layout.ts";
import { type Line, laneOf as laneOfSorted } from "./route.ts";

const box = (x: number, y: number, height = 100): Box => ({ id: `${x} ${y}`, x, y, width: 200, height });
const laneOf = (boxes: Box[], line: Line) =>
  laneOfSorted(
    boxes.toSorted((one, other) => one.y - other.y),
    line,
  );
const ends = { sourceX: 500, sourceY: 50, targetX: 0, targetY: 22, track: 3 };
const crosses = (lane: number, { y, height }: Box) => lane > y && lane < y + height;

test("a line back passes above or below all steps between its ends", () => {
  const boxes = [box(300, 0), box(0, 0), box(150, -60, 400)];
  const lane = laneOf(boxes, ends);

  assert.equal(
    boxes.some((each) => crosses(lane, each)),
    false,
  );
});

test("it takes the gap between steps that is nearest", () => {
  const boxes = [box(300, 0), box(0, 0), box(0, 300), box(0, -400)];
  const lane = laneOf(boxes, ends);

  assert.ok(lane < 0 && lane > -300, `${lane}`);
});

test("a step above and left of its source is reached through the gap between them", () => {
  const lane = laneOf([box(300, 400), box(0, 0)], { ...ends, sourceY: 450 });

  assert.ok(lane > 100 && lane < 400, `${lane}`);
});

test("a way that would cross another step at its end is avoided", () => {
  // The low box stands right above the source's exit.
  const boxes = [box(300, 0), box(0, 0), box(420, -60, 40)];
  const lane = laneOf(boxes, { ...ends, sourceY: 10, targetY: 10 });

  assert.ok(lane > 100, `${lane}`);
});

test("lines on other tracks do not run on each other", () => {
  const lanes = [0, 1, 2, 3].map((track) => laneOf([box(300, 0), box(0, 0)], { ...ends, track }));

  assert.equal(new Set(lanes).size, 4);
});
