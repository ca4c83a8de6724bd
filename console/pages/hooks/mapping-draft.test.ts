import assert from "node:assert/strict";
import { test } from "node:test";
import { GivenMapping } from "@banter/core/events/hook-mapping.ts";
import { draftOf, isComplete, mappingOf, pathsIn } from "./mapping-draft.ts";

const mapping = {
  customer: { by: "phone" as const, path: "customer.phone" },
  fields: [{ field: "total", path: "order.total" }],
  goal: { name: "Purchase", value_path: "order.total", currency: "VND" },
  flow_id: 7,
};

test("a mapping that is opened and saved is the same", () => {
  assert.deepEqual(mappingOf(draftOf(mapping)), mapping);
  const least = GivenMapping.parse({ customer: { by: "email", path: "email" } });
  assert.deepEqual(mappingOf(draftOf(least)), least);
});

test("empty rows and spaces around paths are left out, and a goal needs a name", () => {
  const draft = {
    ...draftOf(mapping),
    path: " a.b ",
    fields: [
      { field: "", path: "x" },
      { field: "n", path: " " },
    ],
  };
  assert.deepEqual(mappingOf(draft).fields, []);
  assert.equal(mappingOf(draft).customer.path, "a.b");
  const unnamed = { ...draft, goal: { ...draft.goal, name: " " } };
  assert.equal(mappingOf(unnamed).goal, null);
  assert.equal(isComplete(unnamed), false);
  assert.equal(isComplete({ ...unnamed, hasGoal: false }), true);
  assert.equal(isComplete({ ...draft, path: " " }), false);
});

test("the paths of a call's body are offered, and each leads to its value", () => {
  const body = { customer: { email: "a@b.c", "odd key": 1 }, items: [{ sku: "x" }], total: 5, none: null };
  assert.deepEqual(pathsIn(JSON.stringify(body)), ["customer.email", "items.0.sku", "total", "none"]);
  assert.deepEqual(pathsIn("{"), []);
});
