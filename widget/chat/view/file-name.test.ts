import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName } from "./file-name.ts";

test("a file is named by the end of its address", () => {
  assert.equal(fileName("https://a.example/b/Th%E1%BB%B1c%20%C4%91%C6%A1n.pdf?x=1"), "Thực đơn.pdf");
  assert.equal(fileName("https://a.example/%E0%A4%A"), "%E0%A4%A");
  assert.equal(fileName("https://a.example/"), "");
});
