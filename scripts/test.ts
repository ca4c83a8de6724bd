import { type ChildProcess, spawn } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, constants, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTestServer } from "../server/test/server.ts";
import { ensureChromium } from "./chromium.ts";

// npm test: types, lint, then every test on a PostgreSQL of its own. `--update` rewrites expected cases; other options
// are passed to `node --test`; other words choose the test files with such a word in their path.
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith("-"));
const options = given.filter((word) => word.startsWith("-") && word !== "--update");

const root = fileURLToPath(new URL("..", import.meta.url));
let running: ChildProcess | undefined;
let stoppedBy: NodeJS.Signals | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    stoppedBy = signal;
    running?.kill(signal);
  });
}

const ownTypes = await passes("Types", "tsc", ["-p", "."]);
const types = (await passes("Types of the console", "tsc", ["-p", "console"])) && ownTypes;
const lint = await passes("Lint", "biome", ["check", "."]);
ensureChromium();
const tests = stoppedBy ? undefined : await runTests();
// So that the diff shows only what has changed.
if (given.includes("--update")) await passes("Format", "biome", ["format", "--write", "."]);

if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
const verdict = (passed: boolean) => (passed ? "pass" : "FAIL");
console.log(`\nTypes ${verdict(types)}, lint ${verdict(lint)}, ${tests?.summary ?? "tests not run"}.`);
process.exit(types && lint && tests?.passed ? 0 : 1);

async function runTests(): Promise<{ passed: boolean; summary: string } | undefined> {
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
  const counts = join(tmpdir(), `banter-test-${process.pid}.tap`);
  try {
    const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
    const counting = ["--test-reporter=tap", `--test-reporter-destination=${counts}`];
    // Tests wait a lot, for a platform's pace, a timer or a browser: run more of them than there are cores.
    const limits = [`--test-concurrency=${availableParallelism() + 2}`, "--test-timeout=900000"];
    const setup = ["--import", new URL("../core/test/setup.ts", import.meta.url).href];
    const node = ["--disable-proto=delete", ...setup, "--test"];
    const args = [...node, ...reporters, ...counting, ...limits, ...options, ...files];
    const passed = await passes("Tests", process.execPath, args, {
      // Each file runs in a process of its own. Most of its start would be compiling the same modules again.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "banter"),
      BANTER_TEST_SERVER: server.url,
      BANTER_TEST_TEMPLATE: server.template,
      SEED: process.env.SEED ?? "20261115",
      ...(given.includes("--update") && { UPDATE_CASES: "1" }),
    });
    return { passed, summary: summarise(readFileSync(counts, "utf8")) };
  } finally {
    rmSync(counts, { force: true });
    await server.close();
  }
}

/** From the closing lines `# tests 12`, `# pass 12`, `# fail 0`. */
function summarise(tap: string): string {
  const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(tap)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  return `${count("tests")} tests: ${count("pass")} pass, ${failed} fail, ${count("skipped") + count("todo")} skipped`;
}

function passes(title: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  if (stoppedBy) return Promise.resolve(false);
  console.log(`\n${title}`);
  return new Promise((resolve) => {
    const shell = process.platform === "win32" && program !== process.execPath;
    const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
    running = spawn(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, PATH: path, ...env }, shell });
    running.on("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    running.on("close", (code) => resolve(code === 0));
  });
}
