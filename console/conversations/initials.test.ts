import assert from "node:assert/strict";
import { test } from "node:test";
import { initialsOf } from "./initials.ts";

test("initials are of the first and the last word", () => {
  assert.deepEqual(["Nguyễn Văn An", "ann", " Đỗ  Khoa ", ""].map(initialsOf), ["NA", "A", "ĐK", ""]);
});
