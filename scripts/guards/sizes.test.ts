import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { type ESTree, parseSync, Visitor } from "vite";
import { code, listFiles, readFiles, type SourceFile } from "./files.ts";

const maxFileLines = 400;
const advisedFileLines = 200;
const maxFunctionLines = 100;
/** The runner does many things at a time: what one function of it does must be seen at once. */
const inRunner = /^server\/runner\/(?!.*\.test\.ts$)/;
const maxRunnerFunctionLines = 60;
const maxRunnerVariables = 4;
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

test(`no function has more than ${maxFunctionLines} lines, none of the runner more than ${maxRunnerFunctionLines}`, () => {
  const files = readFiles(code);

  assert.ok(files.length > 500);
  assert.deepEqual(files.flatMap(longFunctionsOf), []);
});

test(`no function of the runner has more than ${maxRunnerVariables} variables of its own`, () => {
  const files = readFiles(inRunner);

  assert.ok(files.length > 50);
  assert.deepEqual(files.flatMap(changefulFunctionsOf), []);
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

function longFunctionsOf(file: SourceFile): string[] {
  const max = inRunner.test(file.path) ? maxRunnerFunctionLines : maxFunctionLines;
  // Parsing every file takes half a minute.
  if (linesOf(file.text) <= max) return [];
  return functionsOf(file).flatMap(({ at, lines }) => (lines > max ? [`${at} has ${lines} lines`] : []));
}

function changefulFunctionsOf(file: SourceFile): string[] {
  return functionsOf(file).flatMap(({ at, variables }) =>
    variables > maxRunnerVariables ? [`${at} has ${variables} variables`] : [],
  );
}

/** Each function with its place, its length, and how many variables (`let`) its nested functions share. */
function functionsOf({ path, text }: SourceFile): { at: string; lines: number; variables: number }[] {
  const found: { at: string; lines: number; variables: number }[] = [];
  const add = ({ start, end, body }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const statements = body?.type === "BlockStatement" ? body.body : [];
    found.push({
      at: `${path}:${linesOf(text.slice(0, start)) + 1}`,
      lines: linesOf(text.slice(start, end)) + 1,
      variables: statements.filter((statement) => statement.type === "VariableDeclaration" && statement.kind === "let")
        .length,
    });
  };
  const { program } = parseSync(path, text);
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(program);
  return found;
}

function linesOf(text: string): number {
  return text.match(/\n/g)?.length ?? 0;
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
