import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutsideWindow } from "./messaging-window.ts";

const day = { seconds: 86_400, tags: ["HUMAN_AGENT"] };

test("the window closes after its last second", () => {
  assert.equal(isOutsideWindow(day, 86_400), false);
  assert.equal(isOutsideWindow(day, 86_400.001), true);
});

test("a channel without a window is always open, and so is a customer who has never written", () => {
  assert.equal(isOutsideWindow(null, 1e9), false);
  assert.equal(isOutsideWindow(day, null), false);
});
