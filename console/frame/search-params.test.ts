import assert from "node:assert/strict";
import { test } from "node:test";
import { conversationsSearch, flowsSearch, keywordsSearch, loginSearch, settingsSearch } from "./search-params.ts";

test("a login leads back to an address of the console only", () => {
  assert.deepEqual(loginSearch({ next: "/pages/web_1/flows?folder=3" }), { next: "/pages/web_1/flows?folder=3" });
  for (const next of ["https://example.com", "//example.com", "pages", 7, undefined])
    assert.deepEqual(loginSearch({ next }), {});
});

test("unknown folders and tabs in an address are ignored", () => {
  assert.deepEqual(flowsSearch({ folder: 3, trash: true }), { folder: 3, trash: true });
  assert.deepEqual(flowsSearch({ folder: "3", trash: "yes" }), {});
  assert.deepEqual(settingsSearch({ tab: "api" }), { tab: "api" });
  assert.deepEqual(settingsSearch({ tab: "passwords" }), {});
});

test("an address opens a keyword, or begins one with a phrase of digits too", () => {
  assert.deepEqual(keywordsSearch({ keyword: 5 }), { keyword: 5 });
  assert.deepEqual(keywordsSearch({ keyword: "x", phrase: 24, suggest: true }), { phrase: "24", suggest: true });
});

test("the inbox's filter and search are read from the address, a search of digits too", () => {
  assert.deepEqual(conversationsSearch({ filter: "waiting", search: "đơn hàng" }), {
    filter: "waiting",
    search: "đơn hàng",
  });
  assert.deepEqual(conversationsSearch({ search: 1234 }), { search: "1234" });
  assert.deepEqual(conversationsSearch({ filter: "others", search: "", view: "x", member: 7 }), {});
  const view = { filter: "done", member: "u1", view: 5 };
  assert.deepEqual(conversationsSearch(view), view);
});
