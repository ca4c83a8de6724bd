import assert from "node:assert/strict";
import { test } from "node:test";
import { readFiles } from "./files.ts";

test("an exported type is the only one of its name, so that a search for it finds one thing", () => {
  const files = readFiles(/^(core|server|cli|sdk)\/.*\.ts$/).filter(({ path }) => !isApart.test(path));
  const places = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(([, name = ""]) => ({ name, path })),
  );
  const shared = [...Map.groupBy(places, ({ name }) => name)].filter(([, { length }]) => length > 1);

  assert.ok(places.length > 500);
  assert.deepEqual(
    shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(", ")}`),
    [],
  );
});

test("a word has one entry in the glossary", () => {
  const [glossary] = readFiles(/^docs\/architecture\/glossary\.md$/);
  const words = [...(glossary?.text ?? "").matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, words = ""]) => words.split(", "));

  assert.ok(words.length > 30);
  assert.deepEqual(words, [...new Set(words)]);
});

/** Tests have names of their own. Inside a channel, names are the platform's. */
const isApart = /\.test\.ts$|\/test\/|^server\/channels\/[^/]+\//;
