import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { readSigned, signText } from "./signed-text.ts";

const key = randomBytes(32);

test("a signed text is read back, dots in it too", () => {
  for (const text of ["web_1.42.0", "", "."]) assert.equal(readSigned(key, signText(key, text, 16), 16), text);
});

test("a changed text, a changed signature and another key are refused", () => {
  const signed = signText(key, "web_1.42.0", 16);

  assert.equal(readSigned(key, signed.replace("42", "43"), 16), undefined);
  assert.equal(readSigned(key, signed.slice(0, -1), 16), undefined);
  assert.equal(readSigned(key, `${signed}A`, 16), undefined);
  assert.equal(readSigned(randomBytes(32), signed, 16), undefined);
  for (const text of ["", "x", "."]) assert.equal(readSigned(key, text, 16), undefined);
});
