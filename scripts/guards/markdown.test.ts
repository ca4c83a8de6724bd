import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { listFiles, readFiles } from "./files.ts";

const maxColumns = 120;
const pages = readFiles(/\.md$/);
const root = fileURLToPath(new URL("../..", import.meta.url));

test(`lines of Markdown have at most ${maxColumns} columns, but for tables and addresses`, () => {
  const long = pages.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => {
      const mayBeLong = line.startsWith("|") || /https?:\/\//.test(line);
      return [...line].length > maxColumns && !mayBeLong
        ? [`${path}:${index + 1} has ${[...line].length} columns`]
        : [];
    }),
  );

  assert.ok(pages.length > 10);
  assert.deepEqual(long, []);
});

test("links between pages of Markdown lead somewhere", () => {
  const known = new Set(listFiles());
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].flatMap(({ 1: link = "" }) => {
      const target = posix.join(posix.dirname(path), link);
      return known.has(target) || existsSync(posix.join(root, target)) ? [] : [`${path} links to ${link}`];
    }),
  );

  assert.deepEqual(broken, []);
});
