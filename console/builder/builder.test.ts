import assert from "node:assert/strict";
import { test } from "node:test";
import { createBuilder, freeExit } from "./builder.ts";
import { readDraft } from "./edit/draft.ts";

function aBuilder(canEdit = true, draft = readDraft({})) {
  const stored = { draft, revision: 1 };
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

test("a step added on a line stands between its ends, and one undo takes it away", () => {
  const builder = aBuilder();
  const first = builder.add("message", { x: 0, y: 0 }) ?? "";
  const from = { step: first, exit: ["next"] };
  const last = builder.add("message", { x: 300, y: 0 }, from) ?? "";
  const before = builder.get().history.present;

  const between = builder.add("ask", { x: 300, y: 0 }, from, { to: last, moved: new Map([[last, { x: 600, y: 0 }]]) });

  const { steps, layout } = builder.get().history.present;
  assert.equal(steps[first]?.next, between);
  assert.deepEqual(steps[between ?? ""]?.next, { answered: last });
  assert.deepEqual(layout?.[last], { x: 600, y: 0 });
  builder.undo();
  assert.deepEqual(builder.get().history.present, before);
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

test("removing a step deselects it, and undoing brings it back", () => {
  const builder = aBuilder();
  const id = builder.add("message", { x: 0, y: 0 }) ?? "";

  builder.remove([id]);
  assert.deepEqual(builder.get().selection, []);
  assert.equal(builder.get().history.present.start, null);
  builder.undo();

  assert.ok(builder.get().history.present.steps[id]);
  assert.equal(builder.get().history.present.start, id);
  builder.stop();
});

test("listeners are told of changes, and selecting the same steps again is none", () => {
  const builder = aBuilder();
  const id = builder.add("message", { x: 0, y: 0 }) ?? "";
  let calls = 0;
  const unsubscribe = builder.subscribe(() => {
    calls += 1;
  });

  builder.select([id]);
  assert.equal(calls, 0);
  builder.select([]);
  assert.equal(calls, 1);
  unsubscribe();
  builder.select([id]);

  assert.equal(calls, 1);
  builder.stop();
});

test("the server's draft replaces the local one, and can be undone", () => {
  const builder = aBuilder();
  const id = builder.add("message", { x: 0, y: 0 }) ?? "";
  const theirs = readDraft({ start: "theirs", steps: { theirs: { type: "note", text: "" } } });

  builder.adopt({ draft: theirs, revision: 9 });

  assert.equal(builder.get().history.present, theirs);
  assert.deepEqual(builder.get().selection, []);
  assert.ok(builder.saver.isSettled);
  assert.equal(builder.saver.revision, 9);
  builder.undo();
  assert.ok(builder.get().history.present.steps[id]);
  builder.stop();
});

test("nudging steps several times is one undo step", () => {
  const builder = aBuilder();
  const id = builder.add("message", { x: 0, y: 0 }) ?? "";

  builder.move(new Map([[id, { x: 10, y: 0 }]]), "nudge");
  builder.move(new Map([[id, { x: 20, y: 0 }]]), "nudge");
  builder.undo();

  assert.deepEqual(builder.get().history.present.layout?.[id], { x: 0, y: 0 });
  builder.stop();
});

test("a step whose exits are all connected has no free exit", () => {
  const builder = aBuilder();
  const first = builder.add("message", { x: 0, y: 0 }) ?? "";
  assert.deepEqual(freeExit(builder.get().history.present, first), { step: first, exit: ["next"] });

  builder.add("message", { x: 300, y: 0 }, { step: first, exit: ["next"] });

  assert.equal(freeExit(builder.get().history.present, first), undefined);
  assert.equal(freeExit(builder.get().history.present, "gone"), undefined);
  builder.stop();
});

test("a removed branch takes its exit along, in one change that can be undone", () => {
  const builder = aBuilder();
  const id = builder.add("split", { x: 0, y: 0 }) ?? "";
  const [a, b] = [
    { id: "a", name: "A", weight: 50 },
    { id: "b", name: "B", weight: 50 },
  ];
  builder.connect(id, ["next", "b"], id);
  builder.setSetting(id, ["branches"], [a]);
  assert.deepEqual(builder.get().history.present.steps[id]?.next, {});

  builder.undo();

  assert.deepEqual(builder.get().history.present.steps[id]?.branches, [a, b]);
  assert.deepEqual(builder.get().history.present.steps[id]?.next, { b: id });
  builder.stop();
});

test("a step added behind an exit is connected and opened", () => {
  const builder = aBuilder();
  const first = builder.add("message", { x: 0, y: 0 }) ?? "";
  const second = builder.addBehind("ask", { step: first, exit: ["next"] });

  const { history, selection, panel } = builder.get();
  assert.equal(history.present.steps[first]?.next, second);
  assert.deepEqual([selection, panel], [[second], "step"]);
  assert.deepEqual(history.present.layout?.[second ?? ""], { x: 368, y: 0 });
  builder.stop();
});

test("a field that is left just after it was filled in does not show the problem it had before", () => {
  const builder = aBuilder();
  const id = builder.add("message", { x: 0, y: 0 }) ?? "";
  const path = `/steps/${id}/content/messages/0/text`;
  const problem = { code: "invalid", severity: "error", step: id, path, message: "must not be blank" } as const;
  builder.set({ problems: [problem] });

  builder.setSetting(id, ["content", "messages", 0, "text"], "Hello");
  builder.leaveField(path);
  assert.deepEqual(builder.get().shownProblems, []);
  builder.set({ problems: [] });
  assert.deepEqual(builder.get().shownProblems, []);
  builder.stop();
});

test("what was empty when the flow was opened is shown once it is left, or when all is asked for", () => {
  const before = aBuilder();
  const id = before.add("message", { x: 0, y: 0 }) ?? "";
  const { present: draft } = before.get().history;
  before.stop();
  const path = `/steps/${id}/content/messages/0/text`;
  const problem = { code: "invalid", severity: "error", step: id, path, message: "must not be blank" } as const;
  const other = { ...problem, path: `/steps/${id}/type` };

  for (const act of ["leave", "ask"] as const) {
    const builder = aBuilder(true, draft);
    builder.set({ problems: [problem, other] });
    assert.deepEqual(builder.get().shownProblems, [other]);
    if (act === "leave") {
      builder.setSetting(id, ["content", "messages", 0, "text"], "H");
      builder.setSetting(id, ["content", "messages", 0, "text"], "");
      builder.set({ problems: [problem, other] });
      builder.leaveField(path);
    } else builder.showAllProblems();
    assert.deepEqual(builder.get().shownProblems, [problem, other]);
    builder.stop();
  }
});

test("the problems of a new step are shown when a touched field or the step is left, and when all are asked for", () => {
  const builder = aBuilder();
  const id = builder.add("message", { x: 0, y: 0 }) ?? "";
  const path = `/steps/${id}/content/messages/0/text`;
  const problem = { code: "invalid", severity: "error", step: id, path, message: "must not be blank" } as const;
  builder.set({ problems: [problem] });
  assert.deepEqual(builder.get().shownProblems, []);
  // A new message has the focus by itself, and another one beside it touches neither of the two.
  builder.setSetting(id, ["content", "messages"], [{ type: "text", text: "" }, { type: "image" }]);
  builder.set({ problems: [problem] });
  builder.leaveField(path);
  assert.deepEqual(builder.get().shownProblems, []);
  for (const text of ["H", ""]) builder.setSetting(id, ["content", "messages", 0, "text"], text);
  builder.set({ problems: [problem] });
  builder.leaveField(path);
  assert.deepEqual(builder.get().shownProblems, [problem]);

  const other = builder.add("ask", { x: 300, y: 0 }) ?? "";
  const unset = { ...problem, step: other, path: `/steps/${other}/content` };
  builder.set({ problems: [problem, unset] });
  assert.deepEqual(builder.get().shownProblems, [problem]);
  builder.showAllProblems();

  assert.deepEqual(builder.get().shownProblems, [problem, unset]);
  builder.stop();
});
