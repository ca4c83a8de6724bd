import assert from "node:assert/strict";
import { test } from "node:test";
import { formIn } from "./read-reply.ts";

const forms: [what: string, text: string, form: object | undefined][] = [
  ["JSON alone", ' {"text":"Hi"} ', { text: "Hi" }],
  ["JSON between marks, behind words", 'For {you}:\n```json\n{"text":"{Hi}"}\n```\n', { text: "{Hi}" }],
  ["JSON that holds marks", '{"text":"```js\\n{}\\n```"}', { text: "```js\n{}\n```" }],
  ["words around braces", 'Write {"text":"Hi"} there.', undefined],
  ["a list", "[1]", undefined],
  ["marks without JSON", "```\nHi\n```", undefined],
  ["a million marks and braces that nothing closes", "```{".repeat(1_000_000), undefined],
];
for (const [what, text, form] of forms)
  test(`the form of an answer: ${what}`, () => {
    assert.deepEqual(formIn(text), form);
  });
