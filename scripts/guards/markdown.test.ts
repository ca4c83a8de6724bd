import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { code, listFiles, readFiles } from "./files.ts";

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

/** The paths that a page links to, without the part behind #. */
const linksOf = ({ path, text }: { path: string; text: string }) =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(({ 1: link = "" }) =>
    posix.join(posix.dirname(path), link),
  );

test("links between pages of Markdown lead somewhere", () => {
  const known = new Set(listFiles());
  const broken = pages.flatMap((page) =>
    linksOf(page).flatMap((target) =>
      known.has(target) || existsSync(posix.join(root, target)) ? [] : [`${page.path} links to ${target}`],
    ),
  );

  assert.deepEqual(broken, []);
});

test("pages and comments name source files that exist, by the end of their paths", () => {
  const known = listFiles();
  const isThere = (name: string) => known.some((path) => path === name || path.endsWith(`/${name}`));
  const sources = readFiles(code).map(({ path, text }) => ({
    path,
    text: text.replaceAll(/^(?!\s*(\/\/|\/?\*)).*$/gm, ""),
  }));
  const namesIn = (text: string) =>
    [...text.matchAll(/`([a-z][\w./-]*\/[\w.-]+\.(?:tsx?|mjs))`/g)].map(([, name = ""]) => name);
  const missing = [...pages.filter(({ path }) => path !== "CHANGELOG.md"), ...sources].flatMap(({ path, text }) =>
    namesIn(text).flatMap((name) => (isThere(name) ? [] : [`${path} names ${name}`])),
  );

  assert.ok(pages.some(({ text }) => namesIn(text).length > 0));
  assert.deepEqual(missing, []);
});

test("README.md is short, links to each page once, and leads to every page of docs", () => {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const readme = byPath.get("README.md") ?? assert.fail();
  const links = linksOf(readme);
  const reached = new Set(["README.md"]);
  for (const path of reached)
    for (const link of linksOf(byPath.get(path) ?? assert.fail())) if (byPath.has(link)) reached.add(link);

  assert.ok(readme.text.split("\n").length <= 121);
  assert.deepEqual(
    links.filter((link, index) => links.indexOf(link) !== index),
    [],
  );
  assert.deepEqual(
    [...byPath.keys()].filter((path) => path.startsWith("docs/") && !reached.has(path)),
    [],
  );
});

test("every picture of docs is shown by a page", () => {
  const shown = new Set(pages.flatMap(linksOf));

  assert.deepEqual(
    listFiles().filter((path) => /^docs\/.*\.png$/.test(path) && !shown.has(path)),
    [],
  );
});

test("ARCHITECTURE.md is short, and its tree names every folder of the first two levels", () => {
  const { text } = pages.find(({ path }) => path === "ARCHITECTURE.md") ?? assert.fail();
  const tree = /```\n(core\/ [\s\S]*?)```/.exec(text)?.[1] ?? assert.fail();
  const parts = tree.split(/\n(?=\S)/);
  const folders = new Set(
    listFiles().flatMap((path) => {
      const [top = "", second, third] = path.split("/");
      if (second === undefined || top.startsWith(".")) return [];
      return third !== undefined && ["core", "server"].includes(top) ? [top, `${top}/${second}`] : [top];
    }),
  );
  const isNamed = (folder: string) => {
    const [top, second] = folder.split("/");
    const own = parts.filter((part) => /^\S.*?(?= {2}|\n|$)/.exec(part)?.[0].split(" ").includes(`${top}/`));
    return own.length === 1 && (second === undefined || own[0]?.includes(` ${second}/`));
  };

  assert.ok(text.split("\n").length <= 151);
  assert.deepEqual(
    [...folders].filter((folder) => !isNamed(folder)),
    [],
  );
});
