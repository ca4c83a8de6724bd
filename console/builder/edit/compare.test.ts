import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, isSame } from "./compare.ts";

const flow = (steps: object, start = "a") => ({ version: 1, start, steps });
const say = (text: string, next?: string | null) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  ...(next !== undefined && { next }),
});

test("added, removed and changed steps are listed field by field", () => {
  const result = compare(
    flow({ a: say("Hi", "b"), b: say("Bye") }),
    flow({ a: say("Hello", "c"), c: say("New") }, "c"),
  );

  assert.deepEqual(result, {
    added: ["c"],
    removed: ["b"],
    changed: [
      {
        step: "a",
        differences: [
          { path: ["content", "messages", 0, "text"], before: "Hi", after: "Hello" },
          { path: ["next"], before: "b", after: "c" },
        ],
      },
    ],
    start: { path: ["start"], before: "a", after: "c" },
  });
});

test("a moved step and an explicit null exit are not changes", () => {
  const before = { ...flow({ a: say("Hi") }), layout: { a: { x: 0, y: 0 } } };
  const after = { ...flow({ a: say("Hi", null) }), layout: { a: { x: 9, y: 9 } } };

  assert.ok(isSame(compare(before, after)));
  assert.ok(!isSame(compare(null, after)));
});
