import assert from "node:assert/strict";
import { test } from "node:test";
import { marksWithin, piecesOf, type TextMark, writeMarks } from "./text-marks.ts";

const text = "Our big sale, see shop";
const marks: TextMark[] = [
  { type: "bold", start: 4, length: 8 },
  { type: "italic", start: 8, length: 4 },
  { type: "link", start: 18, length: 4, url: "https://shop.example/" },
];

test("a text is split where its look changes", () => {
  assert.deepEqual(
    piecesOf(text, marks).map(({ text, isBold, isItalic, url }) => [text, isBold, isItalic, url]),
    [
      ["Our ", false, false, undefined],
      ["big ", true, false, undefined],
      ["sale", true, true, undefined],
      [", see ", false, false, undefined],
      ["shop", false, false, "https://shop.example/"],
    ],
  );
  assert.deepEqual(piecesOf("plain"), [{ text: "plain", isBold: false, isItalic: false }]);
  assert.deepEqual(piecesOf(""), []);
});

test("marks are written with a channel's signs, or as plain words and addresses", () => {
  assert.equal(
    writeMarks(text, marks, { bold: "*", italic: "_" }),
    "Our *big _sale_*, see shop (https://shop.example/)",
  );
  assert.equal(writeMarks(text, marks), "Our big sale, see shop (https://shop.example/)");
  assert.equal(writeMarks(text), text);
});

test("a part of a text has the marks within it", () => {
  assert.deepEqual(marksWithin(marks, 8, 20), [
    { type: "bold", start: 0, length: 4 },
    { type: "italic", start: 0, length: 4 },
    { type: "link", start: 10, length: 2, url: "https://shop.example/" },
  ]);
});
