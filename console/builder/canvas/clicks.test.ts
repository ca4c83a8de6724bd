import assert from "node:assert/strict";
import { test } from "node:test";
import { clicksOf } from "./clicks.ts";

const button = (title: string) => ({ type: "url", title, url: "https://example.com" });
const counters = { entered: 10, exits: {}, clicks: { "0": 4, "2": 1 } };

test("clicks belong to the buttons of the one message that has some, quick replies after buttons", () => {
  const content = {
    messages: [
      { type: "text", text: "Hi" },
      { type: "text", text: "Choose", buttons: [button("A"), button("B")] },
    ],
    quick_replies: [{ type: "step", title: "C", step: "next" }],
  };
  const clicks = clicksOf({ type: "message", content }, counters);

  assert.deepEqual(clicks(["content", "messages", 1, "buttons", 0]), { count: 4, of: 10 });
  assert.deepEqual(clicks(["content", "messages", 1, "buttons", 1]), { count: 0, of: 10 });
  assert.deepEqual(clicks(["content", "quick_replies", 0]), { count: 1, of: 10 });
});

test("where two messages have buttons, no button claims the clicks", () => {
  const content = {
    messages: [
      { type: "text", text: "Hi", buttons: [button("A")] },
      { type: "text", text: "Choose", buttons: [button("B")] },
    ],
  };

  assert.equal(clicksOf({ type: "message", content }, counters)(["content", "messages", 0, "buttons", 0]).count, 0);
});
