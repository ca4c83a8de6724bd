import assert from "node:assert/strict";
import { test } from "node:test";
import { answerKeys, answerPath, valueAt } from "./answer-path.ts";

const answer = { stock: 3, order: { items: [{ name: "Áo dài" }], "a.b": 1 }, "size and fit": "M" };

test("a value of an answer is named by a dotted path or a JSON pointer", () => {
  for (const [path, value] of [
    ["stock", 3],
    ["$.stock", 3],
    ["/stock", 3],
    ["order.items.0.name", "Áo dài"],
    ["$.order.items[0].name", "Áo dài"],
    ["/order/items/0/name", "Áo dài"],
    ["/order/a.b", 1],
    ["size and fit", "M"],
    ["", answer],
    ["$", answer],
    ["order.items.1.name", undefined],
    ["stock.toString", undefined],
  ] as const) {
    assert.deepEqual(valueAt(answer, answerKeys(path) ?? assert.fail(path)), value, path);
  }
});

test("anything else is no path", () => {
  for (const path of ["a..b", ".a", "a.", "a/b", "/a~2", "$..a", "a[b]", " ", " stock"])
    assert.equal(answerKeys(path), undefined, path);
});

test("the path of every value leads back to it", () => {
  for (const [keys, path] of [
    [["stock"], "stock"],
    [["order", "items", "0", "name"], "order.items.0.name"],
    [["order", "a.b"], "/order/a.b"],
    [["a/b"], "/a~1b"],
    [["$"], "/$"],
    [["x[0]"], "/x[0]"],
    [[], ""],
  ] as const) {
    assert.equal(answerPath(keys), path);
    assert.deepEqual(answerKeys(path), keys);
  }
});
