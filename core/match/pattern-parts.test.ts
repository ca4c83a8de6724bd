import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { foldMarks } from "./normalise.ts";
import { checkPattern, compilePattern } from "./pattern.ts";
import { readPattern } from "./pattern-parts.ts";
import { prefiltersOf } from "./rules.ts";

const atom = fc.constantFrom(
  "a",
  "B",
  "á",
  "đ",
  "ab",
  ".",
  "\\d",
  "[ab]",
  "[^a\\]]",
  "\\.",
  " ",
  "\\b",
  "^",
  "$",
  "\\pL",
  "\\x61",
  "[[:alpha:]]",
  "\\Qa+\\E",
  "-",
  "1",
);
const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.tuple(atom, fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{0,2}", "+?")), {
          minLength: 1,
          maxLength: 5,
        })
        .map((atoms) => atoms.map(([one, repeat]) => (/^[\^$]$|^\\b$/.test(one) ? one : one + repeat)).join("")),
    },
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `${one}|${other}`),
    fc
      .tuple(
        fc.constantFrom("(", "(?:", "(?P<x>", "(?i:", "(?i)("),
        tie("pattern"),
        fc.constantFrom(")", ")?", ")+", ")*"),
      )
      .map((parts) => parts.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => one + other),
  ),
}));
const texts = fc.string({
  unit: fc.constantFrom("a", "A", "b", "B", "á", "Á", "đ", "Đ", ".", " ", "1", "-", "+"),
  maxLength: 12,
});

test("a message that a pattern matches holds one of the pattern's literals", () => {
  let filtered = 0;
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const prefilters = prefiltersOf(pattern);
      if (!prefilters || checkPattern(pattern) !== undefined || !compilePattern(pattern)(text.trim())) return;
      filtered++;
      assert.ok(
        prefilters.some((literal) => foldMarks(text).includes(literal)),
        JSON.stringify(prefilters),
      );
    }),
    { numRuns: 3_000 },
  );
  assert.ok(filtered > 0, "No pattern matched.");
});

for (const [pattern, prefilters] of [
  ["order\\s*#?\\d+", ["order"]],
  ["(giá|bao nhiêu)\\b", ["gia", "bao nhieu"]],
  ["colou?r", ["colo"]],
  ["(mua|buy) now", [" now"]],
  ["\\d{9,11}", undefined],
  ["(a|\\d)x?", undefined],
  ["ab+c", ["ab"]],
  ["[Gg]iá", ["ia"]],
  ["x|", undefined],
] as const) {
  test(`${pattern} is tried only on messages with ${prefilters?.join(" or ") ?? "anything"}`, () => {
    assert.deepEqual(
      prefiltersOf(pattern),
      prefilters?.map((literal) => literal.trim()),
    );
  });
}

test("a pattern's size counts its repeats", () => {
  assert.ok(readPattern("a{100}").size >= 100);
  assert.ok(readPattern("(ab{10}){20}").size >= 220);
  assert.ok(readPattern("a|b|c").size < 10);
});
