import assert from "node:assert/strict";
import { test } from "node:test";
import { Emoji, isSameEmoji } from "./emoji.ts";

test("an emoji is one picture, with or without the sign for its coloured form", () => {
  const pictures = ["👍", "👍🏽", "❤", "❤️", "❤️‍🔥", "❤‍🔥", "🤷‍♂️", "👨‍💻", "🇻🇳", "1️⃣", "☃", "🆒"];
  for (const emoji of pictures) assert.equal(Emoji.safeParse(emoji).success, true, emoji);
});

test("words, several emoji and nothing at all are no emoji", () => {
  for (const text of ["", "a", "love", "👍👍", "👍 ", "1", "\uFE0F", "🇻", "<b>"])
    assert.equal(Emoji.safeParse(text).success, false, text);
});

test("the two ways to write an emoji are the same", () => {
  assert.ok(isSameEmoji("❤", "❤️"));
  assert.ok(!isSameEmoji("❤", "👍"));
});
