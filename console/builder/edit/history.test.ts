import assert from "node:assert/strict";
import { test } from "node:test";
import { change, redo, startHistory, undo } from "./history.ts";

test("an undone change can be redone until another change is made", () => {
  let history = startHistory("a");
  history = change(history, "b", { at: 0 });
  history = change(history, "c", { at: 0 });

  history = undo(history);
  assert.equal(history.present, "b");
  assert.equal(redo(history).present, "c");
  history = change(history, "d", { at: 0 });
  assert.equal(redo(history), history);
  assert.equal(undo(undo(undo(history))).present, "a");
});

test("typing in one field is one undo step; a pause or another field starts a new one", () => {
  let history = startHistory("");
  history = change(history, "h", { mergeKey: "text", at: 0 });
  history = change(history, "hi", { mergeKey: "text", at: 500 });
  history = change(history, "hi!", { mergeKey: "title", at: 600 });
  history = change(history, "hi!!", { mergeKey: "title", at: 9000 });

  history = undo(history);
  assert.equal(history.present, "hi!");
  history = undo(history);
  assert.equal(history.present, "hi");
  history = undo(history);
  assert.equal(history.present, "");
});

test("setting the same value adds no undo step", () => {
  const history = startHistory("a");
  assert.equal(change(history, "a", { at: 0 }), history);
  assert.equal(undo(history), history);
});
