import assert from "node:assert/strict";
import { test } from "node:test";
import { type Say, searchSuggestions, suggestionsFor } from "./suggestions.ts";
import { en, vi } from "./words.ts";

/** The words of a language, without their placeholders filled in. */
const sayIn = (words: object) =>
  ((key: string, options?: { defaultValue?: string }) =>
    key.split(".").reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], words) ??
    options?.defaultValue) as unknown as Say;

const known = {
  fields: new Map([
    ["size", "size"],
    ["Cỡ_áo", "Cỡ áo"],
  ]),
  secrets: ["shop_key"],
};
const ids = (search: string, language: object = en, landing: "text" | "url" | "address" | "header" = "text") =>
  searchSuggestions(suggestionsFor(landing, known, sayIn(language)), search).map(({ id }) => id);

test("variables are found by title, name and without accents, in the reader's language", () => {
  assert.deepEqual(ids("first"), ["user_first_name"]);
  assert.deepEqual(ids("ho va ten", vi), ["user_full_name"]);
  assert.deepEqual(ids("co ao"), ["Cỡ_áo"]);
  assert.deepEqual(ids("co"), ["Cỡ_áo", "CONVERSATION_LINK"]);
});

test("a title or name that begins with the search comes first", () => {
  assert.deepEqual(ids("name").at(0), "user_first_name");
  assert.deepEqual(ids("page").at(0), "page_name");
});

test("secrets are offered only where they are filled in, and varying words only in texts", () => {
  assert.ok(!ids("").includes("{{secret.shop_key}}"));
  assert.ok(ids("").includes("pattern.spin"));
  assert.ok(!ids("", en, "url").includes("{{secret.shop_key}}"));
  assert.ok(ids("", en, "address").includes("{{secret.shop_key}}"));
  assert.ok(ids("", en, "header").includes("{{secret.shop_key}}"));
  assert.ok(!ids("", en, "header").includes("pattern.gender"));
});

test("only a variable that may be empty takes a fallback", () => {
  const all = suggestionsFor("text", known, sayIn(en));
  const text = (id: string) => all.find((each) => each.id === id)?.textWith("friend");

  assert.equal(text("user_first_name"), "{{user_first_name ?? friend}}");
  assert.equal(text("size"), "{{size ?? friend}}");
  assert.equal(text("page_name"), "{{page_name}}");
});

test("varying words come as a whole, to be edited", () => {
  for (const language of [en, vi]) {
    const patterns = suggestionsFor("text", known, sayIn(language)).filter(({ group }) => group === "words");
    assert.equal(patterns.length, 2);
    for (const { textWith, isEdited } of patterns) {
      assert.match(textWith(undefined), /^(#GENDER)?\{\{[^{}|]+(\|[^{}|]+){2}\}\}$/);
      assert.ok(isEdited);
    }
  }
});
