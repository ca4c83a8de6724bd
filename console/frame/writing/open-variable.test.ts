import assert from "node:assert/strict";
import { test } from "node:test";
import { openVariable } from "./open-variable.ts";

/** The bar is the caret. */
function at(marked: string) {
  const caret = marked.indexOf("^");
  const text = marked.replace("^", "");
  const open = openVariable(text, caret);
  return open && { ...open, replaced: text.slice(open.start, open.end) };
}

test("a variable is open from its braces to the caret", () => {
  assert.deepEqual(at("Hi {{^"), { start: 3, end: 5, query: "", fallback: undefined, replaced: "{{" });
  assert.deepEqual(at("Hi {{ na^ and more"), {
    start: 3,
    end: 8,
    query: "na",
    fallback: undefined,
    replaced: "{{ na",
  });
});

test("the rest of a name, its fallback and its closing braces belong to it", () => {
  assert.equal(at("{{us^er}} x")?.replaced, "{{user}}");
  assert.deepEqual(at("{{us^er ?? you}} x"), {
    start: 0,
    end: 15,
    query: "us",
    fallback: "you",
    replaced: "{{user ?? you}}",
  });
  assert.equal(at("{{us^ {{name}}")?.replaced, "{{us");
});

test("no variable is open outside of braces, in a fallback, among alternatives or on another line", () => {
  for (const text of ["^", "{^{", "{{a}} ^", "{{a ?? b^}}", "{{a|b^}}", "{{\na^", `{{${"a".repeat(41)}^`]) {
    assert.equal(at(text), undefined, text);
  }
});

test("a slash at the beginning of a word opens a variable, until a space or another slash", () => {
  assert.deepEqual(at("/^"), { start: 0, end: 1, query: "", fallback: undefined, replaced: "/" });
  assert.equal(at("Chào /te^ nhé")?.replaced, "/te");
  assert.equal(at("Chào\n/^")?.query, "");
  for (const text of ["1/2^", "https://^", "https://exa^", "áo / quần^", "and/or^", "/a b^"]) {
    assert.equal(at(text), undefined, text);
  }
});
