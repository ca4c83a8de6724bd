import assert from "node:assert/strict";
import { test } from "node:test";
import { readDraft } from "../edit/draft.ts";
import { nextLine } from "./next-line.ts";

const draft = readDraft({
  start: "a",
  steps: {
    a: { type: "condition", next: { yes: "b", no: "c" } },
    b: { type: "message", content: { messages: [] }, next: "gone" },
    c: { type: "message", content: { messages: [] }, next: null },
  },
});

test("the lines of a step follow each other and begin again", () => {
  const first = nextLine(draft, "a", null);
  const second = nextLine(draft, "a", first ?? null);

  assert.deepEqual(first, { step: "a", exit: ["next", "yes"] });
  assert.deepEqual(second, { step: "a", exit: ["next", "no"] });
  assert.deepEqual(nextLine(draft, "a", second ?? null), first);
});

test("a step whose exits lead nowhere has no line", () => {
  assert.equal(nextLine(draft, "b", null), undefined);
  assert.equal(nextLine(draft, "c", null), undefined);
  assert.equal(nextLine(draft, undefined, null), undefined);
});
