import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold, foldMarks, normalise } from "./normalise.ts";

/**
 * Text with everything that folding changes: letters with marks, widths, joiners, spaces, halves of surrogate pairs.
 */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "đ",
        "ơ\u0300",
        "ﬁ",
        "ß",
        "İ",
        "ı",
        "Σ",
        "ｶﾞ",
        "Ａ",
        "\u3000",
        "\u200d",
        "\ufe0f",
        "👍🏽",
        "👨‍👩‍👧",
        "…",
        "´",
        "￣",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

test("normalising again changes nothing", () => {
  fc.assert(fc.property(texts, (text) => assert.equal(normalise(normalise(text)), normalise(text))));
});

test("folding marks again changes nothing, and normalising first makes no difference", () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(foldMarks(foldMarks(text)), foldMarks(text));
      assert.deepEqual(fold(normalise(text)), fold(text));
    }),
  );
});

test("each unit of the plain text has its marks", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { plain, marks } = fold(text);
      assert.equal(marks?.length ?? plain.length, plain.length);
    }),
  );
});

test("texts that are the same as written are the same in both layers, and others are not", () => {
  const letters = fc.array(fc.constantFrom(..."aáàâấăđdeéêếoơờuưyỳ"), { maxLength: 6 }).map((all) => all.join(""));
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      const same = JSON.stringify(fold(one)) === JSON.stringify(fold(other));
      assert.equal(same, normalise(one) === normalise(other));
    }),
  );
});

for (const [text, written, plain] of [
  ["Đơn  Hàng", "đơn hàng", "don hang"],
  ["ĐƠN HÀNG".normalize("NFD"), "đơn hàng", "don hang"],
  ["Crème Brûlée", "crème brûlée", "creme brulee"],
  ["Œuvre Æther", "œuvre æther", "oeuvre aether"],
  ["Straße STRAẞE", "straße straße", "strasse strasse"],
  ["Łódź Øre Þór", "łódź øre þór", "lodz ore thor"],
  ["İstanbul ISPARTA ısı", "i̇stanbul isparta ısı", "istanbul isparta isi"],
  ["ＨＥＬＬＯ　１２！", "hello 12!", "hello 12!"],
  ["ｷｬﾝﾍﾟｰﾝ", "キャンペーン", "キャンペーン"],
  ["が ぱ", "が ぱ", "が ぱ"],
  ["น้ำ", "น้ำ", "น้ำ"],
  ["क्या", "क्या", "क्या"],
  ["한국어 각", "한국어 각", "한국어 각"],
  ["ΟΔΥΣΣΕΎΣ", "οδυσσεύσ", "οδυσσευσ"],
  ["Ёлка", "ёлка", "елка"],
  ["أهلاً", "أهلاً", "اهلا"],
  ["“L’eau” — «oui»…", '"l\'eau" - "oui"...', '"l\'eau" - "oui"...'],
  ["a\u200bb\u00adc\ufeff\u202ed", "abcd", "abcd"],
  ["\t a \u00a0\u2003 b \n", "a b", "a b"],
  ["❤️ 👍🏽 1️⃣", "❤ 👍🏽 1\u20e3", "❤ 👍 1"],
  ["👨‍👩‍👧", "👨‍👩‍👧", "👨‍👩‍👧"],
  ["𝐒𝐚𝐥𝐞 ½ ﬁ ①", "𝐒𝐚𝐥𝐞 ½ ﬁ ①", "sale 1/2 fi 1"],
  ["´ ¨", "' ¨", "' ¨"],
] as const) {
  test(`${JSON.stringify(text)} is folded`, () => {
    assert.equal(normalise(text), written.normalize("NFC"));
    assert.equal(foldMarks(text), plain);
  });
}

test("20,000 characters of anything fold in no time", () => {
  for (const piece of ["a", "ế", "e\u0301\u0302", "\u0301", " ", "ｶﾞ", "👍🏽", "\u200d", "ﷺ"]) {
    const text = piece.repeat(20_000 / piece.length);
    const started = process.cpuUsage();
    fold(text);
    const { user, system } = process.cpuUsage(started);
    assert.ok(user + system < 300_000, piece);
  }
});
