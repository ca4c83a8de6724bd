import assert from "node:assert/strict";
import { test } from "node:test";
import { answerText } from "./answer-text.ts";
import { en } from "./words.ts";

const t = (key: string, { defaultValue = "", status = "" }: Record<string, string>) => {
  const words: Record<string, string> = en.answers;
  return (words[key.replace("answers.", "")] ?? defaultValue).replace("{{status}}", status);
};

test("an attempt at an event is told in words; a reason that has none stays as it is", () => {
  assert.deepEqual(
    ["status 500", "timeout", "stopped", "moved away"].map((answer) => answerText(answer, t)),
    ["answered 500", "no answer in time", "turned off", "moved away"],
  );
});
