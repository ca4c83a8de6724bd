import assert from "node:assert/strict";
import { test } from "node:test";
import { flowStates, namesOf } from "./names.ts";

const catalog = {
  flows: [
    { id: 1, name: "Live", folder_id: null, published_version: 2, has_changes: false, updated_at: "" },
    { id: 2, name: "Draft", folder_id: null, published_version: null, has_changes: true, updated_at: "" },
  ],
  trashed: [{ id: 3, name: "Old" }],
  tags: [{ id: 1, name: "vip" }],
  fields: [{ id: 1, name: "size" }],
};

test("names are looked up by kind and id", () => {
  const names = namesOf(catalog);

  assert.equal(names.flow.get(2), "Draft");
  assert.equal(names.tag.get(1), "vip");
  assert.equal(names.field.get(1), "size");
  assert.equal(names.flow.has(3), false);
});

test("the checks of a flow know published, unpublished and trashed flows", () => {
  assert.deepEqual(Object.fromEntries(flowStates(catalog)), {
    1: { name: "Live", isPublished: true, isTrashed: false },
    2: { name: "Draft", isPublished: false, isTrashed: false },
    3: { name: "Old", isPublished: false, isTrashed: true },
  });
});
