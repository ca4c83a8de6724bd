import assert from "node:assert/strict";
import { test } from "node:test";
import {
  indexTree,
  moveFlow,
  moveFlows,
  moveFolder,
  renameFlow,
  renameFolder,
  type Tree,
  withoutFlows,
  withoutFolder,
} from "./tree.ts";

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

const tree: Tree = {
  folders: [folder(1, null), folder(2, 1), folder(3, 2), folder(4, null)],
  flows: [flow(10, null), flow(11, null), flow(12, 1), flow(13, 3), flow(14, null)],
};
const idsIn = (tree: Tree, id: number | null) =>
  indexTree(tree)
    .flowsIn(id)
    .map((one) => one.id);
const foldersIn = (tree: Tree, id: number | null) =>
  indexTree(tree)
    .foldersIn(id)
    .map((one) => one.id);

test("the index lists folders and flows in the owner's order", () => {
  const index = indexTree(tree);

  assert.deepEqual(foldersIn(tree, null), [1, 4]);
  assert.deepEqual(idsIn(tree, null), [10, 11, 14]);
  assert.deepEqual(
    index.pathTo(3).map(({ id }) => id),
    [1, 2, 3],
  );
  assert.deepEqual(index.pathTo(null), []);
  assert.deepEqual([null, 1, 2, 3, 4].map(index.countIn), [5, 2, 1, 1, 0]);
  assert.ok(index.isWithin(3, 1) && index.isWithin(1, 1) && index.isWithin(4, null));
  assert.ok(!index.isWithin(1, 3) && !index.isWithin(null, 1));
});

test("a flow moves up, down, to the end and into another folder", () => {
  assert.deepEqual(idsIn(moveFlow(tree, 14, { folderId: null, place: 0 }), null), [14, 10, 11]);
  assert.deepEqual(idsIn(moveFlow(tree, 10, { folderId: null, place: 1 }), null), [11, 10, 14]);
  assert.deepEqual(idsIn(moveFlow(tree, 10, { folderId: null }), null), [11, 14, 10]);

  const moved = moveFlow(tree, 10, { folderId: 1, place: 0 });

  assert.deepEqual(idsIn(moved, 1), [10, 12]);
  assert.deepEqual(idsIn(moved, null), [11, 14]);
});

test("a folder moves with its content, and never into itself", () => {
  const moved = moveFolder(tree, 2, { folderId: 4 });

  assert.deepEqual(foldersIn(moved, 4), [2]);
  assert.equal(indexTree(moved).countIn(4), 1);
  assert.deepEqual(foldersIn(moveFolder(tree, 4, { folderId: null, place: 0 }), null), [4, 1]);
  assert.equal(moveFolder(tree, 1, { folderId: 3 }), tree);
  assert.equal(moveFolder(tree, 1, { folderId: 1 }), tree);
});

test("deleting a folder deletes the folders and flows inside it", () => {
  const left = withoutFolder(tree, 1);

  assert.deepEqual(
    left.folders.map(({ id }) => id),
    [4],
  );
  assert.deepEqual(
    left.flows.map(({ id }) => id),
    [10, 11, 14],
  );
});

test("a circle of folders does not hang the index", () => {
  const circle: Tree = { folders: [folder(1, 2), folder(2, 1)], flows: [] };

  assert.equal(indexTree(circle).pathTo(1).length, 3);
});

test("several flows move one after the other, and keep their order", () => {
  assert.deepEqual(idsIn(moveFlows(tree, [14, 10], { folderId: 1, place: 0 }), 1), [14, 10, 12]);
  assert.deepEqual(idsIn(moveFlows(tree, [14, 10], { folderId: 1 }), 1), [12, 14, 10]);
  assert.equal(moveFlows(tree, [99], { folderId: 1 }), tree);
});

test("a rename changes one flow or folder", () => {
  const flows = renameFlow(tree, 11, "New").flows.map(({ name }) => name);
  const folders = renameFolder(tree, 2, "New").folders.map(({ name }) => name);

  assert.deepEqual(flows, ["Flow 10", "New", "Flow 12", "Flow 13", "Flow 14"]);
  assert.deepEqual(folders, ["Folder 1", "New", "Folder 3", "Folder 4"]);
});

test("trashed flows leave the tree, and their folders stay", () => {
  const left = withoutFlows(tree, new Set([10, 13]));

  assert.deepEqual(idsIn(left, null), [11, 14]);
  assert.deepEqual(idsIn(left, 3), []);
  assert.equal(left.folders, tree.folders);
});
