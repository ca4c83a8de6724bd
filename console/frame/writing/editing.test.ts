import assert from "node:assert/strict";
import { test } from "node:test";
import { createTextHistory } from "./text-history.ts";
import { asTyped, oneCharacter, overChip } from "./use-editing.ts";

const text = "Hi {{a}}{{b}}!";
const at = (place: number) => ({ anchor: place, focus: place });

test("an arrow key chooses the chip beside the caret, and the next one leaves it", () => {
  assert.deepEqual(overChip(text, at(3), "ArrowRight", false), { anchor: 3, focus: 8 });
  assert.deepEqual(overChip(text, { anchor: 3, focus: 8 }, "ArrowRight", false), at(8));
  assert.deepEqual(overChip(text, { anchor: 3, focus: 8 }, "ArrowLeft", false), at(3));
  assert.deepEqual(overChip(text, at(8), "ArrowLeft", false), { anchor: 3, focus: 8 });
  assert.equal(overChip(text, at(1), "ArrowRight", false), undefined);
  assert.equal(overChip(text, { anchor: 1, focus: 3 }, "ArrowRight", false), undefined);
});

test("with Shift a chip joins the selection as a whole", () => {
  assert.deepEqual(overChip(text, { anchor: 1, focus: 3 }, "ArrowRight", true), { anchor: 1, focus: 8 });
  assert.deepEqual(overChip(text, { anchor: 14, focus: 13 }, "ArrowLeft", true), { anchor: 14, focus: 8 });
});

test("one character is what people see as one, also an emoji and a letter with marks", () => {
  const words = "a👩‍🍳ệ";
  assert.deepEqual(oneCharacter(words, 6, false), { start: 1, end: 6 });
  assert.deepEqual(oneCharacter(words, 1, true), { start: 1, end: 6 });
  assert.deepEqual(oneCharacter("e\u0302\u0323", 3, false), { start: 0, end: 3 });
  assert.deepEqual(oneCharacter(words, 0, false), { start: 0, end: 0 });
});

test("a field of one line takes lines as spaces", () => {
  assert.equal(asTyped("a\r\nb", true), "a\nb");
  assert.equal(asTyped("a \r\n b\nc", false), "a b c");
});

test("undo takes back words, redo brings them again, and a new change ends the redo", () => {
  const history = createTextHistory();
  let now = { text: "", caret: 0 };
  const type = (letter: string, isTyped = true) => {
    history.note(now, isTyped);
    now = { text: now.text + letter, caret: now.text.length + 1 };
  };
  const go = (to: typeof now | undefined) => {
    now = to ?? now;
    return to?.text;
  };
  for (const letter of "ab cd") type(letter);
  type("🚚", false);

  assert.equal(go(history.undo(now)), "ab cd");
  assert.equal(go(history.undo(now)), "ab ");
  assert.equal(go(history.undo(now)), "");
  assert.equal(history.undo(now), undefined);
  assert.equal(go(history.redo(now)), "ab ");
  type("x");
  assert.equal(history.redo(now), undefined);
});
