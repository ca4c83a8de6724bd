import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileResult } from "./run.ts";

/** The time (ms) that each file's tests took in earlier runs on this machine. */
type Times = Record<string, number>;

const pathIn = (root: string) => join(root, "node_modules", ".cache", "banter-test-times.json");

/** The times to expect: those of the last run, or a guess for files that have not run yet. */
export function expectedTimes(root: string, files: string[]): Map<string, number> {
  const known = readTimes(root);
  return new Map(files.map((file) => [file, known[file] ?? guessTime(root, file)]));
}

export function saveTimes(root: string, results: FileResult[]): void {
  const times = readTimes(root);
  for (const { file, ms } of results) times[file] = ms;
  mkdirSync(dirname(pathIn(root)), { recursive: true });
  writeFileSync(pathIn(root), JSON.stringify(times));
}

/** The same on every machine: parts of a run that are made on several machines fit together. */
export function guessTime(root: string, file: string): number {
  const tests = readFileSync(join(root, file), "utf8").match(/\btest\(/g)?.length ?? 1;
  const [, each = 20] = timeOfTest.find(([place]) => place.test(file)) ?? [];
  return tests * each;
}

/** The usual time (ms) of one test. */
const timeOfTest: [place: RegExp, ms: number][] = [
  [/^faults\/[^/]*$/, 20_000],
  [/^e2e\//, 5_000],
  [/^widget\/[^/]*$/, 1_500],
  [/^cli\//, 2_000],
  [/^scripts\//, 3_000],
  [/^server\/(scenarios|supervisor|backup)\//, 4_000],
  [/^server\//, 400],
];

function readTimes(root: string): Times {
  try {
    return JSON.parse(readFileSync(pathIn(root), "utf8"));
  } catch {
    return {};
  }
}
