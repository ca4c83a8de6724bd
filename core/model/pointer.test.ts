import assert from "node:assert/strict";
import { test } from "node:test";
import { pointer } from "./pointer.ts";

test("a pointer escapes slashes and tildes", () => {
  assert.equal(pointer([]), "");
  assert.equal(pointer(["data", "messages", 3, "type"]), "/data/messages/3/type");
  assert.equal(pointer(["a/b", "c~d", "~1", ""]), "/a~1b/c~0d/~01/");
});
