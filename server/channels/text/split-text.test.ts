import assert from "node:assert/strict";
import { test } from "node:test";
import { cutText, splitText } from "./split-text.ts";

test("a text that fits is not split", () => {
  assert.deepEqual(splitText("Hello", 5), ["Hello"]);
});

test("a text is split between paragraphs, else lines, sentences or words", () => {
  assert.deepEqual(splitText("One.\n\nTwo. Three", 12), ["One.", "Two. Three"]);
  assert.deepEqual(splitText("One two\nthree four", 12), ["One two", "three four"]);
  assert.deepEqual(splitText("One two. Three four", 12), ["One two.", "Three four"]);
  assert.deepEqual(splitText("One two three four", 12), ["One two", "three four"]);
});

test("an end near the beginning is not used, even of a better kind", () => {
  assert.deepEqual(splitText("A\n\nabcdefg hijkl mnop", 15), ["A\n\nabcdefg", "hijkl mnop"]);
});

test("no character is split, also if bytes are counted", () => {
  const family = "👨‍👩‍👧";
  const bytes = (text: string) => Buffer.byteLength(text);

  assert.deepEqual(splitText(family.repeat(3), 17), [family.repeat(2), family]);
  assert.deepEqual(splitText("ééé", 5, bytes), ["éé", "é"]);
});

test("a character that does not fit is a part of its own", () => {
  assert.deepEqual(splitText("👨‍👩‍👧a", 2), ["👨‍👩‍👧", "a"]);
});

test("parts hold every word of the text and none is too long", () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}${index % 40 ? "" : ".\n\n"}`);
  const text = words.join(" ");

  const parts = splitText(text, 4096);

  assert.ok(parts.every((part) => part.length <= 4096 && part.length > 1300));
  assert.deepEqual(parts.join(" ").split(/\s+/), text.split(/\s+/));
});

test("a cut text ends with an ellipsis within the limit", () => {
  assert.equal(cutText("Hello world", 8), "Hello w…");
  assert.equal(cutText("Hello world", 7), "Hello…");
  assert.equal(cutText("Hello", 5), "Hello");
});
