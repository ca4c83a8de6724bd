import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "@banter/core/flow/problem.ts";
import { finishSteps, shownProblems, stepPointer } from "./shown-problems.ts";

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

  assert.deepEqual(finishSteps({ young, left: ["/steps/b/buttons/1/title"] }, ["b"]), {
    young: ["/steps/a"],
    left: [],
  });
});
