import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkDocument } from "../document/document.ts";
import { severityOf } from "../problem.ts";
import { isStepType, stepTypes } from "./index.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const guide = read("../../../docs/flow-documents.md");

for (const type of Object.keys(stepTypes)) {
  test(`the sample above ${type} is such a step`, () => {
    const [, comment = ""] = /\/\*\*([\s\S]*?)\*\/\nexport const/.exec(read(`./${type}.ts`)) ?? [];
    const lines = comment.split("\n").filter((line) => line.startsWith(" *     "));

    const step = JSON.parse(lines.map((line) => line.slice(2)).join("\n"));

    assert.equal(step.type, type);
    assert.deepEqual(checkDocument({ version: 1, start: "a", steps: { a: step } }), []);
  });
}

test("the guide has a valid sample of every step type", () => {
  const samples = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => JSON.parse(json));
  const types = new Set<string>();
  for (const sample of samples) {
    const document = isStepType(sample.type) ? { version: 1, start: "a", steps: { a: sample } } : sample;
    assert.deepEqual(checkDocument(document), []);
    types.add(sample.type);
  }

  assert.deepEqual(
    Object.keys(stepTypes).filter((type) => !types.has(type)),
    [],
  );
});

test("the guide lists every finding with its severity", () => {
  for (const [code, severity] of Object.entries(severityOf)) {
    assert.match(guide, new RegExp(`^\\| [^|]*\`${code}\`[^|]*\\| ${severity} *\\|`, "m"));
  }
});
