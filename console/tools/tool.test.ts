import assert from "node:assert/strict";
import { test } from "node:test";
import { Ref } from "@banter/core/model/tools/tool.ts";
import { refOf } from "./tool.ts";

test("a ref is the name without diacritics, with a number if it is taken", () => {
  assert.equal(refOf("Quán cà phê", new Set()), "quan-ca-phe");
  assert.equal(refOf("Quán cà phê!", new Set(["quan-ca-phe", "quan-ca-phe-2"])), "quan-ca-phe-3");
  assert.equal(refOf("海报", new Set()), "tool");
  for (const name of ["a".repeat(200), "  ", "--x--"]) assert.ok(Ref.safeParse(refOf(name, new Set())).success);
});
