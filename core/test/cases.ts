import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

/** A line of a case file: what goes in, and what must come out. */
export type Case = { name: string; given: unknown; expect: unknown };

type Outcomes = { expect: unknown } & Record<string, unknown>;

/**
 * Makes a test of each case in a JSON file. With UPDATE_CASES=1 in the environment the file is rewritten with what does
 * come out, for review as a diff.
 */
export function testCases(file: URL, run: (given: unknown) => unknown): void {
  testOutcomes(file, (given) => ({ expect: run(given) }));
}

/** The same where more comes out than one thing. Each has its name in the case; what is undefined is not there. */
export function testOutcomes(file: URL, run: (given: unknown) => Outcomes): void {
  const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));
  const title = file.pathname.split("/").at(-1)?.replace(".json", "");
  if (process.env.UPDATE_CASES) {
    const updated = cases.map(({ name, given }) => ({ name, given, ...run(given) }));
    writeFileSync(file, `${JSON.stringify(updated, null, 2)}\n`);
    return;
  }
  for (const { name, given, ...expected } of cases) {
    test(`${title}: ${name}`, () => {
      assert.deepEqual(JSON.parse(JSON.stringify(run(given))), expected);
    });
  }
}
