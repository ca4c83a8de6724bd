import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { lint } from "@banter/core/flow/lint.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { writePageFile } from "@banter/core/page-file/write.ts";
import { arbitraryNames, arbitraryPageFile } from "@banter/core/test/arbitrary-page-file.ts";
import fc from "fast-check";
import { createPage } from "../pages.ts";
import { listVersions } from "../../store/flows.ts";
import { findPage } from "../../store/pages.ts";
import { testDeps } from "../../test/app.ts";
import { aFlow, aPage, aPageFile } from "../../test/builders.ts";
import { lintContext } from "../flows.ts";
import { applyPageFile, planPageFile } from "./apply.ts";
import { readPageFile } from "./read.ts";
import { flowPaths, folderPaths, loadPageState } from "./state.ts";

const deps = await testDeps({ after });
const prune = { prune: true };

const anEmptyPage = () => createPage(deps, { name: "Empty" });
const textOf = async (pageId: string) => writePageFile(await readPageFile(deps, pageId));

/** Everything that is stored of the page, with ids, drafts' revisions and versions. */
async function stateOf(pageId: string) {
  const { page, ...state } = (await loadPageState(deps.db, pageId)) ?? assert.fail();
  const versions = await Promise.all(state.flows.map(({ id }) => listVersions(deps.db, pageId, id)));
  // Every change of a page counts, even one that turns out to be none.
  const { revision: _, ...settings } = page;
  return { ...state, settings, versions };
}

const revisionOf = async (pageId: string) => (await findPage(deps.db, pageId))?.revision;

/** The id of each thing by its kind and name; of several of one name, that of the first. */
async function idsByName(pageId: string): Promise<Map<string, number>> {
  const { tags, fields, folders, flows, keywords, iceBreakers, menuItems, tools } = await stateOf(pageId);
  const named = (kind: string, items: { id: number; name: string }[]) =>
    items.map(({ id, name }) => [`${kind} ${name}`, id] as const);
  const titled = (items: { id: number; title: string }[]) => items.map(({ id, title }) => ({ id, name: title }));
  const paths = (map: Map<number, string>) => [...map].map(([id, name]) => ({ id, name }));
  const all = [
    ...named("tag", tags),
    ...named("field", fields),
    ...named("folder", paths(folderPaths(folders))),
    ...named("flow", paths(flowPaths(flows, folders))),
    ...named("keyword", keywords),
    ...named("ice breaker", titled(iceBreakers)),
    ...named("menu item", titled(menuItems)),
    ...named("tool", tools),
  ];
  return new Map(all.reverse());
}

async function faultsOf(applying: Promise<unknown>): Promise<string[]> {
  const error = await applying.then(() => assert.fail("it was applied"), (error) => error);
  assert.ok(error instanceof AppError && error.code === "invalid_field", String(error));
  return error.faults.map(({ path }) => path);
}

const aKeyword = (flow: string | null) =>
  ({ name: "Hi", match: "is" as const, phrases: ["hi"], excludes: [], flow, is_activated: true });
const aTool = (name: string, ref: string | null, flow: string | null = null) =>
  ({ type: "qr_code" as const, name, ref, flow, is_published: true });

test("an applied file is exported with the same bytes, and applied again it changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryNames.chain(arbitraryPageFile), async (file) => {
      const pageId = await anEmptyPage();
      await applyPageFile(deps, pageId, file, prune);
      const before = await stateOf(pageId);

      assert.equal(await textOf(pageId), writePageFile(file));

      assert.deepEqual(await planPageFile(deps, pageId, file, prune), []);
      assert.deepEqual(await applyPageFile(deps, pageId, JSON.parse(writePageFile(file)), prune), []);
      assert.deepEqual(await stateOf(pageId), before);
    }),
    { numRuns: 40 },
  );
});

test("whatever the page was, with prune it becomes the file, and what keeps its name keeps its id", async () => {
  const twoFiles = arbitraryNames.chain((names) => fc.tuple(arbitraryPageFile(names), arbitraryPageFile(names)));
  await fc.assert(
    fc.asyncProperty(twoFiles, async ([first, second]) => {
      const pageId = await anEmptyPage();
      await applyPageFile(deps, pageId, first, prune);
      const before = await idsByName(pageId);
      const planned = await planPageFile(deps, pageId, second, prune);

      const changes = await applyPageFile(deps, pageId, second, prune);

      assert.deepEqual(changes, planned);
      assert.equal(await textOf(pageId), writePageFile(second));
      const now = await idsByName(pageId);
      for (const [name, id] of now) if (before.has(name)) assert.equal(id, before.get(name), name);
    }),
    { numRuns: 40 },
  );
});

