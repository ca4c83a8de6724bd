import assert from "node:assert/strict";
import { test } from "node:test";
import { finderOf } from "./find.ts";

const find = finderOf(["Kịch bản số 321", "Số 321 và 322", "Đơn hàng", "Orders"], (name) => name);

test("words are found in any order, without accents and capitals", () => {
  assert.deepEqual(find("SO 321"), ["Số 321 và 322", "Kịch bản số 321"]);
  assert.deepEqual(find("hang don"), ["Đơn hàng"]);
  assert.deepEqual(find("order"), ["Orders"]);
  assert.deepEqual(find("nothing"), []);
});

test("an empty query finds everything in its order", () => {
  assert.deepEqual(find("  ").length, 4);
  assert.deepEqual(find("")[0], "Kịch bản số 321");
});
