import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryNames, arbitraryPageFile } from "../test/arbitrary-page-file.ts";
import { comparePageFiles } from "./compare.ts";
import { conflictingFields, fitTemplate } from "./fit-template.ts";
import type { WholePageFile } from "./schema.ts";

const twoFiles = arbitraryNames.chain((names) => fc.tuple(arbitraryPageFile(names), arbitraryPageFile(names)));
const bare: WholePageFile = { banter: 1, page: { name: "Shop", timezone: "UTC", welcome: null, default_reply: null } };
const flow = (name: string) => ({ name, published: true, document: { version: 1 as const, start: null, steps: {} } });
const namesOf = (items: { name: string }[] = []) => items.map(({ name }) => name);

test("a template only adds to a page", () => {
  fc.assert(
    fc.property(twoFiles, ([page, template]) => {
      // A template's folder is called after it, and a name of a folder has no slash.
      const named = { ...template, page: { ...template.page, name: "Template" } };
      const added = fitTemplate(page, named);

      const changes = comparePageFiles(page, added, { prune: false }).filter(({ what }) => what !== "page");
      assert.ok(changes.every(({ action }) => action === "create"));
      assert.deepEqual([added.page.name, added.page.timezone], [page.page.name, page.page.timezone]);
      assert.equal(added.page.welcome, page.page.welcome ?? added.page.welcome);
      const flows = new Set([...namesOf(page.flows), ...namesOf(added.flows)]);
      for (const keyword of added.keywords ?? []) assert.ok(keyword.flow === null || flows.has(keyword.flow));
    }),
    { numRuns: 30 },
  );
});

test("on a page without flows a template keeps its names, on another it gets a folder", () => {
  const template = { ...bare, page: { ...bare.page, name: "Café", welcome: "Hi" }, flows: [flow("Hi")] };

  assert.deepEqual(namesOf(fitTemplate(bare, template).flows), ["Hi"]);
  const fitted = fitTemplate({ ...bare, folders: ["Café"], flows: [flow("Hi")] }, template);
  assert.deepEqual(fitted.folders, ["Café (2)"]);
  assert.deepEqual(namesOf(fitted.flows), ["Café (2)/Hi"]);
  assert.equal(fitted.page.welcome, "Café (2)/Hi");
});

test("the page's welcome stays unless the template is to greet", () => {
  const page = { ...bare, page: { ...bare.page, welcome: "Own" }, flows: [flow("Own")] };
  const template = { ...bare, page: { ...bare.page, welcome: "Hi" }, flows: [flow("Hi")] };

  assert.equal(fitTemplate(page, template).page.welcome, "Own");
  assert.equal(fitTemplate(page, template, { greets: true }).page.welcome, "Shop/Hi");
});

test("fields of the same name conflict only if their types differ", () => {
  const fields = [
    { name: "size", type: "text" as const },
    { name: "count", type: "number" as const },
  ];

  assert.deepEqual(conflictingFields({ ...bare, fields }, { ...bare, fields }), []);
  const other = { ...bare, fields: [{ name: "count", type: "text" as const }] };
  assert.deepEqual(conflictingFields(other, { ...bare, fields }), ["count"]);
});
