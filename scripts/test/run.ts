import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Group, groupsOf, needsQuiet } from "./groups.ts";
import type { FileResult, Line } from "./reporter.ts";

export type Run = {
  root: string;
  /** Options for `node --test`. Some choose tests by name; then each file runs as it is, without a group around it. */
  options: string[];
  /** Starts Node in `root` with these arguments and waits for its end. */
  start(title: string, args: string[]): Promise<unknown>;
  isStopped(): boolean;
};

/** The last result of each file. Unstable files failed at first, and passed alone on a quiet machine. */
export type Outcome = { results: FileResult[]; unstable: FileResult[] };

/** Runs test files, and once more those that failed: a test may fail because the machine was slow. */
export async function runTests(files: string[], run: Run): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "banter-test-groups-"));
  try {
    const shared = files.filter((file) => !needsQuiet(file));
    const entries = run.options.length > 0 ? shared.map(asItIs) : writeEntries(folder, run.root, shared);
    const results = entries.length > 0 ? await runEntries("Tests", entries, folder, run) : [];
    for (const file of run.isStopped() ? [] : files.filter(needsQuiet))
      results.push(...(await runEntries(`Alone: ${file}`, [asItIs(file)], folder, run)));
    const failed = results.filter(isFailed);
    const unstable: FileResult[] = [];
    // So many failures have another reason than a slow machine.
    if (failed.length > maxSecondRuns || run.isStopped()) return { results, unstable };

    for (const first of failed) {
      const [second = first] = await runEntries(`Once more, alone: ${first.file}`, [asItIs(first.file)], folder, run);
      results[results.indexOf(first)] = second;
      if (!isFailed(second)) unstable.push(first);
    }
    return { results, unstable };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const isFailed = ({ failed, failure }: FileResult): boolean => failed > 0 || failure !== undefined;

const maxSecondRuns = 30;

/** A file that Node runs in a process of its own, and the test files that it stands for. */
type Entry = Group & { path: string };

const asItIs = (file: string): Entry => ({ path: file, name: file, files: [file] });

/** Node runs entries in the order of their paths. */
function writeEntries(folder: string, root: string, files: string[]): Entry[] {
  const runner = new URL("group.ts", import.meta.url).href;
  return groupsOf(root, files).map((group, index) => {
    const path = join(folder, `${String(index).padStart(4, "0")}.mjs`);
    const args = [root, group.name, group.files].map((value) => JSON.stringify(value)).join(", ");
    writeFileSync(path, `import { runGroup } from ${JSON.stringify(runner)};\nawait runGroup(${args});\n`);
    return { path, ...group };
  });
}

async function runEntries(title: string, entries: Entry[], folder: string, run: Run): Promise<FileResult[]> {
  const report = join(folder, "report");
  rmSync(report, { force: true });
  const reporter = new URL("reporter.ts", import.meta.url).href;
  const forPeople = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
  const forUs = [`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`];
  const paths = entries.map(({ path }) => path);
  await run.start(title, ["--test", ...forPeople, ...forUs, ...run.options, ...paths]);
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  const lines: Line[] = text.split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));
  return entries.flatMap((entry) => resultsOf(entry, lines, run.root));
}

/** A file without a result has not ended: its process did. */
function resultsOf({ path, name, files }: Entry, lines: Line[], root: string): FileResult[] {
  const names = [name, ...[path, ...files].map((each) => resolve(root, each))];
  const group = lines.find((line) => "group" in line && names.includes(line.group));
  const ended = new Map(lines.flatMap((line) => ("file" in line ? [[line.file, line]] : [])));
  const unknown = { passed: 0, failed: 1, skipped: 0, failure: group?.failure ?? "Its process ended too early." };
  return files.map((file) => {
    const result = ended.get(file) ?? { ...unknown, file };
    return { ...result, failure: result.failure ?? group?.failure };
  });
}
