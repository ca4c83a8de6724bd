import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "./csv.ts";

test("cells with commas, quotes or line breaks are quoted", () => {
  assert.equal(toCsv([["a,b", 'say "hi"', "two\nlines", 5]]), '\ufeff"a,b","say ""hi""","two\nlines",5\r\n');
});

test("a text that looks like a formula stays a text", () => {
  assert.equal(toCsv([["=1+1", "@me", "-5", -5]]), "\ufeff'=1+1,'@me,'-5,-5\r\n");
});
