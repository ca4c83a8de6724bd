import { globSync } from "node:fs";
import { availableParallelism, constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTestServer } from "../server/test/database/server.ts";
import { ensureChromium } from "./chromium.ts";
import { readArguments } from "./test/arguments.ts";
import { changedFolders } from "./test/changed.ts";
import { partOf } from "./test/parts.ts";
import { createPrograms } from "./test/programs.ts";
import { clock, showProgress } from "./test/progress.ts";
import { isFailed, type Outcome, runTests } from "./test/run.ts";
import { describeLeftOut, select } from "./test/selection.ts";
import { expectedTimes, saveTimes } from "./test/times.ts";

// npm test and npm run test:all: types, lint and, beside them, tests on a PostgreSQL of their own.
const startedAt = performance.now();
const { which, words, part, minutes, isUpdating, options } = readArguments(process.argv.slice(2));
const root = fileURLToPath(new URL("..", import.meta.url));
const programs = createPrograms(root);
const all = globSync("{core,server,cli,sdk,widget,console,e2e,scripts,bench,faults}/**/*.test.ts", {
  cwd: root,
  exclude: (name) => name === "node_modules",
});

ensureChromium();
// Of several parts, one is enough to check the sources; what npm test has left out comes after it.
const isChecking = which !== "rest" && part.number === 1;
const checking = isChecking ? checkSources() : Promise.resolve({ types: true, lint: true });
const tests = await testFiles();
const { types, lint } = await checking;
// So that the diff shows only what has changed.
if (isUpdating) await programs.passes("Format", "biome", ["format", "--write", "."]);

const stoppedBy = programs.stoppedBy();
if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
if (tests) printOutcome(tests);
process.exit(types && lint && tests && !tests.results.some(isFailed) ? 0 : 1);

async function checkSources(): Promise<{ types: boolean; lint: boolean }> {
  const lint = await programs.passesBeside("Lint", "biome", ["check", "."]);
  // Several checkers would read the same types of schemas once each: twice the processor time, and 3 GB of memory.
  const check = (title: string, project: string) =>
    programs.passesBeside(title, "tsc", ["-p", project, "--checkers", "1"]);
  const ownTypes = await check("Types", ".");
  const types = (await check("Types of the console", "console")) && ownTypes;
  return { types, lint };
}

async function testFiles(): Promise<Outcome | undefined> {
  const files = partOf(root, select(all, { which, words }), part);
  if (files.length === 0) {
    console.error(`There is no test file ${words.join(" or ")}`.trim());
    return undefined;
  }

  const server = await openTestServer(process.env.DATABASE_URL).catch((error: Error) => console.error(error.message));
  if (!server) return undefined;
  const env = {
    // Every process would compile the same modules again.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "banter"),
    BANTER_TEST_SERVER: JSON.stringify(server),
    SEED: process.env.SEED ?? "20261115",
    ...(isUpdating && { UPDATE_CASES: "1" }),
  };
  const setup = ["--import", new URL("../core/test/setup.ts", import.meta.url).href];
  const node = ["--disable-proto=delete", ...setup, "--test-timeout=900000"];
  const progress = showProgress(process.stdout, expectedTimes(root, files));
  try {
    const outcome = await runTests(files, {
      root,
      options,
      // A contributor's mistake is most likely to show there.
      changed: changedFolders(root),
      // Tests wait for a platform's pace, a timer or a browser: run more of them than there are cores.
      processes: availableParallelism() + 2,
      start: (args, more) => programs.start(process.execPath, [...node, ...args], { ...env, ...more }),
      isStopped: () => programs.stoppedBy() !== undefined,
      isLate: () => performance.now() - startedAt > minutes * 60_000,
      show: progress.show,
    });
    saveTimes(root, outcome.results);
    return outcome;
  } finally {
    progress.stop();
    await server.close();
  }
}

function printOutcome({ results, unstable, notRun }: Outcome): void {
  const verdict = (passed: boolean) => (passed ? "pass" : "FAIL");
  const sum = (what: "passed" | "failed" | "skipped") => results.reduce((total, result) => total + result[what], 0);
  console.log();
  for (const { file, failure } of results.filter(isFailed)) console.log(`failed: ${file} (${failure})`);
  for (const { file, failure } of unstable) console.log(`unstable: ${file} (first failure: ${failure})`);
  if (notRun.length > 0) console.log(`Not run within ${minutes} minutes: ${notRun.join(", ")}`);
  const took = clock((performance.now() - startedAt) / 1000);
  const sources = isChecking ? `Types ${verdict(types)}, lint ${verdict(lint)}, ` : "";
  console.log(`${sources}${results.length} test files in ${took}.`);
  const left = which === "usual" && words.length === 0 ? describeLeftOut(all) : [];
  if (left.length > 0) console.log(`Left out: ${left.join(", ")}. "npm run test:all" runs everything.`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
}
