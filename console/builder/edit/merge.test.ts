import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draft, type DraftStep, readDraft } from "./draft.ts";
import { mergeDrafts, shareSteps, takeSteps } from "./merge.ts";

const say = (text: string, next: string | null = null): DraftStep => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  next,
});

const base = readDraft({
  start: "a",
  steps: { a: say("A", "b"), b: say("B", "c"), c: say("C") },
  layout: { a: { x: 0, y: 0 }, b: { x: 300, y: 0 } },
});

const withSteps = (steps: Record<string, DraftStep>, more: Partial<Draft> = {}): Draft => ({
  ...base,
  steps: { ...base.steps, ...steps },
  ...more,
});

function without(id: string, steps: Record<string, DraftStep>): Draft {
  const { [id]: _, ...rest } = { ...base.steps, ...steps };
  return { ...base, steps: rest };
}

test("changes of different steps are both kept", () => {
  const mine = withSteps({ a: say("mine", "b"), x: say("new here") });
  const theirs = withSteps({ c: say("theirs"), y: say("new there") });

  const { draft, conflicts } = mergeDrafts(base, mine, theirs);

  assert.deepEqual(conflicts, []);
  assert.deepEqual(draft.steps, {
    a: say("mine", "b"),
    b: say("B", "c"),
    c: say("theirs"),
    x: say("new here"),
    y: say("new there"),
  });
});

test("only a step that both have changed in different ways is a conflict", () => {
  const mine = withSteps({ a: say("mine", "b"), b: say("same", "c") });
  const theirs = withSteps({ a: say("theirs", "b"), b: say("same", "c"), c: say("theirs") });

  const { draft, conflicts } = mergeDrafts(base, mine, theirs);

  assert.deepEqual(conflicts, ["a"]);
  assert.deepEqual([draft.steps.a, draft.steps.c], [say("mine", "b"), say("theirs")]);
  assert.deepEqual(takeSteps(draft, theirs, conflicts).steps.a, say("theirs", "b"));
});

test("a step that one has removed and the other has changed is a conflict", () => {
  const mine = without("c", { b: say("B") });
  const theirs = withSteps({ c: say("theirs") });

  const { draft, conflicts } = mergeDrafts(base, mine, theirs);

  assert.deepEqual(conflicts, ["c"]);
  assert.equal(draft.steps.c, undefined);
  assert.deepEqual(takeSteps(draft, theirs, conflicts).steps.c, say("theirs"));
});

test("an exit that leads to a step which the other has removed is disconnected", () => {
  const mine = withSteps({ a: say("A", "c") });
  const theirs = without("c", { b: say("B") });

  const { draft, conflicts } = mergeDrafts(base, mine, theirs);

  assert.deepEqual(conflicts, []);
  assert.deepEqual(draft.steps, { a: say("A"), b: say("B") });
});

test("places and the start are merged, and the local ones count if both have changed", () => {
  const mine = { ...base, layout: { ...base.layout, a: { x: 5, y: 5 } } };
  const theirs = { ...base, start: "b", layout: { a: { x: 9, y: 9 }, b: { x: 1, y: 1 } } };

  const { draft, conflicts } = mergeDrafts(base, mine, theirs);

  assert.deepEqual(conflicts, []);
  assert.equal(draft.start, "b");
  assert.deepEqual(draft.layout, { a: { x: 5, y: 5 }, b: { x: 1, y: 1 } });
});

test("a start that is gone is replaced by one that is there", () => {
  const mine = { ...base, start: "c" };
  const theirs = without("c", { b: say("B") });

  assert.equal(mergeDrafts(base, mine, theirs).draft.start, "a");
});

test("without local edits the other draft is taken as it is", () => {
  const theirs = withSteps({ a: say("theirs") });

  assert.equal(mergeDrafts(base, base, theirs).draft, theirs);
});

test("steps that are the same become the same objects", () => {
  const loaded = readDraft(structuredClone(withSteps({ c: say("theirs") })));

  const shared = shareSteps(base, loaded);

  assert.equal(shared.steps.a, base.steps.a);
  assert.deepEqual(shared, loaded);
});
