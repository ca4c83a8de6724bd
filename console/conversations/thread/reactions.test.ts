import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../queries.ts";
import { isOwnBubble, reactionsIn } from "./reactions.ts";

const reaction = (id: number, about: number, emoji: string | null, more: Partial<Message> = {}) =>
  ({ id, state: "sent", content: { type: "reaction", emoji, about: { id: about } }, ...more }) as Message;
const shown = (...messages: Message[]) => [...reactionsIn(messages)].map(([about, { id }]) => [about, id]);

test("the newest reaction to a message counts, and null takes it back", () => {
  assert.deepEqual(shown(reaction(5, 1, "👍"), reaction(6, 2, "👍"), reaction(7, 1, "❤️")), [
    [1, 7],
    [2, 6],
  ]);
  assert.deepEqual(shown(reaction(5, 1, "👍"), reaction(6, 1, null)), []);
});

test("a reaction that has failed leaves the one before, and is shown by itself until it is dropped", () => {
  const failed = reaction(6, 1, "❤️", { state: "failed", reason: "rejected" });

  assert.deepEqual(shown(reaction(5, 1, "👍"), failed), [[1, 5]]);
  assert.equal(isOwnBubble(failed), true);
  assert.equal(isOwnBubble({ ...failed, reason: "dropped" }), false);
  assert.equal(isOwnBubble(reaction(5, 1, "👍")), false);
  assert.equal(isOwnBubble({ ...failed, content: { type: "text", text: "Hi" } }), true);
});