test("without prune nothing is lost and the file's part of the page becomes the file", async () => {
  const twoFiles = arbitraryNames.chain((names) => fc.tuple(arbitraryPageFile(names), arbitraryPageFile(names)));
  await fc.assert(
    fc.asyncProperty(twoFiles, async ([first, second]) => {
      // Tools of the first keep what they have, so that the second's may not have it too.
      const file = { ...second, tools: second.tools?.map((tool) => ({ ...tool, ref: null })) };
      const pageId = await anEmptyPage();
      await applyPageFile(deps, pageId, first, prune);
      const before = await idsByName(pageId);

      await applyPageFile(deps, pageId, file, { prune: false });

      const now = await idsByName(pageId);
      for (const [name, id] of before) assert.equal(now.get(name), id, name);
      assert.deepEqual(await applyPageFile(deps, pageId, file, { prune: false }), []);
      const exported = await readPageFile(deps, pageId);
      for (const section of ["tags", "fields", "folders", "flows", "keywords", "ice_breakers", "main_menu", "tools"] as const) {
        const part = exported[section]?.slice(0, file[section]?.length);
        assert.deepEqual(JSON.stringify(part), JSON.stringify(file[section]), section);
      }
    }),
    { numRuns: 20 },
  );
});

test("a page moves to another page of the same or another server by its file", async () => {
  const { pageId } = await aPage(deps, { folders: ["Sales"], flows: [aFlow("Sales/Hi")], keywords: [aKeyword("Sales/Hi")] });
  const other = await anEmptyPage();

  await applyPageFile(deps, other, JSON.parse(await textOf(pageId)), prune);

  assert.equal(await textOf(other), await textOf(pageId));
});

test("a plan changes nothing", async () => {
  const { pageId } = await aPage(deps, { tags: ["vip"], flows: [aFlow("Hi")], keywords: [aKeyword("Hi")] });
  const before = [await stateOf(pageId), await revisionOf(pageId)];

  const changes = await planPageFile(deps, pageId, aPageFile({ tags: [], flows: [aFlow("New")], keywords: [] }), prune);

  assert.deepEqual(changes, [
    { action: "remove", what: "tag", name: "vip" },
    { action: "create", what: "flow", name: "New" },
    { action: "remove", what: "flow", name: "Hi" },
    { action: "remove", what: "keyword", name: "Hi" },
  ]);
  assert.deepEqual([await stateOf(pageId), await revisionOf(pageId)], before);
});

test("a section the file leaves out is left alone, even with prune", async () => {
  const { pageId } = await aPage(deps, { tags: ["vip"], flows: [aFlow("Hi")], keywords: [aKeyword("Hi")] });
  const before = await stateOf(pageId);

  assert.deepEqual(await applyPageFile(deps, pageId, aPageFile(), prune), []);

  assert.deepEqual(await stateOf(pageId), before);
});

test("names that do not resolve are refused, each with its place, and nothing is changed", async () => {
  const { pageId } = await aPage(deps, { tags: ["vip"], flows: [aFlow("Hi")] });
  const before = await stateOf(pageId);
  const document = {
    version: 1 as const,
    start: "a",
    steps: {
      a: { type: "goto", flow: "Nowhere" },
      b: { type: "action", actions: [{ action: "add_tag", tag: "gold" }, { action: "clear_custom_field", field: "shoe" }] },
    },
  };
  const { page } = aPageFile();

  const faults = await faultsOf(
    applyPageFile(
      deps,
      pageId,
      aPageFile({
        page: { ...page, welcome: "Nowhere", default_reply: "Hi" },
        folders: ["Sales/Orders"],
        flows: [{ name: "Sales/Hi", published: true, document }],
        keywords: [aKeyword(null), aKeyword("Nowhere")],
        ice_breakers: [{ title: "Hi", flow: "Nowhere" }],
        main_menu: [{ title: "Hi", flow: "Sales" }],
        tools: [aTool("Poster", null, "Nowhere")],
      }),
      { prune: false },
    ),
  );

  assert.deepEqual(faults.sort(), [
    "/flows/0/document/steps/a/flow",
    "/flows/0/document/steps/b/actions/0/tag",
    "/flows/0/document/steps/b/actions/1/field",
    "/flows/0/name",
    "/folders/0",
    "/ice_breakers/0/flow",
    "/keywords/1/flow",
    "/main_menu/0/flow",
    "/page/welcome",
    "/tools/0/flow",
  ]);
  assert.deepEqual(await stateOf(pageId), before);
});

test("with prune a name resolves only if the file has it", async () => {
  const { pageId } = await aPage(deps, { flows: [aFlow("Hi")] });

  const faults = await faultsOf(applyPageFile(deps, pageId, aPageFile({ flows: [], keywords: [aKeyword("Hi")] }), prune));

  assert.deepEqual(faults, ["/keywords/0/flow"]);
});

test("a published flow that could not run is refused, a draft of the same is not", async () => {
  const pageId = await anEmptyPage();
  const document = { version: 1 as const, start: "a", steps: { a: { type: "message", next: "nowhere" } } };
  const file = (published: boolean) => aPageFile({ flows: [{ name: "Hi", published, document }] });

  const faults = await faultsOf(applyPageFile(deps, pageId, file(true), prune));
  await applyPageFile(deps, pageId, file(false), prune);

  assert.deepEqual(faults.sort(), ["/flows/0/document/steps/a/content", "/flows/0/document/steps/a/next"]);
  assert.equal(await textOf(pageId), writePageFile({ ...(await readPageFile(deps, pageId)), flows: file(false).flows }));
});

