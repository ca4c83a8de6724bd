import assert from "node:assert/strict";
import { test } from "node:test";
import { readFiles } from "./files.ts";

test("a colour of the console has a name, and its value stands in the theme", () => {
  const files = readFiles(/^console\/.*\.(css|tsx?)$/).filter(({ path }) => !isApart.test(path));
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(/#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi)].map(([colour]) => `${path}: ${colour}`),
  );

  assert.ok(files.length > 300);
  assert.deepEqual(found, []);
});

/**
 * The theme; the grounds of avatars, which are compared with their letters; the colours of chats, which owners choose;
 * and words, which have numbers of orders.
 */
const isApart = /^console\/(ui\/theme\.ts|customers\/person\/look\.ts|pages\/look\/)|words(\.\w+)?\.ts$|\.test\.ts$/;
