import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsForbidden } from "./never-say.ts";
import { wordsSoFar } from "./words-so-far.ts";

const plain = { knowledge: null, tools: [], intents: [], fields: [], maxLength: 600 };

/** All that is shown while the answer comes letter by letter. */
function shownOf(answer: string, neverSay: string[] = [], call = plain): string[] {
  const words = wordsSoFar(call, neverSay) ?? assert.fail("nothing is shown");
  const shown = Array.from(answer, (_, index) => {
    words.grow(answer.slice(0, index + 1));
    return words.shown();
  });
  return shown.filter((text, index) => text !== (shown[index - 1] ?? ""));
}

test("words are shown once they are complete", () => {
  assert.deepEqual(shownOf("\nXin chào  bạn!\nMình là Lan"), [
    "Xin",
    "Xin chào",
    "Xin chào  bạn!",
    "Xin chào  bạn!\nMình",
    "Xin chào  bạn!\nMình là",
  ]);
});

const forbidden: [string, string, phrases: string[], shown: string][] = [
  ["a word", "It is a guaranteed profit for you", ["guaranteed"], "It is a"],
  ["a phrase of several words", "We offer free shipping today, always", ["free shipping today"], "We offer"],
  ["a phrase in other letters", "Hoàn   TIỀN\n100% cho bạn nhé", ["hoan tien 100%"], ""],
  ["a phrase over two sentences", "Ask Dr. Evil about it please", ["dr. evil"], "Ask"],
  ["a phrase with signs that nobody sees", "No free\u200b ship\ufeffping for you all", ["free shipping"], "No"],
  ["a phrase within others", "so so so much of it all", ["so so much"], ""],
];
for (const [name, answer, phrases, longest] of forbidden)
  test(`what must never be said is not shown, nor how it begins: ${name}`, () => {
    const shown = shownOf(answer, phrases);

    assert.ok(holdsForbidden(answer, phrases));
    assert.equal(shown.toSorted((one, other) => other.length - one.length)[0] ?? "", longest);
    // The words shown before are taken back, and nothing comes after them.
    assert.equal(shown.at(-1) ?? "", "");
  });

test("words that only begin as a forbidden phrase does are shown once it is clear that they go on otherwise", () => {
  assert.deepEqual(shownOf("A free gift of freedom ", ["free shipping", "free"].slice(0, 1)), [
    ...["A", "A free gift", "A free gift of", "A free gift of freedom"],
  ]);
});

test("an answer that is a form is not shown: the step may still be left as unsure or by an intent", () => {
  const intents = [{ id: "order", name: "Order", description: "Wants to buy." }];
  const tools = [{ name: "hand_over_1", description: "", parameters: {} }];
  const fields = [{ name: "email", accept: "email", description: "" }];

  assert.equal(wordsSoFar({ ...plain, knowledge: { sources: [], threshold: 0.3 } }, []), undefined);
  assert.equal(wordsSoFar({ ...plain, intents }, []), undefined);
  assert.equal(wordsSoFar({ ...plain, tools }, []), undefined);
  assert.equal(wordsSoFar({ ...plain, fields }, []), undefined);
});

test("no more is shown than the step may say, nor than fits into a notification", () => {
  assert.equal(shownOf("one two three four", [], { ...plain, maxLength: 8 }).at(-1), "one two");
  const long = wordsSoFar({ ...plain, maxLength: 4000 }, []) ?? assert.fail();
  long.grow(`Chào ${"ạ ".repeat(50)}`);
  const before = long.shown();
  long.grow(`Chào ${"ạ ".repeat(1990)}`);

  assert.equal(long.shown(), before);
});
