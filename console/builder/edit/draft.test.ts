import assert from "node:assert/strict";
import { test } from "node:test";
import { findAt, readDraft, setAt } from "./draft.ts";

test("a stored draft is read without its malformed parts", () => {
  const draft = readDraft({
    start: 7,
    steps: { a: { type: "message", odd: true }, b: { text: "no type" }, c: "text" },
    layout: { a: { x: 1, y: 2 }, b: { x: "1", y: 2 } },
  });

  assert.deepEqual(draft, {
    version: 1,
    start: null,
    steps: { a: { type: "message", odd: true } },
    layout: { a: { x: 1, y: 2 } },
  });
});

test("anything that is no document is read as an empty draft", () => {
  for (const document of [null, undefined, "text", [], { steps: [] }])
    assert.deepEqual(readDraft(document), { version: 1, start: null, steps: {} });
});

test("a value is found by its path, and never on the prototype", () => {
  const value = { list: [{ name: "first" }, { name: "second" }] };

  assert.equal(findAt(value, ["list", 1, "name"]), "second");
  assert.equal(findAt(value, ["list", "0", "name"]), "first");
  assert.equal(findAt(value, ["missing", "name"]), undefined);
  assert.equal(findAt(value, ["constructor"]), undefined);
  assert.equal(findAt(value, []), value);
});

test("setting a value copies only the objects on its path", () => {
  const value = { one: { deep: { name: "a" } }, other: { name: "b" } };

  const changed = setAt(value, ["one", "deep", "name"], "c") as typeof value;

  assert.deepEqual(changed, { one: { deep: { name: "c" } }, other: { name: "b" } });
  assert.equal(changed.other, value.other);
  assert.equal(value.one.deep.name, "a");
});

test("missing objects and lists on the path are created", () => {
  assert.deepEqual(setAt(undefined, ["rules", 0, "type"], "tag"), { rules: [{ type: "tag" }] });
  assert.deepEqual(setAt({ items: [1, 2] }, ["items", "1"], 3), { items: [1, 3] });
});

test("undefined removes a key", () => {
  assert.deepEqual(setAt({ a: 1, b: { c: 2, d: 3 } }, ["b", "c"], undefined), { a: 1, b: { d: 3 } });
});
