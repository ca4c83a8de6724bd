import assert from "node:assert/strict";
import { test } from "node:test";
import { areaOf, dragged, fits, storedSize } from "./area.ts";

const tall = { width: 400, height: 800 };
const middle = { zoom: 1, left: 0.5, top: 0.5 };

test("the area has the ratio, lies within the picture and is as large as possible", () => {
  assert.deepEqual(areaOf(tall, 2, middle), { x: 0, y: 300, width: 400, height: 200 });
  assert.deepEqual(areaOf({ width: 800, height: 400 }, 1, middle), { x: 200, y: 0, width: 400, height: 400 });
  assert.deepEqual(areaOf(tall, 2, { zoom: 2, left: 1, top: 0 }), { x: 200, y: 0, width: 200, height: 100 });
});

test("dragging moves the area against the pointer and stops at the edges", () => {
  assert.deepEqual(dragged(tall, 2, middle, { x: 50, y: 60 }), { zoom: 1, left: 0.5, top: 0.4 });
  assert.equal(dragged(tall, 2, middle, { x: 0, y: -9000 }).top, 1);
});

test("a picture of nearly the right shape fits", () => {
  assert.equal(fits({ width: 1200, height: 628 }, 1.91), true);
  assert.equal(fits({ width: 1200, height: 800 }, 1.91), false);
});

test("a huge area is stored smaller, a small one as it is", () => {
  assert.deepEqual(storedSize({ x: 0, y: 0, width: 4800, height: 2400 }), { width: 1200, height: 600 });
  assert.deepEqual(storedSize({ x: 0, y: 0, width: 300, height: 157.1 }), { width: 300, height: 157 });
});
