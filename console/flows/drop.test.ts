import assert from "node:assert/strict";
import { test } from "node:test";
import { type DraggedRow, type Over, placeOf, targetOf, zoneAt } from "./drop.ts";
import { indexTree } from "./tree.ts";

const folder = (id: number, parent_id: number | null) => ({ id, name: `Folder ${id}`, parent_id });
const flow = (id: number, folder_id: number | null) => ({
  id,
  name: `Flow ${id}`,
  folder_id,
  published_version: null,
  is_on: true,
  publish_at: null,
  has_changes: false,
  updated_at: "2026-01-01T00:00:00.000Z",
});
const index = indexTree({
  folders: [folder(1, null), folder(2, 1), folder(3, null), folder(4, null)],
  flows: [flow(10, null), flow(11, null), flow(12, 1)],
});
const dragged = (kind: DraggedRow["kind"], id: number): DraggedRow => ({ kind, id, name: "" });
const onFlow = (id: number): Over => ({ kind: "flow", id, name: "" });
const onFolder = (id: number | null): Over => ({ kind: "folder", id, name: "" });

test("a flow dropped on a flow takes its place, on a folder goes into it", () => {
  assert.deepEqual(targetOf(index, dragged("flow", 10), onFlow(11), "into"), { folderId: null, place: 1 });
  assert.deepEqual(targetOf(index, dragged("flow", 10), onFolder(2), "into"), { folderId: 2 });
  assert.deepEqual(targetOf(index, dragged("flow", 12), onFolder(null), "into"), { folderId: null });
});

test("a folder goes into a folder, or beside it", () => {
  assert.deepEqual(targetOf(index, dragged("folder", 4), onFolder(2), "into"), { folderId: 2 });
  assert.deepEqual(targetOf(index, dragged("folder", 4), onFolder(1), "before"), { folderId: null, place: 0 });
  assert.deepEqual(targetOf(index, dragged("folder", 1), onFolder(3), "after"), { folderId: null, place: 1 });
  assert.deepEqual(targetOf(index, dragged("folder", 4), onFolder(2), "after"), { folderId: 1, place: 1 });
});

test("a drop that changes nothing has no target", () => {
  assert.equal(targetOf(index, dragged("flow", 10), onFlow(10), "into"), undefined);
  assert.equal(targetOf(index, dragged("flow", 12), onFolder(1), "into"), undefined);
  assert.equal(targetOf(index, dragged("folder", 1), onFolder(2), "into"), undefined);
  assert.equal(targetOf(index, dragged("folder", 1), onFolder(1), "before"), undefined);
  assert.equal(targetOf(index, dragged("folder", 2), onFolder(1), "into"), undefined);
  assert.equal(targetOf(index, dragged("folder", 1), onFlow(10), "into"), undefined);
});

test("only a folder over a folder has edge zones", () => {
  const rect = { top: 100, height: 40 };

  assert.deepEqual(
    [104, 120, 136].map((y) => zoneAt(y, rect, dragged("folder", 4), onFolder(1))),
    ["before", "into", "after"],
  );
  assert.equal(zoneAt(104, rect, dragged("flow", 10), onFolder(1)), "into");
  assert.equal(zoneAt(104, rect, dragged("folder", 4), onFolder(null)), "into");
});

test("the place of an item is its folder and its position there", () => {
  assert.deepEqual(placeOf(index, dragged("flow", 11)), { folderId: null, place: 1 });
  assert.deepEqual(placeOf(index, dragged("flow", 12)), { folderId: 1, place: 0 });
  assert.deepEqual(placeOf(index, dragged("folder", 4)), { folderId: null, place: 2 });
});
