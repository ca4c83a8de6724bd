import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { changedFolders } from "./changed.ts";

function aFolder(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "banter-changed-"));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return { root, write };
}

test("changed folders are those of new, changed, staged and deleted files", (t) => {
  const { root, write } = aFolder(t);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", ...args], { cwd: root });
  git("init", "--quiet");
  for (const folder of ["same", "changed", "staged", "deleted"]) write(`${folder}/a.ts`, folder);
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  write("changed/a.ts", "new");
  write("new files/été/b.ts", "new");
  write("staged/a.ts", "new");
  git("add", "staged");
  rmSync(join(root, "deleted/a.ts"));

  assert.deepEqual([...changedFolders(root)].sort(), ["changed", "deleted", "new files/été", "staged"]);
});

test("a folder outside of a repository has no changed folders", (t) => {
  const { root, write } = aFolder(t);
  write("a.ts", "");

  assert.deepEqual(changedFolders(root), new Set());
});
