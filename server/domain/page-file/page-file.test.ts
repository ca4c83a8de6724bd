import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { lint } from "@banter/core/flow/lint/lint.ts";
import { writePageFile } from "@banter/core/page-file/write.ts";
import { arbitraryNames, arbitraryPageFile } from "@banter/core/test/arbitrary-page-file.ts";
import fc from "fast-check";
import { testDeps } from "../../test/app.ts";
import { aFlow, aPage } from "../../test/builders.ts";
import { idsByName, stateOf } from "../../test/page-state.ts";
import { lintContext } from "../catalog/flows.ts";
import { createPage } from "../pages/pages.ts";
import { applyPageFile, planPageFile } from "./apply.ts";
import { readPageFile } from "./read.ts";

const deps = await testDeps({ after });
const prune = { prune: true };

const anEmptyPage = () => createPage(deps, { name: "Empty" });
const textOf = async (pageId: string) => writePageFile(await readPageFile(deps, pageId));

test("an applied file is exported with the same bytes, and applied again it changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryNames.chain(arbitraryPageFile), async (file) => {
      const pageId = await anEmptyPage();
      await applyPageFile(deps, pageId, file, prune);
      const before = await stateOf(deps, pageId);

      assert.equal(await textOf(pageId), writePageFile(file));

      assert.deepEqual(await planPageFile(deps, pageId, file, prune), []);
      assert.deepEqual(await applyPageFile(deps, pageId, JSON.parse(writePageFile(file)), prune), []);
      assert.deepEqual(await stateOf(deps, pageId), before);
    }),
    { numRuns: 40 },
  );
});

test("with prune any page becomes equal to the file, and items with the same name keep their id", async () => {
  const twoFiles = arbitraryNames.chain((names) => fc.tuple(arbitraryPageFile(names), arbitraryPageFile(names)));
  await fc.assert(
    fc.asyncProperty(twoFiles, async ([first, second]) => {
      const pageId = await anEmptyPage();
      await applyPageFile(deps, pageId, first, prune);
      const before = await idsByName(deps, pageId);
      const planned = await planPageFile(deps, pageId, second, prune);

      const changes = await applyPageFile(deps, pageId, second, prune);

      assert.deepEqual(changes, planned);
      assert.equal(await textOf(pageId), writePageFile(second));
      const now = await idsByName(deps, pageId);
      for (const [name, id] of now) if (before.has(name)) assert.equal(id, before.get(name), name);
    }),
    { numRuns: 40 },
  );
});

test("without prune nothing is removed, and the items of the file become equal to it", async () => {
  const twoFiles = arbitraryNames.chain((names) => fc.tuple(arbitraryPageFile(names), arbitraryPageFile(names)));
  await fc.assert(
    fc.asyncProperty(twoFiles, async ([first, second]) => {
      // Tools of the first file stay, so the second file must not use their refs.
      const file = { ...second, tools: second.tools?.map((tool) => ({ ...tool, ref: null })) };
      const pageId = await anEmptyPage();
      await applyPageFile(deps, pageId, first, prune);
      const before = await idsByName(deps, pageId);

      await applyPageFile(deps, pageId, file, { prune: false });

      const now = await idsByName(deps, pageId);
      for (const [name, id] of before) assert.equal(now.get(name), id, name);
      assert.deepEqual(await applyPageFile(deps, pageId, file, { prune: false }), []);
      const exported = await readPageFile(deps, pageId);
      for (const section of [
        "tags",
        "fields",
        "folders",
        "flows",
        "keywords",
        "ice_breakers",
        "main_menu",
        "tools",
      ] as const) {
        const part = exported[section]?.slice(0, file[section]?.length);
        assert.deepEqual(JSON.stringify(part), JSON.stringify(file[section]), section);
      }
    }),
    { numRuns: 20 },
  );
});

test("a page's file can be applied to another page or server", async () => {
  const { pageId } = await aPage(deps, {
    folders: ["Sales"],
    flows: [aFlow("Sales/Hi")],
  });
  const other = await anEmptyPage();

  await applyPageFile(deps, other, JSON.parse(await textOf(pageId)), prune);

  assert.equal(await textOf(other), await textOf(pageId));
});

test("the demo is exported with the bytes of its file, and lint finds nothing in its flows", async () => {
  const text = readFileSync(new URL("../../../demo/page.json", import.meta.url), "utf8");
  const pageId = await anEmptyPage();

  await applyPageFile(deps, pageId, JSON.parse(text), prune);

  assert.equal(await textOf(pageId), text);
  const context = await lintContext(deps.db, pageId);
  const { flows } = await stateOf(deps, pageId);
  assert.deepEqual(
    flows.flatMap(({ name, draft, id }) => lint(draft, { ...context, flowId: id }).map((problem) => [name, problem])),
    [],
  );
});
