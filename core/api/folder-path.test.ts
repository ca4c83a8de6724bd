import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Id } from "../model/id.ts";
import { FolderPath, formatFolderPath, parseFolderPath } from "./folder-path.ts";

const ids = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 99 }),
    fc.maxSafeNat().filter((id) => id > 0),
  ),
  { maxLength: 50 },
);

/** Text that is nearly a path: its characters in any order, and sometimes others. */
const nearlyPath = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...'[]0123456789,,,-+.e" []') }, fc.string({ maxLength: 2 })))
  .map((letters) => letters.join(""));

test("a path reads back as it was written", () => {
  fc.assert(fc.property(ids, (path) => assert.deepEqual(parseFolderPath(formatFolderPath(path)), path)));
});

test("ids separated by commas are the same path", () => {
  fc.assert(
    fc.property(
      ids.filter(({ length }) => length > 0),
      (path) => assert.deepEqual(parseFolderPath(path.join(",")), path),
    ),
  );
});

test("ids may be quoted and have spaces around them", () => {
  fc.assert(
    fc.property(ids, (path) => {
      assert.deepEqual(parseFolderPath(JSON.stringify(path.map(String))), path);
      assert.deepEqual(parseFolderPath(` ${JSON.stringify(path, null, 2)}\n`), path);
    }),
  );
});

test("any text is a path or undefined, and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(nearlyPath, fc.string({ unit: "binary" }), fc.json()), (text) => {
      const path = parseFolderPath(text);

      if (path === undefined) return;
      assert.ok(path.every((id) => Id.safeParse(id).success));
      assert.deepEqual(parseFolderPath(formatFolderPath(path)), path);
    }),
    { numRuns: 2000 },
  );
});

test("text that is not a list of ids is no path", () => {
  for (const text of [
    "",
    " ",
    "a",
    "0",
    "-1",
    "1.5",
    "[0]",
    "[null]",
    "[[1]]",
    "{}",
    "null",
    "1,",
    ",1",
    "[1,]",
    "1 2",
    "[1] x",
  ]) {
    assert.equal(parseFolderPath(text), undefined, text);
  }
  assert.equal(parseFolderPath(String(2 ** 53)), undefined);
  assert.equal(parseFolderPath(`[${2 ** 53}]`), undefined);
});

test("the schema's message describes a path", () => {
  const { error } = FolderPath.safeParse("[1,-2]");

  assert.deepEqual(
    error?.issues.map(({ message }) => message),
    ["must be an array of folder ids such as [1,2]"],
  );
  assert.equal(FolderPath.safeParse(`${"1,".repeat(500)}1`).success, false);
  assert.equal(FolderPath.safeParse(7).success, false);
});
