import assert from "node:assert/strict";
import { test } from "node:test";
import { isSelected, noSelection, selectShown, toggle } from "./selection.ts";

test("customers are selected one by one, all that are shown, and all but one", () => {
  const one = toggle(noSelection, "a", ["a", "b"]);
  assert.deepEqual([isSelected(one, "a"), isSelected(one, "b")], [true, false]);
  assert.deepEqual(toggle(one, "a", ["a", "b"]), noSelection);
  assert.deepEqual([...selectShown(["a", "b"]).psids], ["a", "b"]);
  const butOne = toggle({ psids: new Set(), isAll: true }, "a", ["a", "b"]);
  assert.deepEqual([butOne.isAll, [...butOne.psids]], [false, ["b"]]);
});
