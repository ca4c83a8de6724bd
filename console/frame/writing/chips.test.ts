import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTemplate } from "@banter/core/flow/render/template.ts";
import { chipAfter, chipBefore, chipsIn, chipWords, chosenChip, varyingText } from "./chips.ts";

const text = "Hi {{user_first_name ?? you}}{{page_name}}!";
const nameOf = (name: string) => name.toUpperCase();

test("chips are found with their places, and between them is text", () => {
  assert.deepEqual(
    chipsIn(text).map(({ start, end }) => text.slice(start, end)),
    ["{{user_first_name ?? you}}", "{{page_name}}"],
  );
  assert.equal(chipBefore(text, 29)?.source, "{{user_first_name ?? you}}");
  assert.equal(chipAfter(text, 29)?.source, "{{page_name}}");
  assert.equal(chipBefore(text, 3), undefined);
  assert.equal(chosenChip(text, { start: 29, end: 42 })?.source, "{{page_name}}");
  assert.equal(chosenChip(text, { start: 3, end: 42 }), undefined);
});

test("a chip says its name, its fallback or its alternatives, without braces", () => {
  const words = chipsIn("{{email ?? none}}{{email}}{{Hi|Hello}}#GENDER{{he|she}}").map((chip) =>
    chipWords(chip, nameOf),
  );

  assert.deepEqual(words, [
    { title: "EMAIL", or: "none" },
    { title: "EMAIL" },
    { title: "Hi / Hello" },
    { title: "he / she" },
  ]);
});

test("words that vary stay words that vary, whatever is typed into them", () => {
  for (const words of [["a", "b"], ["a"], [], ["{{x}}", "a|b"], ["", ""]]) {
    for (const type of ["spin", "gender"] as const)
      assert.deepEqual(
        parseTemplate(varyingText(type, words)).map((part) => part.type),
        [type],
        JSON.stringify(words),
      );
  }
});
