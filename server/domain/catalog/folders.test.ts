import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDeps } from "../../test/app.ts";
import { aDocument, aPage } from "../../test/builders.ts";
import { createFlow, restoreFlow } from "./flows.ts";
import { changeFolder, createFolder, listFolder, listTree, removeFolder } from "./folders.ts";

const deps = await testDeps({ after });

async function aTree(...paths: string[]) {
  const { pageId } = await aPage(deps, { folders: paths });
  const { folders } = await listTree(deps, pageId);
  const id = (name: string) => folders.find((folder) => folder.name === name)?.id ?? assert.fail();
  const names = async () => (await listTree(deps, pageId)).folders.map(({ name }) => name);
  return { pageId, id, names };
}

const tooDeep = { code: "conflict", message: "Folders can be nested 20 deep." };
const ring = { code: "conflict", message: "A folder cannot lie in itself." };
const twin = { code: "conflict", message: "A folder of that name is already there." };

test("a new folder is the last one at the top level or in its parent", async () => {
  const { pageId, id, names } = await aTree("A", "B");

  const made = await createFolder(deps, pageId, { name: "C", parentId: id("A") });

  assert.deepEqual(await names(), ["A", "B", "C"]);
  assert.deepEqual((await listFolder(deps, pageId, [id("A")])).folders, [
    { id: made.id, name: "C", parentId: id("A") },
  ]);
});

test("a folder can be renamed, moved and put at a place, all at once", async () => {
  const { pageId, id, names } = await aTree("A", "B", "C");

  await changeFolder(deps, pageId, id("C"), { name: "D", parentId: id("B"), place: 0 });

  assert.deepEqual(await names(), ["A", "B", "D"]);
  assert.deepEqual((await listFolder(deps, pageId, [id("B")])).folders, [
    { id: id("C"), name: "D", parentId: id("B") },
  ]);
});

test("a place is counted among the folders of the same parent", async () => {
  const { pageId, id } = await aTree("A", "A/X", "A/Y", "B", "C");
  const topNames = async () => (await listFolder(deps, pageId, [])).folders.map(({ name }) => name);

  await changeFolder(deps, pageId, id("C"), { place: 1 });
  assert.deepEqual(await topNames(), ["A", "C", "B"]);

  await changeFolder(deps, pageId, id("Y"), { parentId: null, place: 99 });
  assert.deepEqual(await topNames(), ["A", "C", "B", "Y"]);
});

test("a folder that is only renamed keeps its place", async () => {
  const { pageId, id, names } = await aTree("A", "B", "C");

  await changeFolder(deps, pageId, id("B"), { name: "X" });

  assert.deepEqual(await names(), ["A", "X", "C"]);
});

test("a moved folder keeps its content", async () => {
  const { pageId, id } = await aTree("A", "A/B", "A/B/C", "D");

  await changeFolder(deps, pageId, id("B"), { parentId: id("D") });

  assert.deepEqual(
    (await listFolder(deps, pageId, [id("D"), id("B")])).folders.map(({ name }) => name),
    ["C"],
  );
});

test("a folder cannot be moved into itself or its subfolders", async () => {
  const { pageId, id, names } = await aTree("A", "A/B", "A/B/C");

  await assert.rejects(changeFolder(deps, pageId, id("A"), { parentId: id("A") }), ring);
  await assert.rejects(changeFolder(deps, pageId, id("A"), { parentId: id("B") }), ring);
  await assert.rejects(changeFolder(deps, pageId, id("A"), { parentId: id("C") }), ring);

  assert.deepEqual(await names(), ["A", "B", "C"]);
});

