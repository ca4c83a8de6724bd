import assert from "node:assert/strict";
import { test } from "node:test";
import { searchWords } from "./search-words.ts";

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
