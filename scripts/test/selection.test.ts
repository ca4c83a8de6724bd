import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { partOf } from "./parts.ts";
import { describeLeftOut, select } from "./selection.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = globSync("{core,server,cli,sdk,widget,console,e2e,scripts,bench,faults}/**/*.test.ts", {
  cwd: root,
  exclude: (name) => name === "node_modules",
});
const chosen = (which: "usual" | "rest" | "all") => select(files, { which, words: [] });

test("npm test and what it leaves out are all tests, each once", () => {
  assert.deepEqual([...chosen("usual"), ...chosen("rest")].sort(), [...files].sort());
  assert.deepEqual(chosen("all"), [...files].sort());
});

test("npm test has tests of every part", () => {
  const parts = new Set(chosen("usual").map((file) => file.split("/").slice(0, 2).join("/")));

  for (const folder of ["http", "store", "domain", "runner", "channels", "mailbox", "outbound", "scenarios"])
    assert.ok(parts.has(`server/${folder}`), folder);
  for (const file of ["e2e/screens/screens.test.ts", "faults/kills.test.ts", "cli/cli.test.ts", "widget/chat.test.ts"])
    assert.ok(chosen("usual").includes(file), file);
});

test("every subject that is left out has files, and they are named", () => {
  for (const line of describeLeftOut(files)) assert.match(line, /^[a-z].* \(\d+ files?\)$/);
  assert.deepEqual(describeLeftOut(["faults/short.test.ts", "core/a.test.ts"]), ["further faults (1 file)"]);
});

test("npm test leaves out the slow tests that wait for connections, and not those beside them", () => {
  const [usual, rest] = [chosen("usual"), chosen("rest")];

  for (const file of ["unused-connections", "node/overload"])
    assert.ok(rest.includes(`server/http/guards/${file}.test.ts`), file);
  for (const file of ["odd-texts", "rate-limit"]) assert.ok(usual.includes(`server/http/guards/${file}.test.ts`), file);
});

test("words choose among all files", () => {
  assert.deepEqual(select(files, { which: "usual", words: ["faults/short"] }), ["faults/short.test.ts"]);
});

test("parts hold each file once", () => {
  const parts = [1, 2, 3].flatMap((number) => partOf(root, files, { number, count: 3 }));

  assert.deepEqual(parts.sort(), [...files].sort());
});
