import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { isFailed, runTests } from "./run.ts";

/** A project with these test files. `run` returns the last result of each as text. */
function aProject(t: TestContext, sources: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "banter-run-")));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `const { after, test } = require("node:test");\n${source}`);
  }
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const started: string[] = [];
  const secondTries: string[] = [];
  const failures: string[] = [];
  const run = async (options: string[] = [], isLate = () => false) => {
    const { results, unstable, notRun } = await runTests(Object.keys(sources).sort(), {
      root,
      options,
      changed: new Set(),
      processes: 2,
      start(args, more) {
        started.push(args.at(-1) ?? "");
        return spawn(process.execPath, args, { cwd: root, env: { ...env, ...more } });
      },
      isStopped: () => false,
      isLate,
      show: {
        tested: () => undefined,
        ended: () => undefined,
        secondTry: (file) => secondTries.push(file),
        failed: (file, test, error) => failures.push(`${file} ${test} ${error}`),
      },
    });
    return {
      results: results
        .map((result) => `${result.file} ${isFailed(result) ? "failed" : "passed"} ${counts(result)}`)
        .sort(),
      unstable: unstable.map(({ file, failure }) => `${file}: ${failure}`),
      notRun,
      started,
      secondTries,
      failures,
    };
  };
  return { run };
}

const counts = ({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }) =>
  [passed, failed, skipped].join();

const passing = `test("passes", () => {}); test("is skipped", { skip: true }, () => {});`;
const failing = `test("passes", () => {});\ntest("fails", () => { throw new Error("no\\nand why"); });`;
const failsOnce = `
  const { existsSync, writeFileSync } = require("node:fs");
  test("is slow", () => {
    const hasRun = existsSync(__filename + ".ran");
    writeFileSync(__filename + ".ran", "");
    if (!hasRun) throw new Error("too slow");
  });`;

test("files that were not started in time are named, and a failed one still has its second try", async (t) => {
  const files = ["core/a.test.ts", "server/a.test.ts", "server/boundaries.test.ts"];
  const { run } = aProject(t, Object.fromEntries(files.map((file) => [file, failing])));
  let asked = 0;

  // Two processes start a file each, and then the time is over.
  const { notRun, results, secondTries } = await run([], () => ++asked > 2);

  assert.deepEqual([results.length, secondTries.length, notRun.length], [2, 2, 1]);
});

test("files of a group have results of their own", async (t) => {
  const { run } = aProject(t, { "core/a.test.ts": passing, "core/b.test.ts": passing, "core/c.test.ts": passing });

  const { results, unstable, started } = await run();

  assert.deepEqual(results, [
    "core/a.test.ts passed 1,0,1",
    "core/b.test.ts passed 1,0,1",
    "core/c.test.ts passed 1,0,1",
  ]);
  assert.deepEqual(unstable, []);
  assert.equal(started.length, 1);
});

test("a file that fails runs once more, alone; if it passes then, it is unstable", async (t) => {
  const { run } = aProject(t, { "core/a.test.ts": passing, "core/b.test.ts": failsOnce });

  const { results, unstable, secondTries } = await run();

  assert.deepEqual(results, ["core/a.test.ts passed 1,0,1", "core/b.test.ts passed 1,0,0"]);
  assert.deepEqual(unstable, ["core/b.test.ts: is slow: Error: too slow"]);
  assert.deepEqual(secondTries, ["core/b.test.ts"]);
});

test("a file that fails twice has failed, and the output names the line of the test", async (t) => {
  const { run } = aProject(t, { "core/a.test.ts": failing, "core/b.test.ts": passing });

  const { results, unstable, secondTries, failures } = await run();

  assert.deepEqual(results, ["core/a.test.ts failed 1,1,0", "core/b.test.ts passed 1,0,1"]);
  assert.deepEqual(unstable, []);
  assert.deepEqual(secondTries, ["core/a.test.ts"]);
  assert.match(failures[0] ?? "", /^core\/a\.test\.ts fails Error: no\nand why\n.*a\.test\.ts:3/);
});

test("a process that ends early fails the file that ended it", async (t) => {
  const ending = `test("ends the process", () => process.exit(0));`;
  const { run } = aProject(t, { "core/a.test.ts": passing, "core/b.test.ts": ending, "core/c.test.ts": passing });

  const { results, unstable } = await run();

  assert.deepEqual(results, [
    "core/a.test.ts passed 1,0,1",
    "core/b.test.ts failed 0,1,0",
    "core/c.test.ts passed 1,0,1",
  ]);
  assert.ok(unstable.includes("core/c.test.ts: Its process ended too early."));
});

test("an error outside of tests fails its file, and no other", async (t) => {
  const late = `${passing}\nsetTimeout(() => { throw new Error("too late"); }, 20);`;
  const { run } = aProject(t, { "core/a.test.ts": late, "core/b.test.ts": passing });

  const { results } = await run();

  assert.deepEqual(results, ["core/a.test.ts failed 1,0,1", "core/b.test.ts passed 1,0,1"]);
});

test("a hook that fails and a file that cannot be loaded fail", async (t) => {
  const hook = `after(() => { throw new Error("left open"); });\n${passing}`;
  const broken = `require("./nowhere");`;
  const { run } = aProject(t, {
    "core/a.test.ts": hook,
    "core/b.test.ts": passing,
    "e2e/a.test.ts": hook,
    "sdk/a.test.ts": broken,
    "sdk/b.test.ts": passing,
  });

  const { results, unstable } = await run();

  assert.deepEqual(
    results.map((result) => result.split(" ").slice(0, 2).join(" ")),
    [
      "core/a.test.ts failed",
      "core/b.test.ts passed",
      "e2e/a.test.ts failed",
      "sdk/a.test.ts failed",
      "sdk/b.test.ts passed",
    ],
  );
  assert.deepEqual(unstable, ["core/b.test.ts: Error: left open"]);
});

test("options choose tests by their own names", async (t) => {
  const { run } = aProject(t, { "core/a.test.ts": passing, "core/b.test.ts": failing });

  const { results } = await run(["--test-name-pattern=^passes$"]);

  assert.deepEqual(results, ["core/a.test.ts passed 1,0,0", "core/b.test.ts passed 1,0,0"]);
});
