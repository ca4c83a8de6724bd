import assert from "node:assert/strict";
import { test } from "node:test";
import { setShare, shareOut } from "./shares.ts";

test("shares are whole percents that add up to 100", () => {
  assert.deepEqual(shareOut(100, [1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(shareOut(100, [70, 30]), [70, 30]);
  assert.deepEqual(shareOut(100, [0, 5]), [0, 100]);
  assert.deepEqual(shareOut(100, [0, 0]), [50, 50]);
});

test("setting one share keeps the proportions of the others", () => {
  assert.deepEqual(setShare([50, 50], 0, 80), [80, 20]);
  assert.deepEqual(setShare([50, 30, 20], 0, 0), [0, 60, 40]);
  assert.deepEqual(setShare([50, 30, 20], 2, 100), [0, 0, 100]);
  assert.deepEqual(setShare([0, 0, 100], 2, 40), [30, 30, 40]);
});
