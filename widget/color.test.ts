import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrast, readableOn, readColor, textColorOn } from "./color.ts";

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("a colour is six or three hexadecimal digits and nothing else", () => {
  assert.equal(readColor("#0A7cff"), "#0a7cff");
  assert.equal(readColor(" fa0 "), "#ffaa00");
  for (const value of ["red", "#12345", "url(x)", "#fff;color:red", "", null, undefined])
    assert.equal(readColor(value), undefined, String(value));
});

test("text on any colour and in any colour is readable", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      assert.ok(contrast(color, textColorOn(color)) >= 4.5);
      for (const surface of ["#ffffff", "#f1f3f6", "#17181c", "#2b2e36"])
        assert.ok(contrast(readableOn([surface], color), surface) >= 4.5);
    }),
  );
});
