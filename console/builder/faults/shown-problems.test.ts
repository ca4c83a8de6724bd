import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "@banter/core/flow/problem.ts";
import { emptyPlaces, finishSteps, shownProblems, stepPointer } from "./shown-problems.ts";

const problem = (path: string): Problem => ({ code: "invalid", severity: "error", path, message: "must not be blank" });
const pathsOf = (problems: readonly Problem[]) => problems.map(({ path }) => path);

test("the faults of a new step or row are shown once their field was left", () => {
  const problems = ["/steps/a", "/steps/a/text", "/steps/ab/text", "/steps/b/buttons/1/title"].map(problem);
  const young = [stepPointer("a"), stepPointer("b", ["buttons", 1])];

  assert.deepEqual(pathsOf(shownProblems(problems, { young, left: [] })), ["/steps/ab/text"]);
  assert.deepEqual(pathsOf(shownProblems(problems, { young, left: ["/steps/a/text"] })), [
    "/steps/a/text",
    "/steps/ab/text",
  ]);
});

test("a step that was left is shown with all its faults", () => {
  const young = [stepPointer("a"), stepPointer("b", ["buttons", 1])];

  const title = "/steps/b/buttons/1/title";
  assert.deepEqual(finishSteps({ young, touched: [title], left: [title] }, ["b"]), {
    young: ["/steps/a"],
    touched: [],
    left: [],
  });
});

test("a field that is empty when a flow is opened is told from one that is filled in wrongly", () => {
  const steps = {
    a: { type: "message", text: "", items: [], wrong: "{{", "x/y": "" },
    b: { type: "note", text: null },
  };
  const problems = ["/steps/a/text", "/steps/a/items", "/steps/a/gone", "/steps/a/wrong", "/steps/a/x~1y", "/start"];
  const warning: Problem = { ...problem("/steps/b/text"), severity: "warning" };

  assert.deepEqual(emptyPlaces([...problems.map(problem), warning], { steps } as never), [
    "/steps/a/text",
    "/steps/a/items",
    "/steps/a/gone",
    "/steps/a/x~1y",
  ]);
});
