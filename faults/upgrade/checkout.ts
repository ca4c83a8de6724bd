import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { ownRoot } from "../world/node.ts";

const run = promisify(execFile);

/** An earlier state of this repository, ready to run. */
export type Checkout = {
  root: string;
  commit: string;
  version: string;
  /** Runs a command of its command line. Resolves to what it prints. */
  banter(settings: NodeJS.ProcessEnv, ...args: string[]): Promise<string>;
};

/**
 * Unpacks a commit into a folder of its own, installs its packages and builds its parts for browsers, as its first
 * start does. Not a worktree of git, which a killed process would leave behind in the repository.
 */
export async function checkOut(t: Test, name: string): Promise<Checkout> {
  const commit = await commitOf(name);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "banter-release-")));
  atEnd(t, () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  // Nodes keep their data folders here, which other users may have to enter.
  chmodSync(root, 0o711);
  const archive = join(root, "archive.tar");
  await run("git", ["archive", `--output=${archive}`, commit], { cwd: ownRoot });
  await run("tar", ["-xf", archive, "-C", root]);
  rmSync(archive);
  // Its packages bring a Node of their own; until they are installed, ours must be found.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_ignore_scripts: "true" };
  await run(process.execPath, [join("scripts", "prepare.mjs")], { cwd: root, env, maxBuffer: 2 ** 26 });
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return {
    ...{ root, commit, version },
    async banter(settings, ...args) {
      const program = ["--disable-proto=delete", join("scripts", "run.mjs"), join("cli", "main.ts")];
      const { stdout } = await run(process.execPath, [...program, ...args], {
        cwd: root,
        env: { ...process.env, ...settings },
      });
      return stdout.trim();
    },
  };
}

async function commitOf(name: string): Promise<string> {
  try {
    const { stdout } = await run("git", ["rev-parse", "--verify", "--quiet", `${name}^{commit}`], { cwd: ownRoot });
    return stdout.trim();
  } catch {
    throw new Error(`There is no commit ${name} here: this needs a checkout with its history.`);
  }
}
