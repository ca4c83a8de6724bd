import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Group, groupsOf } from "./groups.ts";
import type { Line } from "./reporter.ts";

export type Run = {
  root: string;
  /** Options of Node's test runner. Some choose tests by name; then each file runs as it is, without a group. */
  options: string[];
  /** Folders whose tests come first. */
  changed: Set<string>;
  /** How many processes run at a time. */
  processes: number;
  /** Starts Node in `root` with these arguments, with its output piped. */
  start(args: string[], env: NodeJS.ProcessEnv): ChildProcess;
  isStopped(): boolean;
  /** True once no more files are to be started. A second try of a failed file always is. */
  isLate(): boolean;
  show: Show;
};

type TestOutcome = "passed" | "failed" | "skipped";

/** Tells a person how the run goes on. */
export type Show = {
  tested(file: string, outcome: TestOutcome): void;
  failed(file: string, test: string, error: string): void;
  ended(result: FileResult): void;
  secondTry(file: string): void;
};

export type FileResult = {
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  /** The time of its tests. */
  ms: number;
  /** The first failure, in one line. */
  failure?: string;
};

/** The last result of each file that was run. Unstable files failed at first, and passed alone. */
export type Outcome = { results: FileResult[]; unstable: FileResult[]; notRun: string[] };

/** Runs test files, and once more those that failed. */
export async function runTests(files: string[], run: Run): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "banter-test-groups-"));
  try {
    const entries = run.options.length > 0 ? files.map(asItIs) : writeEntries(folder, run, files);
    const results = await runAll(entries, folder, run);
    const notRun = files.filter((file) => !results.some((result) => result.file === file));
    const failed = results.filter(isFailed);
    const unstable: FileResult[] = [];
    // So many failures have one reason, which a second try does not change.
    if (failed.length > maxSecondTries || run.isStopped()) return { results, unstable, notRun };

    for (const first of failed) {
      if (run.isStopped()) break;
      run.show.secondTry(first.file);
      const [second = first] = await runEntry(asItIs(first.file), join(folder, "second-try"), run);
      results[results.indexOf(first)] = second;
      if (!isFailed(second)) unstable.push(first);
    }
    return { results, unstable, notRun };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const isFailed = ({ failed, failure }: FileResult): boolean => failed > 0 || failure !== undefined;

const maxSecondTries = 30;

/** A file that Node runs in a process of its own, and the test files that it stands for. */
type Entry = Group & { path: string };

const asItIs = (file: string): Entry => ({ path: file, name: file, files: [file] });

function writeEntries(folder: string, { root, changed }: Run, files: string[]): Entry[] {
  const runner = new URL("group.ts", import.meta.url).href;
  return groupsOf(root, files, changed).map((group, index) => {
    const path = join(folder, `${index}.mjs`);
    const args = [root, group.name, group.files].map((value) => JSON.stringify(value)).join(", ");
    writeFileSync(path, `import { runGroup } from ${JSON.stringify(runner)};\nawait runGroup(${args});\n`);
    return { path, ...group };
  });
}

async function runAll(entries: Entry[], folder: string, run: Run): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const waiting = entries.map((entry, index) => ({ entry, report: join(folder, `${index}.report`) }));
  const work = async () => {
    for (let next = waiting.shift(); next && !run.isStopped() && !run.isLate(); next = waiting.shift())
      results.push(...(await runEntry(next.entry, next.report, run)));
  };
  await Promise.all(Array.from({ length: run.processes }, work));
  return results;
}

async function runEntry({ path, files }: Entry, report: string, run: Run): Promise<FileResult[]> {
  rmSync(report, { force: true });
  const reporter = ["--test-reporter", new URL("reporter.ts", import.meta.url).href];
  const child = run.start([...reporter, "--test-reporter-destination=stdout", ...run.options, path], {
    BANTER_TEST_REPORT: report,
  });
  const output = collect(child);
  const reading = createReading(files, run.show);
  let read = 0;
  const readOn = () => {
    const lines = existsSync(report) ? readFileSync(report, "utf8").split("\n").slice(0, -1) : [];
    for (const line of lines.slice(read)) reading.add(JSON.parse(line));
    read = lines.length;
  };
  const timer = setInterval(readOn, 500);
  const code = await new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
  clearInterval(timer);
  readOn();
  return reading.end(code === 0, output());
}

/** The end of what a process has written. */
function collect(child: ChildProcess): () => string {
  const kept = 100_000;
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes) => {
      text = (text + bytes).slice(-kept);
    });
  return () => text.trim();
}

/** Makes results of the lines that a process reports of its files, which come one after the other. */
function createReading(files: string[], show: Show) {
  const waiting = [...files];
  const results: FileResult[] = [];
  let result = nothing();
  let outside: string | undefined;

  function endFile(file: string, failure?: string): void {
    const ended = { failure, ...result, file };
    results.push(ended);
    show.ended(ended);
    waiting.splice(waiting.indexOf(file), 1);
    result = nothing();
  }

  function fail(test: string, error: string): void {
    const [line = ""] = error.split("\n", 1);
    show.failed(waiting[0] ?? files.at(-1) ?? "", test, error);
    result.failure ??= `${test}: ${line}`;
  }

  return {
    add(line: Line): void {
      if (line.type === "file") endFile(line.file);
      else if (line.type === "end") for (const file of files.length === 1 ? [...waiting] : []) endFile(file);
      else if (line.type === "outside") {
        outside ??= line.error.split("\n", 1)[0];
        show.failed(files.join(" "), line.name, line.error);
      } else {
        result[line.outcome]++;
        result.ms += line.ms;
        show.tested(waiting[0] ?? "", line.outcome);
        if (line.outcome === "failed") fail(line.name, line.error ?? "");
      }
    },
    /** A file without a result has not ended: its process did. An error outside of tests may be of any file. */
    end(isPassed: boolean, output: string): FileResult[] {
      for (const file of [...waiting]) {
        if (result.failed === 0) result.failed = 1;
        endFile(file, outside ?? "Its process ended too early.");
      }
      const isExplained = results.some(isFailed);
      if (!isPassed && !isExplained) {
        outside ??= `Its process failed: ${output.split("\n").at(-1) ?? ""}`;
      }
      if (outside) for (const each of results) each.failure ??= outside;
      if (!isPassed && output) show.failed(files.join(" "), "output of the process", output);
      return results;
    },
  };
}

const nothing = (): Omit<FileResult, "file"> => ({ passed: 0, failed: 0, skipped: 0, ms: 0 });
