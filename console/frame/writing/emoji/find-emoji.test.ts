import assert from "node:assert/strict";
import { test } from "node:test";
import { findEmoji } from "./find-emoji.ts";

const all = (search: string) => findEmoji(search).flatMap(({ emoji }) => emoji);

test("every emoji is there once, and has words in both languages", () => {
  const emoji = all("");

  assert.ok(emoji.length > 200);
  assert.equal(new Set(emoji).size, emoji.length);
  for (const one of emoji) assert.match(one, /\p{Emoji}/u);
});

test("emoji are found by the beginnings of words in English and Vietnamese, with or without accents", () => {
  assert.ok(all("deliv").includes("🚚"));
  assert.ok(all("giao hàng").includes("🚚"));
  assert.ok(all("giao hang").includes("🚚"));
  assert.ok(all("QUA").includes("🎁"));
  assert.deepEqual(all("elivery"), []);
  assert.deepEqual(findEmoji("lì xì"), [{ group: "hearts", emoji: ["🧧"] }]);
});
