import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../scenario.ts";
import { ownRoot } from "../world/node.ts";
import type { Sitting } from "./amounts.ts";

/** Each sitting has a file of its own, so that several may write at once. */
export const sittingsFolder = () => join(ownRoot, process.env.DATA_DIR ?? "data", "faults");

export function readSittings(folder: string): Sitting[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sitting.json"))
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Sitting);
}

/** Replaces the file as a whole: a sitting may be ended at any moment. */
export function writeSitting(folder: string, sitting: Sitting): void {
  const path = join(folder, `${fileName(sitting)}.sitting.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(sitting));
  renameSync(`${path}.new`, path);
}

/** Keeps all that was observed of a broken promise, and returns the file's path. */
export function keepEvidence(folder: string, sitting: Sitting, found: Outcome & { seed: number }): string {
  const path = join(folder, `${fileName(sitting)}.${found.name}.evidence.json`);
  writeFileSync(path, JSON.stringify({ version: sitting.version, ...found }, undefined, 1));
  return path;
}

const fileName = ({ startedAt }: Sitting) => `${startedAt.replaceAll(":", "-")}-${process.pid}`;

/** The last commit that changed the server, so that amounts stay when only its documents or tests of faults change. */
export function findVersion(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ownRoot, encoding: "utf8" }).trim();
  const code = ["--", "core", "server", "package-lock.json", ":!*.test.ts"];
  try {
    const isChanged = git("status", "--porcelain", ...code) !== "";
    return git("log", "-1", "--format=%h", ...code) + (isChanged ? "+changes" : "");
  } catch {
    return (JSON.parse(readFileSync(join(ownRoot, "package.json"), "utf8")) as { version: string }).version;
  }
}
