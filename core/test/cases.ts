import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";

/** A case of a case file: its input and its expected result. */
export type Case = { name: string; given: unknown; expect: unknown };

type Outcomes = { expect: unknown } & Record<string, unknown>;

/**
 * Makes a test of each case in a JSON file. With UPDATE_CASES=1 in the environment it writes the actual results into the
 * file instead, for review as a diff.
 */
export function testCases(file: URL, run: (given: unknown) => unknown): void {
  testOutcomes(file, (given) => ({ expect: run(given) }));
}

/** The same for several results per case, each under its own key. */
export function testOutcomes(file: URL, run: (given: unknown) => Outcomes): void {
  const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));
  const title = file.pathname.split("/").at(-1)?.replace(".json", "");
  if (process.env.UPDATE_CASES) {
    const updated = `${JSON.stringify(
      cases.map(({ name, given }) => ({ name, given, ...run(given) })),
      null,
      2,
    )}\n`;
    // A file that says the same stays as it is laid out.
    if (!isDeepStrictEqual(JSON.parse(updated), cases)) writeFileSync(file, updated);
    return;
  }
  for (const { name, given, ...expected } of cases) {
    test(`${title}: ${name}`, () => {
      assert.deepEqual(JSON.parse(JSON.stringify(run(given))), expected);
    });
  }
}
