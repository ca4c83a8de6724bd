import assert from "node:assert/strict";
import { test } from "node:test";
import { addFallbacks, gapsIn, mayBeEmpty, variableText } from "./fallbacks.ts";
import { longestText } from "./longest-text.ts";
import { parseTemplate } from "./template.ts";

test("fields of customers may be empty, gender and variables of the page are not", () => {
  const empty = ["user_first_name", "email", "size", "gender", "page_name", "psid", "other"].filter((name) =>
    mayBeEmpty(name, new Set(["size"])),
  );

  assert.deepEqual(empty, ["user_first_name", "email", "size"]);
});

test("fields without a fallback are found once, and spins are left alone", () => {
  const fields = new Set(["a", "b", "c", "e"]);

  assert.deepEqual(gapsIn("{{a}} {{b ?? x}} {{ a }} {{c|d}} {{e ??}} {{unknown}}", fields), ["a"]);
});

test("a fallback is added to the variables that lack one, and every other character stays", () => {
  const template = "{ {{ a }}, {{b ?? x}} {{c}} #GENDER{{he|she}} {{a}}!";

  assert.equal(
    addFallbacks(template, (name) => (name === "a" ? "friend" : undefined)),
    "{ {{a ?? friend}}, {{b ?? x}} {{c}} #GENDER{{he|she}} {{a ?? friend}}!",
  );
});

test("words that would break a variable are left out of its fallback", () => {
  assert.equal(variableText("a", " you {or}|me "), "{{a ?? you  or me}}");
  assert.equal(variableText("a", " }} "), "{{a}}");
  assert.equal(variableText("a"), "{{a}}");
  assert.deepEqual(parseTemplate(variableText("a", "x|y")), [
    { type: "variable", source: "{{a ?? x y}}", name: "a", fallback: "x y" },
  ]);
});

test("the longest text counts fallbacks and the longest word of each spin, not values", () => {
  assert.equal(longestText("Hi {{a}}{{b ?? you}} {{x|long}}"), "Hi you long");
});
