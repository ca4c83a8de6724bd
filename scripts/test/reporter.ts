import { appendFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** A line of a report: the end of a test, of a test file and of the whole process, or a failure outside of tests. */
export type Line =
  | { type: "test"; name: string; outcome: "passed" | "failed" | "skipped"; ms: number; error?: string }
  | { type: "file"; file: string }
  | { type: "end" }
  | { type: "outside"; name: string; error: string };

/**
 * A reporter for node:test that appends lines of JSON to the file that $BANTER_TEST_REPORT names. It writes them at
 * once, so that they are there even if a test ends the process.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path = process.env.BANTER_TEST_REPORT ?? "";
  for await (const event of events) {
    const line = lineOf(event);
    if (line) appendFileSync(path, `${JSON.stringify(line)}\n`);
    yield "";
  }
}

function lineOf(event: TestEvent): Line | undefined {
  if (event.type === "test:summary") return { type: "end" };
  if (event.type !== "test:pass" && event.type !== "test:fail") return undefined;
  const { name, skip, todo, details } = event.data;
  const error = event.type === "test:fail" ? event.data.details.error : undefined;
  if (details.type === "suite") {
    // A group's files end with an empty suite.
    if (!error) return name.endsWith(".test.ts") ? { type: "file", file: name } : undefined;
    return isOfParts(error) ? undefined : { type: "outside", name, error: textOf(error) };
  }
  // A failed hook of a file is reported as a test with the file's path as its name.
  if (error && isAbsolute(name)) return { type: "outside", name, error: textOf(error) };
  const ms = Math.round(details.duration_ms);
  if (skip || todo) return { type: "test", name, outcome: "skipped", ms };
  return { type: "test", name, outcome: error ? "failed" : "passed", ms, error: error && textOf(error) };
}

/** True if a suite failed only because tests in it did, which have lines of their own. */
const isOfParts = (error: Error) => (error as { failureType?: string }).failureType === "subtestsFailed";

/** The error that a test has thrown. Its place in Node's own code tells nothing. */
function textOf(error: Error): string {
  const thrown = error.cause ?? error;
  const text = inspect(thrown, { depth: 4, colors: false });
  return text
    .split("\n")
    .filter((line) => !/^\s+at .*\bnode:/.test(line))
    .join("\n");
}
