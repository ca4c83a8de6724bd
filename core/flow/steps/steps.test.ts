import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { inputKinds } from "../../model/form.ts";
import { testCases } from "../../test/cases.ts";
import { checkDocument } from "../document/document.ts";
import { isStepType, Step, stepTypes } from "./index.ts";

for (const type of Object.keys(stepTypes)) {
  testCases(new URL(`../cases/steps/${type}.json`, import.meta.url), (step) =>
    checkDocument({ version: 1, start: "s", steps: { s: step } }).map(
      ({ path, message }) => `${path.replace("/steps/s", "")} ${message}`,
    ),
  );
}

test("every step type is listed under its own name", () => {
  for (const [name, { type, title }] of Object.entries(stepTypes)) {
    assert.equal(type, name);
    assert.notEqual(title, "");
  }
});

test("a property of Object's prototype is not a step type", () => {
  assert.equal(isStepType("toString"), false);
  assert.equal(isStepType("ask"), true);
});

test("parsing a step fills in defaults", () => {
  const step = Step.parse({ type: "ask", accept: "text", content: { messages: [{ type: "text", text: "Name?" }] } });

  assert.ok(step.type === "ask");
  assert.deepEqual([step.retries, step.no_reply_seconds], [2, 86_400]);
});

test("the exits of a split are its branches", () => {
  const branches = [
    { id: "a", weight: 1 },
    { id: "b", weight: 1 },
  ];

  assert.deepEqual(stepTypes.split.exits({ branches }), ["a", "b"]);
});

test("a delay until a date, which may be in the past, does not count as a wait", () => {
  assert.equal(stepTypes.delay.waitsFor({ seconds: 5 }), "time");
  assert.equal(stepTypes.delay.waitsFor({ until: "2026-12-24T09:00" }), undefined);
});

test("every field of every step has a label for its form, and inputs that the console knows", () => {
  const unlabelled: string[] = [];
  function look(node: unknown, path: string): void {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "input") assert.ok(inputKinds.includes(value), `${path} has the input ${value}`);
      if (key === "properties") {
        for (const [name, field] of Object.entries<object>(value)) {
          const isFixed = "const" in field || name === "type" || name === "next";
          if (!isFixed && !("label" in field)) unlabelled.push(`${path}/${name}`);
        }
      }
      look(value, `${path}/${key}`);
    }
  }

  for (const { type, schema } of Object.values(stepTypes)) look(z.toJSONSchema(schema, { io: "input" }), type);

  const insideHours = (path: string) => /\/(hours|within)\/items\//.test(path);
  assert.deepEqual(
    unlabelled.filter((path) => !insideHours(path)),
    [],
  );
});
