import assert from "node:assert/strict";
import { test } from "node:test";
import { editOf } from "./edit-values.ts";

const before = { first_name: "Ann", last_name: "", email: "", phone: "1", tags: ["1", "2"], fields: { city: "Huế" } };

test("an edit holds only what was changed", () => {
  const after = { ...before, phone: " 2 ", tags: ["2", "3"], fields: { city: "", size: "M" } };

  assert.deepEqual(editOf(before, after), {
    phone: "2",
    add_tags: [3],
    remove_tags: [1],
    fields: { city: "", size: "M" },
  });
  assert.deepEqual(editOf(before, before), { add_tags: [], remove_tags: [], fields: {} });
});
