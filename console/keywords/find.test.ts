import assert from "node:assert/strict";
import { test } from "node:test";
import { finderOf } from "./find.ts";
import { newKeyword } from "./keyword.ts";

const keyword = (id: number, name: string, ...phrases: string[]) => ({ ...newKeyword, id, name, phrases });
const find = finderOf([
  keyword(1, "Giá cả", "bao nhiêu", "giá"),
  keyword(2, "Hello", "hi", "good morning"),
  keyword(3, "Order status", "where is my order"),
]);
const found = (query: string) => find(query).map(({ id }) => id);

test("keywords are found by words of their names and phrases", () => {
  assert.deepEqual(found("order"), [3]);
  assert.deepEqual(found("morning hello"), [2]);
  assert.deepEqual(found("nothing"), []);
});

test("capitals and diacritics make no difference", () => {
  assert.deepEqual(found("GIA CA"), [1]);
  assert.deepEqual(found("nhieu"), [1]);
});
