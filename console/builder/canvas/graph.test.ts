import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "@banter/core/flow/problem.ts";
import { compare } from "../edit/compare.ts";
import { type Draft, readDraft } from "../edit/draft.ts";
import { edgesOf, exitPath, nodesOf, type StepNode, selectionAfter, shownDraft } from "./graph.ts";

const say = (text: string, next: string | null = null) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  next,
});
const draft = readDraft({
  start: "a",
  steps: { a: say("Hi", "b"), b: say("Bye", "gone"), note: { type: "note", text: "Later" } },
  layout: { a: { x: 0, y: 0 }, b: { x: 300, y: 0 }, note: { x: 0, y: 200 } },
});
const plain = { problems: [], active: null, shown: null };
const label = () => "A line";
const byId = (nodes: StepNode[]) => new Map(nodes.map((node) => [node.id, node]));

test("every step is a node at its place, and notes are of their own type", () => {
  const nodes = nodesOf(draft, plain, new Map());

  assert.deepEqual(
    nodes.map(({ id, type, position, data }) => [id, type, position.x, data.isStart]),
    [
      ["a", "step", 0, true],
      ["b", "step", 300, false],
      ["note", "note", 0, false],
    ],
  );
});

test("a node carries the highest severity and the number of its problems", () => {
  const problem = (step: string, severity: Problem["severity"]): Problem => ({
    code: "dead_end",
    step,
    path: "",
    message: "",
    severity,
  });
  const problems = [problem("a", "warning"), problem("a", "error"), problem("b", "warning")];

  const nodes = byId(nodesOf(draft, { ...plain, problems }, new Map()));

  assert.deepEqual([nodes.get("a")?.data.severity, nodes.get("a")?.data.problems], ["error", 2]);
  assert.deepEqual([nodes.get("b")?.data.severity, nodes.get("b")?.data.problems], ["warning", 1]);
  assert.equal(nodes.get("note")?.data.severity, undefined);
});

test("unchanged nodes stay the same objects, so that only changed steps are drawn again", () => {
  const before = nodesOf(draft, plain, new Map());

  const after = nodesOf(draft, { ...plain, active: "b" }, byId(before));

  assert.equal(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
  assert.equal(after[1]?.data.isActive, true);
});

test("while versions are compared, removed steps are shown and every change is marked", () => {
  const document = readDraft({
    start: "a",
    steps: { a: say("Hello", "b"), old: say("Old") },
    layout: { old: { x: 600, y: 0 } },
  });
  const shown = { version: 1, document, comparison: compare(document, draft) };

  const drawn = shownDraft(draft, shown);
  const changes = nodesOf(drawn, { ...plain, shown }, new Map()).map(({ id, data }) => [id, data.change]);

  assert.deepEqual(drawn.layout?.old, { x: 600, y: 0 });
  assert.deepEqual(Object.fromEntries(changes), { a: "changed", b: "added", note: "added", old: "removed" });
  assert.equal(shownDraft(draft, null), draft);
});

test("an edge leads from each connected exit to an existing step", () => {
  const edges = edgesOf(draft, { step: "a", exit: ["next"] }, label);

  assert.deepEqual(
    edges.map(({ source, target, selected, className }) => [source, target, selected, className]),
    [["a", "b", true, "exit-next"]],
  );
});

test("a handle leads back to the path of its exit", () => {
  const ask: Draft["steps"][string] = { type: "ask", content: { messages: [] }, next: {} };
  const [edge] = edgesOf(
    { ...draft, steps: { ...draft.steps, ask: { ...ask, next: { answered: "a" } } } },
    null,
    label,
  ).filter(({ source }) => source === "ask");

  assert.deepEqual(exitPath(ask, edge?.sourceHandle ?? null), ["next", "answered"]);
  assert.equal(exitPath(ask, "/nothing"), undefined);
  assert.equal(exitPath(undefined, null), undefined);
});

test("selection changes are added to the selection, and other changes are ignored", () => {
  const changes = [
    { type: "select" as const, id: "b", selected: true },
    { type: "select" as const, id: "a", selected: false },
    { type: "position" as const, id: "note" },
  ];

  assert.deepEqual(selectionAfter(["a", "note"], changes), ["note", "b"]);
});
