import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, nameOf, newKeyword } from "./keyword.ts";
import { firstPhraseFault, keywordFaults } from "./keyword-faults.ts";

test("a keyword without a name is called after its first phrase", () => {
  assert.equal(nameOf({ name: " ", phrases: [" price ", "cost"] }), "price");
  assert.equal(nameOf({ name: " Prices ", phrases: ["price"] }), "Prices");
  assert.equal(nameOf({ name: "", phrases: [] }), "");
});

test("a keyword needs a name or a phrase", () => {
  assert.deepEqual(keywordFaults(newKeyword), { name: "nameless" });
  assert.deepEqual(keywordFaults({ ...newKeyword, phrases: ["price"] }), {});
  assert.deepEqual(keywordFaults({ ...newKeyword, name: "x".repeat(201) }), { name: "nameFault" });
});

test("the first invalid phrase is reported, and patterns are checked as patterns only", () => {
  const long = "x".repeat(501);

  assert.deepEqual(firstPhraseFault({ match: "is", phrases: ["fine", long] }), { phrase: long, fault: "length" });
  assert.equal(firstPhraseFault({ match: "is", phrases: ["(("] }), undefined);
  assert.deepEqual(firstPhraseFault({ match: "regex", phrases: ["a+", "(("] }), { phrase: "((", fault: "brackets" });
  assert.equal(keywordFaults({ ...newKeyword, match: "regex", phrases: ["(("] }).phrases, "brackets");
});

test("the form of a keyword has all of its fields but the id", () => {
  assert.deepEqual(fieldsOf({ ...newKeyword, id: 7, name: "Prices" }), { ...newKeyword, name: "Prices" });
  assert.deepEqual(fieldsOf(undefined), newKeyword);
});
