import { relative, resolve } from "node:path";
import type { TestEvent } from "node:test/reporters";

/** One test file's result, or a failure of a whole group of files, known by its name or a path. */
export type Line = FileResult | { group: string; failure: string };
export type FileResult = { file: string; passed: number; failed: number; skipped: number; failure?: string };

/** A reporter for node:test: one line of JSON for each test file that has ended. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let result = nothing();
  for await (const event of events) {
    const group = groupFailure(event);
    if (group) yield line(group);
    else if (isTest(event)) add(result, event);

    const file = endedFile(event);
    if (!file) continue;
    const failure = event.type === "test:summary" && !event.data.success ? "The file failed." : undefined;
    yield line({ failure, ...result, file });
    result = nothing();
  }
}

type Ended = Extract<TestEvent, { type: "test:pass" | "test:fail" }>;

const line = (value: Line) => `${JSON.stringify(value)}\n`;
const nothing = (): Omit<FileResult, "file"> => ({ passed: 0, failed: 0, skipped: 0 });
const isEntry = (file?: string) => file?.endsWith(".mjs");

function isTest(event: TestEvent): event is Ended {
  return (event.type === "test:pass" || event.type === "test:fail") && event.data.details.type !== "suite";
}

function add(result: Omit<FileResult, "file">, { type, data }: Ended): void {
  if (data.skip || data.todo) result.skipped++;
  else if (type === "test:pass") result.passed++;
  else {
    result.failed++;
    result.failure ??= `${data.name}: ${messageOf(data.details.error)}`;
  }
}

/** The first line of the error that a test has thrown. */
function messageOf(error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message.split("\n", 1)[0] ?? "";
}

/** Files of a group end with an empty suite, files that run as they are with a summary. */
function endedFile({ type, data }: TestEvent): string | undefined {
  const isPart = type === "test:pass" && data.details.type === "suite" && data.name.endsWith(".test.ts");
  if (isPart) return data.name;
  const isWhole = type === "test:summary" && data.file && !isEntry(data.file);
  return isWhole && data.file ? relative(process.cwd(), data.file) : undefined;
}

/** A failure outside of tests: in a hook, or of the whole process. */
function groupFailure(event: TestEvent): Line | undefined {
  if (event.type !== "test:fail" || event.data.nesting > 0) return undefined;
  const { name, file = "", details } = event.data;
  const failure = messageOf(details.error);
  // Node reports hooks of a file, and a process that ended with an error, as a test with the file's path as its name.
  if (resolve(name) === file) return { group: file, failure };
  const isHook = details.type === "suite" && (details.error as { failureType?: string }).failureType === "hookFailed";
  return isHook ? { group: name, failure } : undefined;
}
