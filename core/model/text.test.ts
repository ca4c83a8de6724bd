import assert from "node:assert/strict";
import { test } from "node:test";
import { anyText, isBlank, isStorable, scalarText, text } from "./text.ts";

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test("text counts code points, as PostgreSQL does", () => {
  assert.equal(accepts(text(3), "😀😀😀"), true);
  assert.equal(accepts(text(3), "😀😀😀😀"), false);
  assert.equal(accepts(text(3), "abcd"), false);
});

test("text has a visible character", () => {
  for (const blank of ["", " ", "\n\t", "\u00a0", "\u200b", "\u2060\ufeff", "\u00ad", "\u3164", "\u2800", "\ufe0f"]) {
    assert.equal(isBlank(blank), true, JSON.stringify(blank));
    assert.equal(accepts(text(10), blank), false, JSON.stringify(blank));
    assert.equal(accepts(anyText(10), blank), true, JSON.stringify(blank));
  }
  for (const seen of ["a", " a ", "👨‍👩‍👧", "​ж", ".", "❤️"]) assert.equal(isBlank(seen), false, seen);
});

test("NUL and lone surrogates are refused", () => {
  for (const value of ["a\0", "\ud800", "a\udc00b", "\udc00\ud800"]) {
    assert.equal(isStorable(value), false);
    assert.equal(accepts(text(10), value), false);
    assert.equal(accepts(anyText(10), value), false);
  }
  assert.equal(isStorable("😀"), true);
});

test("only strings are text", () => {
  for (const value of [null, undefined, 5, true, ["a"], {}]) assert.equal(accepts(anyText(10), value), false);
});

test("a scalar becomes text", () => {
  assert.deepEqual(
    ["5", 5, 1.5, true, false, ""].map((value) => scalarText(10).parse(value)),
    ["5", "5", "1.5", "true", "false", ""],
  );
  for (const value of [null, undefined, [], {}, Number.NaN, "a".repeat(11), "\0"]) {
    assert.equal(accepts(scalarText(10), value), false, String(value));
  }
});
