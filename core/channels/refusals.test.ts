import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "./index.ts";
import { channelRefusals, refusalWords } from "./refusals.ts";

const rows = Object.entries(channelRefusals).flatMap(([channel, refusals]) =>
  [...refusals].map(([code, refusal]) => ({ channel: channel as ChannelType, code, ...refusal })),
);

test("every error code has a class, and words in both languages", () => {
  const classes = ["platform_error", "throttled", "rejected", "blocked_by_customer", "outside_window", "bad_settings"];
  const ofComments = ["comment_answered", "comment_closed", "comment_gone"];
  for (const { channel, code, failure } of rows) {
    const name = `${channel} ${code}`;
    const [english, vietnamese] = ["en", "vi"].map((language) => refusalWords(channel, code, language));
    assert.ok([...classes, ...ofComments, "sent"].includes(failure), name);
    for (const words of [english, vietnamese]) assert.match(words ?? "", /^\p{Lu}.{10,}\.$/u, name);
    assert.notEqual(english, vietnamese, name);
  }
});

test("a code has one meaning", () => {
  for (const [channel, refusals] of Object.entries(channelRefusals)) {
    const codes = [...new Set(refusals.values())].flatMap(({ codes }) => codes);
    assert.equal(new Set(codes).size, codes.length, channel);
  }
});

test("a newcomer learns what to do about a test number", () => {
  assert.match(refusalWords("whatsapp", "131030", "en") ?? "", /test number.*API Setup.*“To”/);
});

test("an unknown code has no words", () => {
  assert.equal(refusalWords("whatsapp", "999999", "en"), undefined);
  assert.equal(refusalWords("webchat", "1", "en"), undefined);
  assert.equal(refusalWords("telegram", null, "vi"), undefined);
});
