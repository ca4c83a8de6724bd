import assert from "node:assert/strict";
import { test } from "node:test";
import { ImportFault, importFault, importFaultIn, importFaults } from "./import-faults.ts";

test("every stored fault is told in the reader's language, with its subject", () => {
  for (const fault of ImportFault.options) {
    const stored = importFault(fault, "a $& b");
    assert.equal(importFaultIn("en-GB", stored), stored);
    assert.equal(
      importFaultIn("vi", stored),
      importFaults[fault].vi.replace("SUBJECT", () => "a $& b"),
    );
    assert.notEqual(importFaultIn("vi", stored), stored);
  }
  assert.equal(
    importFaultIn("en", importFault("unfit", "phone"), () => "Phone"),
    'The value of "Phone" does not fit.',
  );
});

test("a sentence of another release stays as it is", () => {
  assert.equal(importFaultIn("vi", "Line 3 is odd."), "Line 3 is odd.");
});
