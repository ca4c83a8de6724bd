import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import type { Case } from "../../test/cases.ts";
import { lint } from "../lint/lint.ts";
import { stepTypes } from "../steps/index.ts";
import { checkDocument, DraftDocument, parseDocument } from "./document.ts";
import { listReferences, mapReferences } from "./references.ts";

const context = { flows: new Map(), tags: new Map(), fields: new Map() };

/** Valid steps, and the same with parts replaced by arbitrary values. */
const goodSteps = Object.keys(stepTypes).flatMap((type) => {
  const cases: Case[] = JSON.parse(readFileSync(new URL(`../cases/steps/${type}.json`, import.meta.url), "utf8"));
  return cases.filter(({ expect }) => JSON.stringify(expect) === "[]").map(({ given }) => JSON.stringify(given));
});
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    0,
    -1,
    1e300,
    "",
    "s1",
    "{{a}}",
    [],
    {},
    { type: "flow", flow_id: 5 },
    JSON.parse('{"__proto__":1}'),
  ),
);
const step = fc
  .tuple(fc.constantFrom(...goodSteps), fc.array(fc.tuple(fc.nat(), anything), { maxLength: 3 }))
  .map(([json, changes]) => changes.reduce<unknown>((value, [at, item]) => replace(value, at, item), JSON.parse(json)));
const document = fc.record({
  version: fc.constant(1),
  start: fc.constantFrom("s1", "s2", null, "toString"),
  steps: fc.dictionary(fc.constantFrom("s1", "s2", "s3", "toString", "a"), step, { noNullPrototype: true }),
});

test("checking any document reports problems and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(document, anything), (value) => {
      const faults = checkDocument(value);
      const problems = lint(value, context);

      assert.equal(
        faults.length > 0,
        problems.some(({ code }) => code === "invalid" || (code === "start_missing" && faults.length > 0)),
      );
      for (const { message } of [...faults, ...problems]) assert.match(message, /^(must|is|has|names|holds) /);
      listReferences(value);
      if (faults.length === 0) parseDocument(value);
    }),
    { numRuns: 500 },
  );
});

test("mapping a draft to names and back restores it byte for byte", () => {
  fc.assert(
    fc.property(document, (value) => {
      fc.pre(DraftDocument.safeParse(value).success);
      const json = JSON.stringify(value);

      const named = mapReferences(value, ({ value }) => ({ by: "name", value: value === null ? null : String(value) }));
      const back = mapReferences(named, ({ value }) => ({ by: "id", value: value === null ? null : Number(value) }));

      assert.equal(JSON.stringify(back), json);
      assert.equal(JSON.stringify(DraftDocument.parse(value)), json);
      assert.doesNotMatch(JSON.stringify(listReferences(named)), /"(flows|tags|fields)":\[\d/);
    }),
    { numRuns: 500 },
  );
});

/** Replaces the part at an index, modulo the number of parts, in the order of the JSON. */
function replace(value: unknown, at: number, item: unknown): unknown {
  let count = 0;
  JSON.stringify(value, (_, part) => {
    count++;
    return part;
  });
  let place = at % count;
  return JSON.parse(JSON.stringify(value, (_, part) => (place-- === 0 ? item : part)));
}
