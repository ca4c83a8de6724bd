import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { releaseChangelog, unreleasedNotes } from "./changelog.ts";
import { isNewer, type LockFile, type Manifest, setVersions } from "./versions.ts";

// npm run release -- 0.2.0: on a clean tree with green tests, sets the version everywhere, turns the changelog's
// "Unreleased" into the release's section, commits and tags. Nothing is pushed. `--dry-run` does it in a clone of the
// repository, shows what came out, and removes the clone.
const { values, positionals } = parseArgs({ options: { "dry-run": { type: "boolean" } }, allowPositionals: true });
const [version = ""] = positionals;

try {
  release();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function release(): void {
  const root: Manifest & { workspaces: string[] } = readJson("package.json");
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  const notes = unreleasedNotes(changelog);
  checkVersion(root.version);
  if (notes === "") throw new Error('CHANGELOG.md has nothing under "Unreleased": say what changes for operators.');
  if (git("status", "--porcelain") !== "") throw new Error("The tree is not clean: commit or stash your changes.");
  if (git("tag", "--list", `v${version}`) !== "") throw new Error(`There is a tag v${version} already.`);

  say(`Releasing ${version} after ${root.version}:\n\n${notes}\n`);
  if (values["dry-run"]) {
    inClone(() => {
      makeRelease(root.workspaces, changelog);
      say(git("show", "--stat", `v${version}`));
    });
    say("\nA dry run: this came out in a clone, which is gone. Nothing was changed here.");
  } else {
    makeRelease(root.workspaces, changelog);
    say(`Released ${version}. Publish it with: git push --follow-tags`);
  }
}

function makeRelease(workspaces: string[], changelog: string): void {
  if (spawnSync("npm", ["test"], { stdio: "inherit", shell: process.platform === "win32" }).status !== 0) {
    throw new Error("The tests fail: nothing was released.");
  }

  const paths = ["package.json", ...workspaces.map((workspace) => `${workspace}/package.json`)];
  const manifests = paths.map((path) => readJson<Manifest>(path));
  const lock = readJson<LockFile>("package-lock.json");
  setVersions(version, manifests, lock);
  for (const [index, path] of paths.entries()) writeJson(path, manifests[index]);
  writeJson("package-lock.json", lock);
  writeFileSync("CHANGELOG.md", releaseChangelog(changelog, version, new Date().toISOString().slice(0, 10)));
  git("commit", "--quiet", "--all", "--message", `release: ${version}`);
  // Git's own clean-up would take the headings of the notes for comments.
  const message = `Banter ${version}\n\n${unreleasedNotes(changelog)}`;
  git("tag", "--annotate", `v${version}`, "--cleanup=whitespace", "--message", message);
}

/** Works in a clone of the repository with the author's name. Its packages are installed by the tests' own start. */
function inClone(work: () => void): void {
  const [here, clone] = [process.cwd(), mkdtempSync(join(tmpdir(), "banter-release-"))];
  const author = ["user.name", "user.email"].map((key) => [key, git("config", "--default", "", key)]);
  try {
    git("clone", "--quiet", here, clone);
    process.chdir(clone);
    for (const [key = "", value = ""] of author) if (value !== "") git("config", key, value);
    work();
  } finally {
    process.chdir(here);
    rmSync(clone, { recursive: true, force: true });
  }
}

function checkVersion(current: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Usage: npm run release -- 0.2.0 [--dry-run]");
  if (!isNewer(version, current)) throw new Error(`The version must be newer than ${current}.`);
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8"));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
