import assert from "node:assert/strict";
import { test } from "node:test";
import { freeName, TreeName } from "./names.ts";

test("a taken name gets the first free number", () => {
  assert.equal(freeName("Welcome", []), "Welcome");
  assert.equal(freeName("Welcome", ["Welcome", "Welcome (2)"]), "Welcome (3)");
});

test("a long name is shortened to make room for its number", () => {
  const long = "n".repeat(200);

  const free = freeName(long, [long]);

  assert.ok(free.endsWith("n (2)"));
  assert.ok(TreeName.safeParse(free).success);
});
