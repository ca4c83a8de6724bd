import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../queries.ts";
import { notYetShown, type Pending } from "./outbox.ts";

const send = (key: string, afterId: number, error?: unknown) =>
  ({ key, afterId, error, content: { messages: [{ type: "text", text: key }] } }) as Pending;
const own = (id: number, user_id = "me") =>
  ({ id, from: "person", author: { user_id, name: "" }, content: null }) as unknown as Message;
const keysOf = (pending: readonly Pending[]) => pending.map(({ key }) => key);

test("a send is shown until its message is in the thread", () => {
  const pending = [send("a", 5), send("b", 5)];

  assert.deepEqual(keysOf(notYetShown(pending, [own(4)], "me")), ["a", "b"]);
  assert.deepEqual(keysOf(notYetShown(pending, [own(4), own(6)], "me")), ["b"]);
  assert.deepEqual(keysOf(notYetShown(pending, [own(6), own(7)], "me")), []);
});

test("messages of others and of the bot do not stand for it", () => {
  const others = [own(6, "other"), { id: 7, from: "bot", author: null, content: null } as Message];

  assert.deepEqual(keysOf(notYetShown([send("a", 5)], others, "me")), ["a"]);
});

test("a reaction of this member does not stand for it", () => {
  const content = { type: "reaction", emoji: "👍", about: { id: 3 } };

  assert.deepEqual(keysOf(notYetShown([send("a", 5)], [{ ...own(6), content }], "me")), ["a"]);
});

test("a send that failed stays", () => {
  assert.deepEqual(keysOf(notYetShown([send("a", 5, new Error())], [own(6)], "me")), ["a"]);
});
