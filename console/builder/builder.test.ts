import assert from "node:assert/strict";
import { test } from "node:test";
import { createBuilder, freeExit } from "./builder.ts";
import { readDraft } from "./edit/draft.ts";

function aBuilder(canEdit = true) {
  const stored = { draft: readDraft({}), revision: 1 };
  const builder = createBuilder({
    stored,
    canEdit,
    save: async (_, revision) => ({ revision: revision + 1 }),
    load: async () => stored,
  });
  return builder;
}

test("a step added from an exit is selected and connected to it", () => {
  const builder = aBuilder();
  const first = builder.add("ask", { x: 0, y: 0 }) ?? "";
  const from = freeExit(builder.get().history.present, first);
  const second = builder.add("message", { x: 300, y: 0 }, from);

  const { history, selection, panel } = builder.get();
  assert.deepEqual(history.present.steps[first]?.next, { answered: second });
  assert.deepEqual(selection, [second]);
  assert.equal(panel, "step");
  builder.stop();
});

test("undoing deselects the step, and everything can be undone", () => {
  const builder = aBuilder();
  const id = builder.add("delay", { x: 0, y: 0 }) ?? "";
  builder.setSetting(id, ["seconds"], 5);
  builder.setSetting(id, ["seconds"], 55);
  builder.undo();
  assert.equal(builder.get().history.present.steps[id]?.seconds, 3600);
  builder.undo();

  assert.deepEqual(builder.get().history.present.steps, {});
  assert.deepEqual(builder.get().selection, []);
  builder.stop();
});

test("without permission to edit nothing changes", () => {
  const builder = aBuilder(false);

  assert.equal(builder.add("message", { x: 0, y: 0 }), undefined);
  builder.setStart("x");

  assert.deepEqual(builder.get().history.present, readDraft({}));
  assert.ok(builder.saver.isSettled);
});
