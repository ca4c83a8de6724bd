import assert from "node:assert/strict";
import { test } from "node:test";
import { readDraft } from "./draft.ts";
import { placeBehind } from "./place-behind.ts";

const steps = { a: { type: "message" }, b: { type: "message" }, c: { type: "message" } };

test("a step is placed to the right, below steps that are there", () => {
  const places = (layout: object) => placeBehind(readDraft({ start: "a", steps, layout }), "a");
  const far = { x: -2000, y: 0 };

  assert.deepEqual(places({ a: { x: 0, y: 0 }, b: far, c: far }), { x: 368, y: 0 });
  assert.deepEqual(places({ a: { x: 0, y: 0 }, b: { x: 368, y: 0 }, c: { x: 400, y: 210 } }), { x: 368, y: 440 });
});
