import assert from "node:assert/strict";
import { test } from "node:test";
import { Emoji } from "../model/content/emoji.ts";
import { ChannelType } from "./index.ts";
import { findReaction, reactionsOn } from "./reactions.ts";

test("every reaction that a channel offers is one emoji, and is accepted there", () => {
  for (const channel of ChannelType.options) {
    const offered = reactionsOn(channel);
    assert.equal(new Set(offered).size, offered.length, channel);
    for (const emoji of offered) {
      assert.ok(Emoji.safeParse(emoji).success, `${channel} ${emoji}`);
      assert.equal(findReaction(channel, emoji), emoji);
    }
  }
});

test("a channel with a list of its own takes its emoji in either form, and no others", () => {
  assert.equal(reactionsOn("telegram").length, 73);
  assert.equal(findReaction("telegram", "❤️"), "❤");
  assert.equal(findReaction("telegram", "🤷‍♀️"), "🤷‍♀");
  assert.equal(findReaction("telegram", "🍕"), undefined);
  assert.equal(findReaction("instagram", "👍"), undefined);
  assert.equal(findReaction("messenger", "🍕"), "🍕");
});

test("a page cannot react where the platform has no such thing", () => {
  assert.deepEqual(reactionsOn("zalo"), []);
  assert.equal(findReaction("line", "👍"), undefined);
});
