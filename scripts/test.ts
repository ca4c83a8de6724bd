import { globSync } from "node:fs";
import { availableParallelism, constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTestServer } from "../server/test/database/server.ts";
import { ensureChromium } from "./chromium.ts";
import { createPrograms } from "./test/programs.ts";
import { isFailed, type Outcome, runTests } from "./test/run.ts";

// npm test: types, lint and, beside them, every test on a PostgreSQL of its own. `--update` rewrites expected cases;
// other options are passed to `node --test`; other words choose the test files with such a word in their path.
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith("-"));
const options = given.filter((word) => word.startsWith("-") && word !== "--update");

const root = fileURLToPath(new URL("..", import.meta.url));
const programs = createPrograms(root);

ensureChromium();
const checking = checkSources();
const tests = await testFiles();
const { types, lint } = await checking;
// So that the diff shows only what has changed.
if (given.includes("--update")) await programs.passes("Format", "biome", ["format", "--write", "."]);

const stoppedBy = programs.stoppedBy();
if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
const verdict = (passed: boolean) => (passed ? "pass" : "FAIL");
console.log();
for (const { file, failure } of tests?.results.filter(isFailed) ?? []) console.log(`failed: ${file} (${failure})`);
for (const { file, failure } of tests?.unstable ?? []) console.log(`unstable: ${file} (first failure: ${failure})`);
console.log(`Types ${verdict(types)}, lint ${verdict(lint)}, ${tests ? summaryOf(tests) : "tests not run"}.`);
process.exit(types && lint && tests && !tests.results.some(isFailed) ? 0 : 1);

async function checkSources(): Promise<{ types: boolean; lint: boolean }> {
  const ownTypes = await programs.passesBeside("Types", "tsc", ["-p", "."]);
  const types = (await programs.passesBeside("Types of the console", "tsc", ["-p", "console"])) && ownTypes;
  return { types, lint: await programs.passesBeside("Lint", "biome", ["check", "."]) };
}

async function testFiles(): Promise<Outcome | undefined> {
  const all = globSync("{core,server,cli,sdk,widget,console,e2e,scripts,bench,faults}/**/*.test.ts", {
    cwd: root,
    exclude: (name) => name === "node_modules",
  });
  const files = all.filter((file) => words.length === 0 || words.some((word) => file.includes(word))).sort();
  if (files.length === 0) {
    console.error(`There is no test file ${words.join(" or ")}`.trim());
    return undefined;
  }

  const server = await openTestServer(process.env.DATABASE_URL).catch((error: Error) => console.error(error.message));
  if (!server) return undefined;
  const env = {
    // Every process would compile the same modules again.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "banter"),
    BANTER_TEST_SERVER: server.url,
    BANTER_TEST_TEMPLATE: server.template,
    SEED: process.env.SEED ?? "20261115",
    ...(given.includes("--update") && { UPDATE_CASES: "1" }),
  };
  // Tests wait a lot, for a platform's pace, a timer or a browser: run more of them than there are cores.
  const limits = [`--test-concurrency=${availableParallelism() + 2}`, "--test-timeout=900000"];
  const setup = ["--import", new URL("../core/test/setup.ts", import.meta.url).href];
  const node = ["--disable-proto=delete", ...setup, ...limits];
  const start = (title: string, args: string[]) => programs.passes(title, process.execPath, [...node, ...args], env);
  try {
    return await runTests(files, { root, options, start, isStopped: () => programs.stoppedBy() !== undefined });
  } finally {
    await server.close();
  }
}

function summaryOf({ results }: Outcome): string {
  const sum = (what: "passed" | "failed" | "skipped") => results.reduce((total, result) => total + result[what], 0);
  const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
  return `${passed + failed + skipped} tests: ${passed} pass, ${failed} fail, ${skipped} skipped`;
}
