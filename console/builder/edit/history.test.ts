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

test("only the newest 200 changes can be undone", () => {
  let history = startHistory(0);
  for (let value = 1; value <= 250; value += 1) history = change(history, value, { at: 0 });

  while (undo(history) !== history) history = undo(history);

  assert.equal(history.present, 50);
});

test("typing after an undo is a new undo step", () => {
  let history = change(startHistory(""), "h", { mergeKey: "text", at: 0 });
  history = change(undo(history), "x", { mergeKey: "text", at: 100 });

  assert.equal(undo(history).present, "");
  assert.equal(redo(history), history);
});
