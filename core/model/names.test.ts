import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldName, fieldNameOf, freeName, TreeName } from "./names.ts";

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

test("typed text becomes a valid field name", () => {
  assert.equal(fieldNameOf("  shoe size "), "shoe_size");
  assert.equal(fieldNameOf("Địa chỉ"), "Địa_chỉ");
  assert.equal(fieldNameOf("2nd phone"), "_2nd_phone");
  for (const text of ["shoe size", "2nd", "a".repeat(100)]) assert.ok(FieldName.safeParse(fieldNameOf(text)).success);
});

test("text without any usable character has no field name", () => {
  assert.equal(fieldNameOf(""), undefined);
  assert.equal(fieldNameOf("   "), undefined);
});