test("a tool may not take what a tool that stays has, nor a folder go while a flow that stays lies in it", async () => {
  const { pageId } = await aPage(deps, { folders: ["Sales"], flows: [aFlow("Hi"), aFlow("Sales/Hi")], tools: [aTool("Poster", "ref")] });
  const before = await stateOf(pageId);

  const taken = await faultsOf(applyPageFile(deps, pageId, aPageFile({ tools: [aTool("Other", "ref")] }), { prune: false }));
  const inUse = await faultsOf(applyPageFile(deps, pageId, aPageFile({ folders: [] }), prune));

  assert.deepEqual([taken, inUse], [["/tools/0/ref"], ["/folders"]]);
  assert.deepEqual(await stateOf(pageId), before);
});

test("tools may change their refs for each other", async () => {
  const { pageId } = await aPage(deps, { tools: [aTool("A", "one"), aTool("B", "two")] });

  await applyPageFile(deps, pageId, aPageFile({ tools: [aTool("A", "two"), aTool("B", "one")] }), prune);

  assert.deepEqual((await readPageFile(deps, pageId)).tools?.map(({ ref }) => ref), ["two", "one"]);
});

test("publishing, changing and taking back a flow make versions as the owner's own work would", async () => {
  const pageId = await anEmptyPage();
  const apply = (flow: NonNullable<PageFile["flows"]>[number]) => applyPageFile(deps, pageId, aPageFile({ flows: [flow] }), prune);
  const versions = async () => {
    const { flows, versions } = await stateOf(pageId);
    return { published: flows[0]?.publishedVersion, versions: versions[0]?.map(({ version }) => version) };
  };

  await apply({ ...aFlow("Hi", "one"), published: false });
  assert.deepEqual(await versions(), { published: null, versions: [] });
  await apply(aFlow("Hi", "one"));
  assert.deepEqual(await versions(), { published: 1, versions: [1] });
  await apply({ ...aFlow("Hi", "one"), draft: aFlow("Hi", "draft").document });
  assert.deepEqual(await versions(), { published: 1, versions: [1] });
  await apply(aFlow("Hi", "two"));
  assert.deepEqual(await versions(), { published: 2, versions: [2, 1] });
  await apply({ ...aFlow("Hi", "two"), published: false });
  assert.deepEqual(await versions(), { published: null, versions: [2, 1] });
});

test("a flow that prune takes away lies in the trash, and one of its name can be made anew", async () => {
  const { pageId } = await aPage(deps, { flows: [aFlow("Hi", "old")] });
  const old = (await idsByName(pageId)).get("flow Hi");
  await applyPageFile(deps, pageId, aPageFile({ flows: [] }), prune);

  await applyPageFile(deps, pageId, aPageFile({ flows: [aFlow("Hi", "new")] }), prune);

  assert.notEqual((await idsByName(pageId)).get("flow Hi"), old);
});

test("what goes wrong in the file's form is refused before anything is looked up", async () => {
  for (const file of [undefined, null, [], "x", {}, { banter: 1 }, { ...aPageFile(), tags: ["a", "a"] }]) {
    await faultsOf(applyPageFile(deps, "web_1", file, prune));
    await faultsOf(planPageFile(deps, "web_1", file, prune));
  }
});

test("a page that is not there can be neither applied to nor read", async () => {
  for (const act of [
    () => applyPageFile(deps, "web_1", aPageFile(), prune),
    () => planPageFile(deps, "web_1", aPageFile(), prune),
    () => readPageFile(deps, "web_1"),
  ]) {
    await assert.rejects(act, { code: "not_found", message: "There is no such page." });
  }
});

test("files applied at once leave the page as one of them", async () => {
  const pageId = await anEmptyPage();
  const files = ["a", "b", "c", "d"].map((name) => aPageFile({ tags: [name], flows: [aFlow(name)], keywords: [aKeyword(name)] }));

  await Promise.all(files.map((file) => applyPageFile(deps, pageId, file, prune)));

  const { tags, flows, keywords } = await readPageFile(deps, pageId);
  assert.equal(tags?.length, 1);
  assert.deepEqual([flows?.map(({ name }) => name), keywords?.map(({ flow }) => flow)], [tags, tags]);
});

test("the demo is exported with the bytes of its file, and its flows have nothing to warn of", async () => {
  const text = readFileSync(new URL("../../../demo/page.json", import.meta.url), "utf8");
  const pageId = await anEmptyPage();

  await applyPageFile(deps, pageId, JSON.parse(text), prune);

  assert.equal(await textOf(pageId), text);
  const context = await lintContext(deps.db, pageId);
  const { flows } = await stateOf(pageId);
  assert.deepEqual(flows.flatMap(({ name, draft, id }) => lint(draft, { ...context, flowId: id }).map((problem) => [name, problem])), []);
});
