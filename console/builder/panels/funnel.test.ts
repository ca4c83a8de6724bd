import assert from "node:assert/strict";
import { test } from "node:test";
import { readDraft } from "../edit/draft.ts";
import { funnelOf } from "./funnel.ts";

const text = (text: string) => ({ messages: [{ type: "text", text }] });
const draft = readDraft({
  version: 1,
  start: "ask",
  steps: {
    ask: {
      type: "ask",
      content: text("Your name?"),
      accept: "text",
      next: { answered: "offer", gave_up: null, no_reply: null },
    },
    offer: {
      type: "message",
      content: { messages: [{ type: "text", text: "Buy?", buttons: [{ type: "step", title: "Yes", step: "end" }] }] },
      next: null,
    },
    end: { type: "message", content: text("Thanks"), next: null },
  },
});

test("the funnel lists the steps by how many did not go on, and the end loses nobody", () => {
  const funnel = funnelOf(draft, {
    ask: { entered: 10, exits: { answered: 8, no_reply: 1 } },
    offer: { entered: 8, exits: { next: 8 }, clicks: { "0": 3 } },
    end: { entered: 3, exits: { next: 3 } },
  });

  assert.deepEqual(
    funnel.map(({ id, wentOn, lost }) => [id, wentOn, lost]),
    [
      ["offer", 3, 5],
      ["ask", 8, 2],
      ["end", 0, 0],
    ],
  );
});
