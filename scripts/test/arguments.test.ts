import assert from "node:assert/strict";
import { test } from "node:test";
import { readArguments } from "./arguments.ts";

test("words choose files, options go to Node, and the rest is ours", () => {
  const given = ["sends", "--part", "2/4", "--test-name-pattern=typo", "--update", "keywords"];

  assert.deepEqual(readArguments(given), {
    which: "usual",
    part: { number: 2, count: 4 },
    minutes: Number.POSITIVE_INFINITY,
    isUpdating: true,
    options: ["--test-name-pattern=typo"],
    words: ["sends", "keywords"],
  });
});

test("what npm test leaves out is chosen from all", () => {
  assert.equal(readArguments([]).which, "usual");
  assert.equal(readArguments(["--all"]).which, "all");
  assert.equal(readArguments(["--all", "--rest"]).which, "rest");
});

test("a part that does not exist is refused", () => {
  for (const part of ["0/4", "5/4", "2", "two"])
    assert.throws(() => readArguments(["--part", part]), /--part .*: write for example --part 2\/4/);
});

test("a time is given in whole minutes", () => {
  assert.equal(readArguments(["--rest", "--minutes", "60"]).minutes, 60);
  for (const given of [["--minutes"], ["--minutes", "-1"], ["--minutes", "soon"]])
    assert.throws(() => readArguments(given), /write for example --minutes 60/);
});
