import { spawnSync } from "node:child_process";
import { dirname } from "node:path";

/** Folders with changes that are not committed. Outside of a repository there are none. */
export function changedFolders(root: string): Set<string> {
  const args = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"];
  const { stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  // Two letters for the kind of the change come before each path.
  const paths = (stdout ?? "").split("\0").flatMap((line) => (line ? [line.slice(3)] : []));
  return new Set(paths.map((path) => dirname(path)));
}
