import assert from "node:assert/strict";
import { test } from "node:test";
import { fileSize } from "./file-size.ts";

test("sizes are written in the unit that people use for them", () => {
  const sizes = [10, 1500, 1024 * 1024, 1.44 * 1024 * 1024, 25 * 1024 * 1024, 5 * 1024 ** 3];

  assert.deepEqual(
    sizes.map((bytes) => fileSize(bytes, "en")),
    ["0 kB", "1.5 kB", "1 MB", "1.4 MB", "25 MB", "5 GB"],
  );
  assert.equal(fileSize(1.44 * 1024 * 1024, "vi"), "1,4 MB");
});
