import assert from "node:assert/strict";
import { test } from "node:test";
import { cutPassages } from "@banter/core/knowledge/cut.ts";
import { readRobots } from "@banter/core/knowledge/robots.ts";
import { maxFileBytes } from "@banter/core/knowledge/source.ts";
import { termsOf } from "@banter/core/knowledge/terms.ts";
import { readHtml } from "./read/html.ts";
import { readMarkdown } from "./read/markdown.ts";
import { readSitemap } from "./sitemap.ts";

// Each text is as long as it may be, and made to take hours if a pattern goes back over what it has read.
const maxPage = 2 * 1024 * 1024;
const maxRobots = 500_000;
const maxText = 200_000;

const fill = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

test("robots.txt with a line of blanks is read to its end", () => {
  const rest = "\nallow: /b # c";
  const robots = readRobots(`user-agent: *\nallow: /a${fill(" ", maxRobots - 100)}x${rest}`, "Banter");

  assert.deepEqual(robots.rules, [{ allows: true, path: "/b" }]);
});

test("a sitemap of tags and blanks is read to its end", () => {
  const last = "<loc>\n<![CDATA[ https://shop.example/a?b=1&amp;c=2 ]]>\n</loc>";
  const expected = ["https://shop.example/a?b=1&c=2"];

  for (const piece of [" ", "<loc>", "<loc> ", "<loc><![CDATA[", "<loc>]]>"]) {
    const { pages } = readSitemap(`<loc>${fill(piece, maxPage - 100)}<x>${last}`);
    assert.deepEqual(pages, expected, piece);
  }
});

test("Markdown of signs that nothing closes is read to its end", () => {
  const pieces = [
    "[",
    "[a](",
    "[a](b(",
    "[a][",
    "![",
    "<a",
    "<!-",
    " **a",
    " __a",
    " ~~a",
    " `a",
    " *a",
    " | ",
    "# ",
    "a #",
  ];
  for (const piece of [...pieces, "=", "- ", "> "]) {
    const blocks = readMarkdown(`x ${fill(piece, maxText)}\n\n# Last`);
    assert.deepEqual(blocks.at(-1), { level: 1, text: "Last" }, piece);
  }
  assert.equal(readMarkdown(`# a${fill(" ", maxText)}b`)[0]?.text.length, maxText + 2);
  assert.equal(readMarkdown(`# a${fill("#", maxText)}b`)[0]?.text.length, maxText + 2);
  assert.equal(readMarkdown(fill("<!--", maxText))[0]?.text.length, maxText);
});

test("a web page of open tags is refused, and one of loose signs is read to its end", () => {
  for (const piece of ["<b>", "<ul><li>", "<option><b>", "<form><b>", "<svg><math>"])
    assert.throws(() => readHtml(fill(piece, maxPage)), { name: "Unreadable", reason: "damaged" }, piece);
  for (const piece of ["<", "&", "<!--", "</i>", "<p>", "<br>", "<a href=x>a</a>", "<script>", " "])
    assert.equal(readHtml(fill(piece, maxPage)).mayKeep, true, piece);
});

test("a long heading above many sections, and words without an end, are cut and indexed", () => {
  const sections = Array.from({ length: 100_000 }, () => [{ level: 2, text: "a" }, { text: "b" }]).flat();
  const passages = cutPassages([{ level: 1, text: fill("a", maxFileBytes / 2) }, ...sections]);

  assert.deepEqual([passages.length, passages[0]?.heading.length], [100_000, 300]);
  assert.equal(termsOf(fill("n", maxText)).length, 1);
});
