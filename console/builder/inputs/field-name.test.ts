import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldName } from "@banter/core/model/names.ts";
import { fieldNameOf } from "./field-name.ts";

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
