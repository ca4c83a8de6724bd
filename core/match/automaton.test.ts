import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildAutomaton, start } from "./automaton.ts";

const letters = fc.constantFrom("a", "b", "ế", "👍");
const needles = fc.uniqueArray(fc.string({ unit: letters, minLength: 1, maxLength: 6 }), { maxLength: 30 });

function findAll(needles: string[], text: string): string[] {
  const automaton = buildAutomaton(needles);
  const found: string[] = [];
  let state = start;
  for (let at = 0; at < text.length; at++) {
    state = automaton.step(state, text.charCodeAt(at));
    automaton.ends(state, (needle) => found.push(`${needles[needle]} before ${at + 1}`));
  }
  return found.sort();
}

test("all needles are found at all their places", () => {
  fc.assert(
    fc.property(needles, fc.string({ unit: letters, maxLength: 60 }), (needles, text) => {
      const expected = needles.flatMap((needle) =>
        Array.from({ length: text.length + 1 }, (_, end) => end)
          .filter((end) => end >= needle.length && text.slice(end - needle.length, end) === needle)
          .map((end) => `${needle} before ${end}`),
      );
      assert.deepEqual(findAll(needles, text), expected.sort());
    }),
  );
});

test("a state's depth is the length of the longest needle prefix that was read", () => {
  fc.assert(
    fc.property(needles, fc.string({ unit: letters, maxLength: 30 }), (needles, text) => {
      const automaton = buildAutomaton(needles);
      let state = start;
      for (let at = 0; at < text.length; at++) state = automaton.step(state, text.charCodeAt(at));
      const endings = Array.from({ length: text.length + 1 }, (_, from) => text.slice(from));
      const longest = endings.find((ending) => needles.some((needle) => needle.startsWith(ending))) ?? "";
      assert.equal(automaton.depthOf(state), longest.length);
    }),
  );
});

test("an automaton without needles finds nothing", () => {
  assert.deepEqual(findAll([], "abc"), []);
});
