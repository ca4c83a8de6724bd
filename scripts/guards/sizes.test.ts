import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { parseSync, Visitor } from "vite";
import { code, listFiles, readFiles, type SourceFile } from "./files.ts";

const maxFileLines = 400;
const advisedFileLines = 200;
const maxFunctionLines = 100;
const maxFolderEntries = 30;

/** Tables of words in two languages: one long list, read a line at a time. */
const wordTables = /(^|\/)([\w-]+-)?words\.ts$/;
/** Written by a program. */
const generated = /^server\/(store\/db\/schema|test\/database\/releases\/[^/]+)\.sql$/;

test(`no file has more than ${maxFileLines} lines`, (t) => {
  const sizes = readFiles(/\.(tsx?|m?js|mts|css|sql)$/)
    .filter(({ path }) => !wordTables.test(path) && !generated.test(path))
    .map(({ path, text }) => ({ path, lines: linesOf(text) }))
    .sort((a, b) => b.lines - a.lines);

  for (const { path, lines } of sizes.filter(({ path, lines }) => lines > advisedFileLines && !isTest(path))) {
    t.diagnostic(`${path} has ${lines} lines; ${advisedFileLines} are advised`);
  }
  assert.ok(sizes.length > 500);
  assert.deepEqual(
    sizes.filter(({ lines }) => lines > maxFileLines),
    [],
  );
});

test(`no function has more than ${maxFunctionLines} lines`, () => {
  const files = readFiles(code);

  assert.ok(files.length > 500);
  assert.deepEqual(files.flatMap(longFunctionsOf), []);
});

test(`no folder has more than ${maxFolderEntries} entries`, () => {
  const entries = new Map<string, Set<string>>();
  // Tools want their hidden files at the top.
  for (const path of listFiles().filter((path) => !path.startsWith("."))) {
    for (let at = path; at !== "."; at = posix.dirname(at)) {
      const folder = posix.dirname(at);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(at));
    }
  }

  const crowded = [...entries].filter(([, { size }]) => size > maxFolderEntries);

  assert.ok(entries.size > 50);
  assert.deepEqual(
    crowded.map(([folder, { size }]) => `${folder} has ${size} entries`),
    [],
  );
});

function longFunctionsOf({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const check = ({ start, end }: { start: number; end: number }) => {
    const lines = linesOf(text.slice(start, end)) + 1;
    if (lines > maxFunctionLines) found.push(`${path}:${linesOf(text.slice(0, start)) + 1} has ${lines} lines`);
  };
  const { program } = parseSync(path, text);
  new Visitor({ FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check }).visit(program);
  return found;
}

function linesOf(text: string): number {
  return text.match(/\n/g)?.length ?? 0;
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
