import assert from "node:assert/strict";
import { test } from "node:test";
import { isOnPage } from "./site-pages.ts";

test("a page is a whole path, in which a star stands for any text", () => {
  assert.equal(isOnPage(undefined, "/anything"), true);
  assert.equal(isOnPage(["/"], "/"), true);
  assert.equal(isOnPage(["/"], "/shop"), false);
  assert.equal(isOnPage(["/shop"], "/shop/1"), false);
  assert.equal(isOnPage(["/shop/*"], "/shop/1/red"), true);
  assert.equal(isOnPage(["/about", "/shop*"], "/shop"), true);
  assert.equal(isOnPage(["/*/sale.html"], "/vi/sale.html"), true);
  assert.equal(isOnPage(["/*/sale.html"], "/vi/saleXhtml"), false);
});
