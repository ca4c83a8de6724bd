import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAmong, subtreeOf } from "./tree-order.ts";

const item = (id: number, parentId: number | null) => ({ id, parentId });
const ids = (items: { id: number }[]) => items.map(({ id }) => id);

test("an item is placed among its siblings, whatever stands between them", () => {
  const others = [item(1, null), item(10, 1), item(2, null), item(11, 1), item(3, null)];
  const place = (at: number) => ids(placeAmong(others, item(9, 1), at, ({ parentId }) => parentId === 1));

  assert.deepEqual(place(0), [1, 9, 10, 2, 11, 3]);
  assert.deepEqual(place(1), [1, 10, 2, 9, 11, 3]);
  assert.deepEqual(place(2), [1, 10, 2, 11, 9, 3]);
  assert.deepEqual(place(99), [1, 10, 2, 11, 9, 3]);
});

test("an item without siblings is placed at the end", () => {
  assert.deepEqual(ids(placeAmong([item(1, null)], item(9, 1), 0, ({ parentId }) => parentId === 1)), [1, 9]);
});

test("a subtree is the folder and all folders below it", () => {
  const folders = [item(4, 3), item(3, 1), item(2, null), item(1, null), item(5, 1)];

  assert.deepEqual(ids(subtreeOf(folders, 1)), [1, 3, 4, 5]);
  assert.deepEqual(ids(subtreeOf(folders, 2)), [2]);
  assert.deepEqual(ids(subtreeOf(folders, 99)), []);
});