test("two concurrent moves cannot make a cycle", async () => {
  for (let round = 0; round < 5; round++) {
    const { pageId, id } = await aTree("A", "B");

    const moves = await Promise.allSettled([
      changeFolder(deps, pageId, id("A"), { parentId: id("B") }),
      changeFolder(deps, pageId, id("B"), { parentId: id("A") }),
    ]);

    assert.deepEqual(moves.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.equal((await listFolder(deps, pageId, [])).folders.length, 1);
  }
});

test("folders can be nested twenty deep, whether by creating or moving", async () => {
  const { pageId } = await aPage(deps);
  const path: number[] = [];
  for (let depth = 0; depth < 20; depth++) {
    path.push((await createFolder(deps, pageId, { name: "In", parentId: path.at(-1) ?? null })).id);
  }
  const aside = await createFolder(deps, pageId, { name: "Aside", parentId: null });
  await createFolder(deps, pageId, { name: "Below", parentId: aside.id });

  await assert.rejects(createFolder(deps, pageId, { name: "In", parentId: path.at(-1) ?? null }), tooDeep);
  await assert.rejects(changeFolder(deps, pageId, aside.id, { parentId: path.at(-1) ?? null }), tooDeep);
  await assert.rejects(changeFolder(deps, pageId, aside.id, { parentId: path.at(-2) ?? null }), tooDeep);
  await changeFolder(deps, pageId, aside.id, { parentId: path.at(-3) ?? null });
});

test("a folder's name is unique in its parent", async () => {
  const { pageId, id } = await aTree("A", "B", "A/B");

  await assert.rejects(createFolder(deps, pageId, { name: "A", parentId: null }), twin);
  await assert.rejects(createFolder(deps, pageId, { name: "B", parentId: id("A") }), twin);
  await assert.rejects(changeFolder(deps, pageId, id("A"), { name: "B" }), twin);
  await createFolder(deps, pageId, { name: "A", parentId: id("A") });
});

test("two folders created at once under one name make one", async () => {
  const { pageId } = await aPage(deps);
  const make = () => createFolder(deps, pageId, { name: "A", parentId: null });

  const made = await Promise.allSettled([make(), make(), make()]);

  assert.equal(made.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await listTree(deps, pageId)).folders.length, 1);
});

test("a name that a page file could not hold is refused", async () => {
  const { pageId, id } = await aTree("A");

  for (const name of ["", " ", "a/b", " a", "a ", "a\nb", "\0", "\ud800", "\u200b", "x".repeat(201)]) {
    await assert.rejects(createFolder(deps, pageId, { name, parentId: null }), { code: "invalid_field" });
    await assert.rejects(changeFolder(deps, pageId, id("A"), { name }), { code: "invalid_field" });
  }
});

test("deleting a folder deletes its subfolders and trashes their flows", async () => {
  const { pageId, id } = await aTree("A", "A/B", "C");
  const inside = await createFlow(deps, pageId, { name: "Hi", folderId: id("B"), draft: aDocument() });
  await createFlow(deps, pageId, { name: "Stays", folderId: id("C"), draft: aDocument() });

  const { trashed } = await removeFolder(deps, pageId, id("A"));

  assert.deepEqual(trashed, [inside.id]);
  const { folders, flows } = await listTree(deps, pageId);
  assert.deepEqual(
    [...folders, ...flows].map(({ name }) => name),
    ["C", "Stays"],
  );
  assert.deepEqual(await restoreFlow(deps, pageId, inside.id), { id: inside.id, name: "Hi", folderId: null });
});

test("folders of another page are not found", async () => {
  const [one, other] = [await aTree("A"), await aTree("A")];
  const missing = { code: "not_found", message: "There is no such folder." };

  await assert.rejects(createFolder(deps, one.pageId, { name: "B", parentId: other.id("A") }), missing);
  await assert.rejects(changeFolder(deps, one.pageId, other.id("A"), { name: "B" }), missing);
  await assert.rejects(changeFolder(deps, one.pageId, one.id("A"), { parentId: other.id("A") }), missing);
  await assert.rejects(removeFolder(deps, one.pageId, other.id("A")), missing);
  await assert.rejects(listFolder(deps, one.pageId, [other.id("A")]), missing);
  await assert.rejects(createFolder(deps, "web_1", { name: "A", parentId: null }), { code: "not_found" });
});
