import assert from "node:assert/strict";
import { test } from "node:test";
import { wordFilter } from "./word-filter.ts";

test("one of the words must be there, and none of the excluded ones", () => {
  const fits = wordFilter({ words: ["giá", "how much"], excludes: ["sold"] });

  assert.ok(fits("Gia bao nhiêu?"));
  assert.ok(fits("HOW MUCH is it"));
  assert.equal(fits("nice"), false);
  assert.equal(fits("gian hàng"), false);
  assert.equal(fits("giá? sold already"), false);
});

test("without words every text fits that has none of the excluded ones", () => {
  assert.ok(wordFilter({})(""));
  const fits = wordFilter({ words: [], excludes: ["spam"] });
  assert.ok(fits("hello"));
  assert.equal(fits("Spam!"), false);
});
