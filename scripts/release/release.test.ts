import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version: current, workspaces }: { version: string; workspaces: string[] } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const next = current.replace(/^\d+/, (major) => `${Number(major) + 1}`);
const notes = "### Flows\n\n- Something new.\n\n### Before you upgrade\n\n#1 and # are no comments.";
const manifests = ["package.json", ...workspaces.map((name) => `${name}/package.json`)];

test("a release sets one version everywhere, closes the changelog's section, commits and tags", (t) => {
  const clone = aClone(t);

  const { status, stderr } = clone.release(next);

  assert.equal(status, 0, stderr);
  for (const path of manifests) {
    const { version, dependencies = {} } = clone.readJson(path);
    const ours = Object.entries(dependencies).filter(([name]) => name.startsWith("@banter/"));
    assert.equal(version, next, path);
    assert.ok(
      ours.every(([, needed]) => needed === next),
      path,
    );
  }
  const lock = clone.readJson("package-lock.json");
  assert.equal(lock.version, next);
  assert.equal(lock.packages[""].version, next);
  assert.equal(lock.packages.server.dependencies["@banter/core"], next);
  assert.equal(
    clone.read("CHANGELOG.md").replace(/\d{4}-\d\d-\d\d/, "today"),
    `# Changelog\n\n## Unreleased\n\n## ${next} (today)\n\n${notes}\n\n## ${current}\n\n- First.\n`,
  );
  assert.equal(clone.git("log", "-1", "--format=%s"), `release: ${next}`);
  assert.equal(clone.git("tag", "--points-at", "HEAD"), `v${next}`);
  assert.equal(clone.git("tag", "--list", "--format=%(contents)"), `Banter ${next}\n\n${notes}`);
  assert.equal(clone.git("status", "--porcelain"), "");
});

test("only versions change in the manifests and the lock file", (t) => {
  const clone = aClone(t);

  clone.release(next);

  const changed = clone.git("diff", "--unified=0", "HEAD~1", "--", "*.json").split("\n");
  const lines = changed.filter((line) => /^[-+] /.test(line));
  assert.ok(lines.length > 0);
  assert.deepEqual(
    lines.filter((line) => !/^[-+] +"(version|@banter\/\w+)": "[\d.]+",?$/.test(line)),
    [],
  );
});

test("a dry run makes the release elsewhere, shows it and changes nothing", (t) => {
  const clone = aClone(t);
  const before = clone.git("rev-parse", "HEAD");

  const { status, stdout, stderr } = clone.release(next, "--dry-run");

  assert.equal(status, 0, stderr);
  assert.ok(stdout.startsWith(`Releasing ${next} after ${current}:\n\n${notes}\n`));
  assert.match(stdout, new RegExp(`^tag v${next}\nTagger: Test <test@example.com>$`, "m"));
  assert.match(stdout, new RegExp(`^    release: ${next}$`, "m"));
  for (const path of ["CHANGELOG.md", "package-lock.json", ...manifests])
    assert.match(stdout, new RegExp(`^ ${path} +\\| `, "m"));
  assert.match(stdout, /Nothing was changed here\.\n$/);
  assert.equal(clone.git("rev-parse", "HEAD"), before);
  assert.equal(clone.git("status", "--porcelain"), "");
  assert.equal(clone.git("tag", "--list"), "");
});

test("nothing is released with red tests, changes that are not committed, no notes, or a version that is not newer", (t) => {
  const clone = aClone(t);
  const refuses = (reason: RegExp, ...args: string[]) => {
    const { status, stderr } = clone.release(...args);
    assert.equal(status, 1);
    assert.match(stderr, reason);
    assert.equal(clone.git("tag", "--list"), "");
  };

  refuses(/^Usage: /, "next");
  refuses(/must be newer than/, current);
  clone.write("LICENSE", "changed");
  refuses(/not clean/, next);
  clone.git("checkout", "--quiet", "LICENSE");
  clone.write("package.json", clone.read("package.json").replace('"test": "exit 0"', '"test": "exit 1"'));
  clone.git("commit", "--quiet", "--all", "--message", "Red");
  refuses(/The tests fail/, next);
  refuses(/The tests fail/, next, "--dry-run");
  clone.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n");
  refuses(/nothing under "Unreleased"/, next);
});

/** A repository with the project's manifests and this script, whose own tests pass at once. */
function aClone(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "banter-release-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of [...manifests, "package-lock.json", "LICENSE", "scripts/release"]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const readJson = (path: string) => JSON.parse(read(path));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();

  const { scripts: _, ...manifest } = readJson("package.json");
  write("package.json", `${JSON.stringify({ ...manifest, scripts: { test: "exit 0" } }, null, 2)}\n`);
  write("CHANGELOG.md", `# Changelog\n\n## Unreleased\n\n${notes}\n\n## ${current}\n\n- First.\n`);
  git("init", "--quiet");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  git("add", ".");
  git("commit", "--quiet", "--message", "First");

  const release = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/release/main.ts", ...args], { cwd: folder, encoding: "utf8" });
  return { folder, read, readJson, write, git, release };
}
