import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandName, FieldName, fieldNameOf, freeName, TreeName } from "./names.ts";

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

test("a command has lowercase letters, digits and underscores, and is none of ours", () => {
  for (const name of ["sizes", "a", "opening_hours", "x".repeat(32)])
    assert.ok(CommandName.safeParse(name).success, name);
  for (const name of ["", "Sizes", "größen", "a b", "/sizes", "x".repeat(33), "start", "m12", "sizes_m12"])
    assert.ok(!CommandName.safeParse(name).success, name);
});
