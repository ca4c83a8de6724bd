import assert from "node:assert/strict";
import { test } from "node:test";
import { flowStates, namesOf } from "./names.ts";

const aFlow = {
  folder_id: null,
  published_version: null,
  has_changes: false,
  is_on: true,
  publish_at: null,
  updated_at: "",
};

const catalog = {
  flows: [
    { ...aFlow, id: 1, name: "Live", published_version: 2 },
    { ...aFlow, id: 2, name: "Draft", has_changes: true },
    { ...aFlow, id: 4, name: "Off", published_version: 1, is_on: false },
  ],
  trashed: [{ id: 3, name: "Old" }],
  tags: [{ id: 1, name: "vip" }],
  fields: [{ id: 1, name: "size", label: "Size of the shirt" }],
  sequences: [{ id: 9, name: "Tips" }],
  models: [{ id: 5, name: "Small" }],
  sources: [],
};

test("names are looked up by kind and id", () => {
  const names = namesOf(catalog);

  assert.equal(names.flow.get(2), "Draft");
  assert.equal(names.tag.get(1), "vip");
  assert.equal(names.field.get(1), "size");
  assert.equal(names.sequence.get(9), "Tips");
  assert.equal(names.model.get(5), "Small");
  assert.equal(names.fieldLabels.get("size"), "Size of the shirt");
  assert.equal(names.flow.has(3), false);
});

test("the checks of a flow know published, unpublished, trashed and switched-off flows", () => {
  assert.deepEqual(Object.fromEntries(flowStates(catalog)), {
    1: { name: "Live", isPublished: true, isTrashed: false, isOff: false },
    2: { name: "Draft", isPublished: false, isTrashed: false, isOff: false },
    3: { name: "Old", isPublished: false, isTrashed: true },
    4: { name: "Off", isPublished: true, isTrashed: false, isOff: true },
  });
});
