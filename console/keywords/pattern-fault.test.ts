import assert from "node:assert/strict";
import { test } from "node:test";
import { patternFault } from "./pattern-fault.ts";

test("each kind of broken pattern has a reason of its own", () => {
  const faults = {
    "(": "brackets",
    "[a": "brackets",
    "a)": "brackets",
    "*a": "repeat",
    "a**": "repeat",
    "(?=a)": "unsupported",
    "(?<=a)b": "unsupported",
    "\\1": "backslash",
    "a\\": "backslash",
    "[z-a]": "range",
    "a{1001}": "large",
  };

  for (const [pattern, fault] of Object.entries(faults)) assert.equal(patternFault(pattern), fault, pattern);
  assert.equal(patternFault("order *#?[0-9]+"), undefined);
  assert.equal(patternFault("đơn *#?[0-9]+"), undefined);
});
