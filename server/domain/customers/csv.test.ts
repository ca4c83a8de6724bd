import assert from "node:assert/strict";
import { test } from "node:test";
import { csvLine } from "./csv.ts";

test("a cell that a spreadsheet could take for a formula becomes text, whatever stands before it", () => {
  const befores = ["", " ", "  ", "\u00a0", "\u200b", "\ufeff", "\u2060", "\u3000", "\u200e", "\u00ad", "\u2800"];
  const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹢", "﹣", "﹫", "\u2212"];

  for (const before of befores)
    for (const sign of signs) {
      const cell = `${before}${sign}1`;
      assert.equal(csvLine([cell]), `'${cell}\r\n`, JSON.stringify(cell));
    }
  for (const cell of ["\t1", "\r1", "\n1"]) assert.equal(csvLine([cell]), `"'${cell}"\r\n`);
});

test("other cells stay as they are", () => {
  const cells = ["Ann", " Ann", "a=b", "1 + 1", "", "\u200b", "Hà Nội", "0901"];

  assert.equal(csvLine(cells), `${cells.join(",")}\r\n`);
});
