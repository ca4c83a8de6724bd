import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type SourceFile = { path: string; text: string };

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The files of the project whose paths match, new ones included, ignored ones not. */
export function readFiles(pattern: RegExp): SourceFile[] {
  return listFiles()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Paths from the root of the project. */
export function listFiles(): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const output = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  // A deleted file is listed until its deletion is staged.
  return output.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

/** Code that we write: TypeScript and JavaScript. */
export const code = /\.(tsx?|m?js|mts)$/;
