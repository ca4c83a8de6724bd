import assert from "node:assert/strict";
import { after, test } from "node:test";
import { listVersions } from "../../store/catalog/flow-versions.ts";
import { findFlow } from "../../store/catalog/flows.ts";
import { testDeps } from "../../test/app.ts";
import { aDocument, aPage } from "../../test/builders.ts";
import { createFlow, publishFlow, restoreFlow, saveDraft, trashFlow } from "./flows.ts";
import { createFolder, listTree, removeFolder } from "./folders.ts";

const deps = await testDeps({ after });

async function aDraft(text = "Hello") {
  const { pageId } = await aPage(deps);
  const { id } = await createFlow(deps, pageId, { name: "Hi", folderId: null, draft: aDocument(text) });
  const flow = async () => (await findFlow(deps.db, pageId, id)) ?? assert.fail();
  return { pageId, id, flow };
}

const missing = { code: "flow_not_found" };
const twin = { code: "conflict", message: "A flow of that name is already there." };

test("a new flow is a draft", async () => {
  const { flow } = await aDraft();

  assert.deepEqual(
    [(await flow()).draft, (await flow()).draftRevision, (await flow()).publishedVersion],
    [aDocument(), 1, null],
  );
});

test("a draft keeps the order of its keys and every value as it was given", async () => {
  const { pageId, id, flow } = await aDraft();
  const steps = {
    z: { type: "note", text: "", x: [1.5, 1e21, -0.1, { b: 1, a: null }] },
    a: { type: "note", text: "𝄞" },
  };
  const draft = { steps, layout: {}, start: null, version: 1 };

  await saveDraft(deps, pageId, id, { draft, revision: 1 });

  assert.equal(JSON.stringify((await flow()).draft), JSON.stringify(draft));
});

test("saving over another editor's changes is refused, and nothing is lost", async () => {
  const { pageId, id, flow } = await aDraft("first");
  assert.equal(await saveDraft(deps, pageId, id, { draft: aDocument("second"), revision: 1 }), 2);

  const late = saveDraft(deps, pageId, id, { draft: aDocument("third"), revision: 1 });

  await assert.rejects(late, { code: "conflict", message: "Somebody else has changed this flow since you opened it." });
  assert.deepEqual([(await flow()).draft, (await flow()).draftRevision], [aDocument("second"), 2]);
});

test("only one of several concurrent saves succeeds", async () => {
  const { pageId, id } = await aDraft();

  const saves = await Promise.allSettled(
    ["a", "b", "c", "d"].map((text) => saveDraft(deps, pageId, id, { draft: aDocument(text), revision: 1 })),
  );

  assert.equal(saves.filter(({ status }) => status === "fulfilled").length, 1);
});

test("a malformed draft is refused with its faults", async () => {
  const { pageId, id, flow } = await aDraft();

  for (const draft of [
    null,
    [],
    {},
    { version: 2, start: null, steps: {} },
    { version: 1, start: null, steps: { a: { type: "nap" } } },
  ]) {
    await assert.rejects(saveDraft(deps, pageId, id, { draft, revision: 1 }), { code: "invalid_field" });
    await assert.rejects(createFlow(deps, pageId, { name: "New", folderId: null, draft }), { code: "invalid_field" });
  }
  assert.equal((await flow()).draftRevision, 1);
});

test("publishing makes a version, and the next publishing another", async () => {
  const { pageId, id, flow } = await aDraft("one");
  assert.equal(await publishFlow(deps, pageId, id), 1);
  await saveDraft(deps, pageId, id, { draft: aDocument("two"), revision: 1 });
  assert.deepEqual((await flow()).published, aDocument("one"));

  assert.equal(await publishFlow(deps, pageId, id), 2);

  const versions = await listVersions(deps.db, pageId, id);
  assert.deepEqual(
    versions.map(({ version, document }) => [version, document]),
    [
      [2, aDocument("two")],
      [1, aDocument("one")],
    ],
  );
  assert.deepEqual([(await flow()).publishedVersion, (await flow()).published], [2, aDocument("two")]);
});

test("concurrent publishing makes consecutive versions", async () => {
  const { pageId, id } = await aDraft();

  const versions = await Promise.all([1, 2, 3, 4].map(() => publishFlow(deps, pageId, id)));

  assert.deepEqual(versions.sort(), [1, 2, 3, 4]);
});

