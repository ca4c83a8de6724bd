import assert from "node:assert/strict";
import { test } from "node:test";
import { writeMarks } from "../../model/content/text-marks.ts";
import { hideSigns, mayHaveMarkup, parseMarkup } from "./markup.ts";

/** The text with tags for its marks. */
function tagged(source: string): string {
  const { text, marks } = parseMarkup(source);
  for (const { start, length } of marks) assert.ok(length > 0 && start >= 0 && start + length <= text.length);
  const links = marks.flatMap((mark) => (mark.type === "link" ? [mark.url] : []));
  return [writeMarks(text, marks, { bold: "#", italic: "~" }), ...links].join(" | ");
}

const cases: [string, string][] = [
  ["*bold* and _italic_", "#bold# and ~italic~"],
  ["(*bold*), “_italic_”!", "(#bold#), “~italic~”!"],
  ["*bold and _both_*", "#bold and ~both~#"],
  ["_*both*_", "#~both~#"],
  ["*two words*\n*next line*", "#two words#\n#next line#"],
  [
    "See [our shop](https://shop.example/a_b_c?x=1).",
    "See our shop (https://shop.example/a_b_c?x=1). | https://shop.example/a_b_c?x=1",
  ],
  ["*[shop](https://shop.example)*", "#shop# (https://shop.example) | https://shop.example"],
  ["[https://shop.example](https://shop.example)", "https://shop.example | https://shop.example"],
  ["*see https://shop.example/_a_*", "#see https://shop.example/_a_#"],
];
for (const [source, expected] of cases) {
  test(`${JSON.stringify(source)} is markup`, () => assert.equal(tagged(source), expected));
}

const plain = [
  "2 * 3 * 4 = 24",
  "5*3*2",
  "snake_case_name and __init__",
  "* one\n* two",
  "*** Sale ***",
  "**bold**",
  "Price 100k*\n*Without VAT",
  "*open only",
  "closed only*",
  "*a line\nlater*",
  "* spaced *",
  "¯\\_(ツ)_/¯ (*_*) ^_^ *.*",
  "https://shop.example/_a_/*b*",
  "[words](ftp://shop.example) [x](javascript:alert) [note]",
  "[words] (https://shop.example)",
  "_____",
  "",
];
for (const source of plain) {
  test(`${JSON.stringify(source)} stays as it is`, () => {
    assert.deepEqual(parseMarkup(source), { text: source, marks: [] });
  });
}

test("values are shown as they are, inside and outside of marks", () => {
  assert.deepEqual(parseMarkup(`Hi ${hideSigns("*Lan*")}, *dear ${hideSigns("_x_ [y](https://z)")}*`), {
    text: "Hi *Lan*, dear _x_ [y](https://z)",
    marks: [{ type: "bold", start: 10, length: 23 }],
  });
});

test("a value may begin or end a mark, or be part of an address, and an empty one leaves no signs", () => {
  assert.equal(tagged(`*${hideSigns(" Lan ")}*`), "# Lan #");
  assert.equal(tagged(`a *${hideSigns("")}* b`), "a  b");
  assert.equal(
    tagged(`[order](https://shop.example/${hideSigns("a_(b)_c")})`),
    "order (https://shop.example/a_(b)_c) | https://shop.example/a_(b)_c",
  );
});

test("a long text of signs is read in good time", () => {
  for (const source of [" *a".repeat(20_000), " _".repeat(20_000), "[".repeat(20_000), "*_".repeat(20_000)]) {
    assert.equal(parseMarkup(source).text.length, source.length);
  }
});

test("only texts with signs are read at all", () => {
  assert.deepEqual(["Hello", "a * b", "a_b", "[x"].map(mayHaveMarkup), [false, true, true, true]);
  const variables = ["Hi {{user_first_name}}", "Hi {{first_name ?? *you*}}", "{{a_b}} *c*", "{{*hello*|hi}}"];
  assert.deepEqual(variables.map(mayHaveMarkup), [false, false, true, true]);
});
