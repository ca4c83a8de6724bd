import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDocument } from "./document.ts";
import { healDraft } from "./heal.ts";

const say = { type: "message", content: { messages: [{ type: "text", text: "Hi" }] } };
const branches = [
  { id: "a", name: "Giảm giá 10%", weight: 50 },
  { id: "b", weight: 50 },
];

test("exits of branches that are gone are removed, and the document can be published", () => {
  const broken = {
    version: 1,
    start: "split",
    steps: { split: { type: "split", branches, next: { a: "hi", c: "hi", giam_gia: null } }, hi: say },
  };
  assert.notDeepEqual(checkDocument(broken), []);

  const healed = healDraft(broken);

  assert.deepEqual(healed.steps.split.next, { a: "hi" });
  assert.equal(healed.steps.hi, broken.steps.hi);
  assert.deepEqual(checkDocument(healed), []);
});

test("exits of choices that are gone are removed, the usual exits of a question stay", () => {
  const choices = [{ id: "m", text: "M" }, "L"];
  const next = { m: "hi", s: "hi", answered: "hi", no_reply: null };

  const { steps } = healDraft({ steps: { ask: { type: "ask", choices, next } } });

  assert.deepEqual(steps.ask.next, { m: "hi", answered: "hi", no_reply: null });
});

test("a document without such exits stays the same object, whatever it is", () => {
  for (const document of [
    { start: "a", steps: { a: { ...say, next: "a" }, c: { type: "condition", next: { yes: "a" } }, odd: 7 } },
    { steps: { a: { type: "unknown", next: { b: "c" } }, b: { type: "message", next: { odd: "a" } } } },
    { steps: null },
    null,
    "text",
  ]) {
    assert.equal(healDraft(document), document);
  }
});

test("an AI step of an earlier release waits for a model of the page", () => {
  const old = {
    ...{ type: "ai", base_url: "https://llm.example.com/v1", model: "small", instructions: "Be brief.", history: 5 },
    ...{ save_to: "summary", next: { ok: "a", failed: "b" } },
  };

  const { steps } = healDraft({ steps: { ask: old } });

  assert.deepEqual(steps.ask as unknown, {
    ...{ type: "ai", instructions: "Be brief.", history: 5, save_to: "summary", model_id: null },
    next: { failed: "b", answered: "a" },
  });
});