test("a draft that cannot run cannot be published", async () => {
  const { pageId, id, flow } = await aDraft();
  const steps = { a: { type: "message", next: "nowhere" }, b: { type: "goto", flow_id: id } };
  await saveDraft(deps, pageId, id, { draft: { version: 1, start: "b", steps }, revision: 1 });

  const refused = await publishFlow(deps, pageId, id).catch((error) => error);

  assert.equal(refused.code, "invalid_field");
  assert.deepEqual(refused.faults.map(({ path }: { path: string }) => path).sort(), [
    "/steps/a/content",
    "/steps/a/next",
    "/steps/b",
  ]);
  assert.equal((await flow()).publishedVersion, null);
});

test("a flow's name is unique in its folder", async () => {
  const { pageId } = await aDraft();
  const { id: folderId } = await createFolder(deps, pageId, { name: "A", parentId: null });
  const make = (folderId: number | null) => createFlow(deps, pageId, { name: "Hi", folderId, draft: aDocument() });

  await assert.rejects(make(null), twin);
  await make(folderId);
  await assert.rejects(make(folderId), twin);
});

test("a name that a page file could not hold is refused", async () => {
  const { pageId } = await aDraft();

  for (const name of ["", "a/b", " a", "\0", "x".repeat(201)]) {
    const made = createFlow(deps, pageId, { name, folderId: null, draft: aDocument() });
    await assert.rejects(made, { code: "invalid_field" });
  }
});

test("a trashed flow is not found, and is restored unchanged", async () => {
  const { pageId, id, flow } = await aDraft();
  await publishFlow(deps, pageId, id);
  const before = await flow();

  await trashFlow(deps, pageId, id);

  for (const act of [
    () => saveDraft(deps, pageId, id, { draft: aDocument(), revision: 1 }),
    () => publishFlow(deps, pageId, id),
    () => trashFlow(deps, pageId, id),
  ]) {
    await assert.rejects(act, missing);
  }
  assert.deepEqual((await listTree(deps, pageId)).flows, []);
  assert.deepEqual(await restoreFlow(deps, pageId, id), { id, name: "Hi", folderId: null });
  assert.deepEqual(await flow(), before);
});

test("a restored flow whose name is taken gets a number", async () => {
  const { pageId, id } = await aDraft();
  const make = (name: string) => createFlow(deps, pageId, { name, folderId: null, draft: aDocument() });
  await trashFlow(deps, pageId, id);
  await make("Hi");
  await make("Hi (2)");

  assert.equal((await restoreFlow(deps, pageId, id)).name, "Hi (3)");
});

test("even a name of the greatest length gets a number", async () => {
  const { pageId } = await aDraft();
  const make = () => createFlow(deps, pageId, { name: "🛍".repeat(200), folderId: null, draft: aDocument() });
  const { id } = await make();
  await trashFlow(deps, pageId, id);
  await make();

  assert.equal((await restoreFlow(deps, pageId, id)).name, `${"🛍".repeat(196)} (2)`);
});

test("a flow whose folder was deleted is restored at the top level", async () => {
  const { pageId } = await aDraft();
  const { id: folderId } = await createFolder(deps, pageId, { name: "A", parentId: null });
  const { id } = await createFlow(deps, pageId, { name: "In", folderId, draft: aDocument() });
  await trashFlow(deps, pageId, id);
  await removeFolder(deps, pageId, folderId);

  assert.deepEqual(await restoreFlow(deps, pageId, id), { id, name: "In", folderId: null });
});

test("flows, folders and pages of others are not found", async () => {
  const [one, other] = [await aDraft(), await aDraft()];
  const folder = await createFolder(deps, other.pageId, { name: "A", parentId: null });

  for (const act of [
    () => saveDraft(deps, one.pageId, other.id, { draft: aDocument(), revision: 1 }),
    () => publishFlow(deps, one.pageId, other.id),
    () => trashFlow(deps, one.pageId, other.id),
    () => restoreFlow(deps, one.pageId, other.id),
    () => restoreFlow(deps, one.pageId, one.id),
  ]) {
    await assert.rejects(act, missing);
  }
  const into = (pageId: string, folderId: number | null) =>
    createFlow(deps, pageId, { name: "New", folderId, draft: aDocument() });
  await assert.rejects(into(one.pageId, folder.id), { code: "not_found", message: "There is no such folder." });
  await assert.rejects(into("web_1", null), { code: "not_found", message: "There is no such page." });
});
