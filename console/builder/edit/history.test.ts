import assert from "node:assert/strict";
import { test } from "node:test";
import { change, redo, startHistory, undo } from "./history.ts";

test("what is undone can be done again, until something else is done", () => {
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

test("typing in one place is undone as one, and a pause or another place begins anew", () => {
  let history = startHistory("");
  history = change(history, "h", { mark: "text", at: 0 });
  history = change(history, "hi", { mark: "text", at: 500 });
  history = change(history, "hi!", { mark: "title", at: 600 });
  history = change(history, "hi!!", { mark: "title", at: 9000 });

  history = undo(history);
  assert.equal(history.present, "hi!");
  history = undo(history);
  assert.equal(history.present, "hi");
  history = undo(history);
  assert.equal(history.present, "");
});

test("what changes nothing is no change", () => {
  const history = startHistory("a");
  assert.equal(change(history, "a", { at: 0 }), history);
  assert.equal(undo(history), history);
});
