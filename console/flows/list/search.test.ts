import assert from "node:assert/strict";
import { test } from "node:test";
import { searchTree } from "./search.ts";

const flow = (name: string, id: number) => ({
  id,
  name,
  folder_id: null,
  published_version: null,
  is_on: true,
  publish_at: null,
  has_changes: false,
  updated_at: "2026-01-01T00:00:00.000Z",
});
const names = ["Hỏi đơn hàng", "Đơn hàng mới", "Café", "Straße", "Bảng giá", "Chào mừng"];
const search = searchTree({ folders: [{ id: 1, name: "Đơn lẻ", parent_id: null }], flows: names.map(flow) });
const found = (query: string) => search(query).flows.map(({ name }) => name);

test("search ignores capitals and diacritics, including Vietnamese ones", () => {
  assert.deepEqual(found("bang GIA"), ["Bảng giá"]);
  assert.deepEqual(found("cafe"), ["Café"]);
  assert.deepEqual(found("strasse"), ["Straße"]);
  assert.deepEqual(found("mừng"), ["Chào mừng"]);
  assert.deepEqual(
    search("don").folders.map(({ name }) => name),
    ["Đơn lẻ"],
  );
});

test("names that begin with the query come first", () => {
  assert.deepEqual(found("don hang"), ["Đơn hàng mới", "Hỏi đơn hàng"]);
});

test("words are found in any order, and blanks find nothing", () => {
  assert.deepEqual(found("moi don"), ["Đơn hàng mới"]);
  assert.deepEqual(found("  "), []);
  assert.deepEqual(found("nowhere"), []);
});
