import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { circlesOf, readGraphs } from "./imports.ts";

const graphs = readGraphs();
const listUrl = new URL("type-circles.json", import.meta.url);

test("the graph of imports covers the whole tree", () => {
  assert.ok(graphs.all.size > 500);
  assert.ok(graphs.all.get("server/main.ts")?.includes("server/run-server.ts"));
});

test("no file imports itself through others when the program runs", () => {
  assert.deepEqual(circlesOf(graphs.values), []);
});

test("circles of type imports are only those on the list, and the list only gets shorter", () => {
  const listed: string[][] = JSON.parse(readFileSync(listUrl, "utf8"));
  const today = circlesOf(graphs.all);
  const added = today.filter((circle) => !listed.some((known) => circle.every((file) => known.includes(file))));

  assert.deepEqual(added, [], "New circles: move the shared types to a file that imports none of the others.");
  if (process.env.UPDATE_CASES) writeFileSync(listUrl, `${JSON.stringify(today, null, 2)}\n`);
  else assert.deepEqual(today, listed, "Circles are gone: npm test -- --update circles takes them off the list.");
});
