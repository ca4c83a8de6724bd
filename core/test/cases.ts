import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

/** A line of a case file: what goes in, and what must come out. */
export type Case = { name: string; given: unknown; expect: unknown };

/**
 * Makes a test of each case in a JSON file. With UPDATE_CASES=1 in the environment the file is rewritten with what does
 * come out, for review as a diff.
 */
export function testCases(file: URL, run: (given: unknown) => unknown): void {
  const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));
  const title = file.pathname.split("/").at(-1)?.replace(".json", "");
  if (process.env.UPDATE_CASES) {
    const updated = cases.map(({ name, given }) => ({ name, given, expect: run(given) }));
    writeFileSync(file, `${JSON.stringify(updated, null, 2)}\n`);
    return;
  }
  for (const { name, given, expect } of cases) {
    test(`${title}: ${name}`, () => {
      assert.deepEqual(JSON.parse(JSON.stringify(run(given))), expect);
    });
  }
}
