import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { indexTypos, isOneTypo, typoCandidates, wordsWithTypos } from "./typos.ts";

const words = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

/** Every text that one typo can make of a word. */
function misspell(word: string): Set<string> {
  const made = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    made.add(before + after.slice(1));
    if (after.length > 1) made.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
    for (const letter of "abc") {
      made.add(before + letter + after);
      made.add(before + letter + after.slice(1));
    }
  }
  made.delete(word);
  return made;
}

test("one typo is one letter more, less or other, or two neighbours swapped", () => {
  fc.assert(fc.property(words, words, (one, other) => assert.equal(isOneTypo(one, other), misspell(one).has(other))));
});

test("the index finds every word one typo away, and no other", () => {
  fc.assert(
    fc.property(fc.uniqueArray(words, { maxLength: 40 }), words, (known, word) => {
      const expected = known.filter((other) => isOneTypo(word, other));
      assert.deepEqual(indexTypos(known)(word).sort(), expected.sort());
    }),
  );
});

test("typos are looked for in words of five letters or more, without digits", () => {
  const text = `ship hello 12345 iphone15 ${"a".repeat(32)} ${"b".repeat(33)} ${"c".repeat(34)}`;

  assert.deepEqual(
    wordsWithTypos(text).map(({ word }) => word),
    ["hello", "a".repeat(32)],
  );
  assert.deepEqual(
    typoCandidates(text).map(({ word }) => word),
    ["ship", "hello", "a".repeat(32), "b".repeat(33)],
  );
});
