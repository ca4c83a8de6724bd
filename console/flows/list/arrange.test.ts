import assert from "node:assert/strict";
import { test } from "node:test";
import type { Flow, Folder } from "../tree.ts";
import { arrange, isIn } from "./arrange.ts";

const flow = (name: string, updated_at: string, more: Partial<Flow> = {}) =>
  ({ id: 1, name, updated_at, published_version: null, has_changes: false, ...more }) as Flow;
const folders = ["Đơn hàng", "an"].map((name) => ({ name }) as Folder);
const flows = [flow("Bước 10", "2026-01-02"), flow("bước 2", "2026-01-03"), flow("Ăn", "2026-01-01")];
const names = (sort: Parameters<typeof arrange>[1]) => {
  const content = arrange({ folders, flows }, sort);
  return [content.folders, content.flows].map((items) => items.map(({ name }) => name));
};

test("the owner's order stays as it is", () => {
  assert.deepEqual(names("own"), [
    ["Đơn hàng", "an"],
    ["Bước 10", "bước 2", "Ăn"],
  ]);
});

test("names are sorted as people read them, numbers by their value", () => {
  assert.deepEqual(names("name"), [
    ["an", "Đơn hàng"],
    ["Ăn", "bước 2", "Bước 10"],
  ]);
});

test("the flow that was changed last comes first", () => {
  assert.deepEqual(names("changed")[1], ["bước 2", "Bước 10", "Ăn"]);
});

test("a flow is a draft, published, or published with further changes", () => {
  const live = { published_version: 1 };
  const changed = { published_version: 1, has_changes: true };
  const all = [flow("a", ""), flow("b", "", live), flow("c", "", changed)];
  const found = (state: Parameters<typeof isIn>[0]) => all.filter((one) => isIn(state, one)).map(({ name }) => name);

  assert.deepEqual(found("all"), ["a", "b", "c"]);
  assert.deepEqual(found("draft"), ["a"]);
  assert.deepEqual(found("published"), ["b"]);
  assert.deepEqual(found("unpublished"), ["c"]);
});
