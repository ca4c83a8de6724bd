import assert from "node:assert/strict";
import { test } from "node:test";
import { letterWords, searchWords, wordBoundaries } from "./words.ts";

/** The text with a bar at every word boundary. */
function bars(text: string): string {
  const isBoundary = wordBoundaries(text);
  return Array.from(text.split(""), (unit, offset) => (offset > 0 && isBoundary(offset) ? "|" : "") + unit).join("");
}

for (const expected of [
  "hello",
  "oh| |hi",
  "t|-|shirt",
  "l|'|addition",
  "what|'|s| |up",
  "can't| |stop",
  "on|'|tour",
  "_|hi|_",
  "iphone15",
  "c|+|+",
  "我|要|iphone|手|机",
  "มา|ไหม",
  "สวย|มาก|ค่ะ",
  "価|格|は|いくら|です|か",
  "キャンセル",
  "주문을| |취소",
  "ok|👍|👍|!",
  "👨‍👩‍👧",
  "नमस्ते| |दुनिया",
]) {
  const text = expected.replaceAll("|", "");
  test(`${text} is separated as ${expected}`, () => {
    assert.equal(bars(text), expected);
  });
}

test("words of letters only are listed with their places, within a range of lengths", () => {
  assert.deepEqual(letterWords("giá xin, hello12 chào", 3, 4), [
    { word: "giá", from: 0, to: 3 },
    { word: "xin", from: 4, to: 7 },
    { word: "chào", from: 17, to: 21 },
  ]);
  assert.deepEqual(letterWords("我的订单在哪里 สวยมากค่ะ キャンセル", 1, 99), []);
});

test("words are found in 20,000 characters without spaces", () => {
  const text = "注文をキャンセルしたい".repeat(1_800);
  const isBoundary = wordBoundaries(text);

  const boundaries = Array.from(text, (_, offset) => offset).filter(isBoundary);

  assert.ok(boundaries.length > 1_800 && boundaries.length < text.length);
});

test("words are folded, each once, without anything between them", () => {
  assert.deepEqual(searchWords("Đơn hàng #1042: Đã gửi, ĐÃ gửi!"), ["don", "hang", "1042", "da", "gui"]);
  assert.deepEqual(searchWords("  ...  "), []);
  assert.deepEqual(searchWords("Hello, hello world"), ["hello", "world"]);
});

test("scripts without spaces have words too", () => {
  assert.deepEqual(searchWords("多少钱"), ["多", "少", "钱"]);
  assert.ok(searchWords("ราคาเท่าไหร่").length > 1);
});

test("a long word is cut, and a long text has a bounded number of words", () => {
  assert.equal(searchWords("a".repeat(100))[0]?.length, 40);
  assert.equal(searchWords(Array.from({ length: 500 }, (_, number) => `w${number}`).join(" ")).length, 200);
});
