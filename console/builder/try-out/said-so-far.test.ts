import assert from "node:assert/strict";
import { test } from "node:test";
import { saidSoFar } from "./said-so-far.ts";

const customer = (text: string) => ({ from: "customer" as const, text, at: 0 });
const bot = (text: string) => ({
  ...{ from: "bot" as const, messageId: 0, at: 0 },
  message: { type: "text" as const, text } as never,
});
const words = (said: { text: string }[]) => said.map(({ text }) => text);

test("a model sees the newest words last, and as much of what was before as it is shown", () => {
  const chat = [
    customer("Hi"),
    bot("Hello"),
    customer("A red one?"),
    bot("Let me see"),
    { from: "team", text: "!", at: 0 },
  ];

  assert.deepEqual(words(saidSoFar(chat as never, 10)), ["Hi", "Hello", "Let me see", "A red one?"]);
  assert.deepEqual(words(saidSoFar(chat as never, 1)), ["Let me see", "A red one?"]);
  assert.deepEqual(words(saidSoFar(chat as never, 0)), ["A red one?"]);
  assert.deepEqual(saidSoFar([bot("Hello")], 10), []);
});
