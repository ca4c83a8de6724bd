import assert from "node:assert/strict";
import { test } from "node:test";
import { testCases } from "../../test/cases.ts";
import { type AnswerKind, answers } from "./index.ts";

type Given = { kind: AnswerKind; words: string; locale?: string; zone?: string; page?: string };

testCases(new URL("../cases/answers.json", import.meta.url), (given) => {
  const { kind, words, locale = null, zone = null, page = "UTC" } = given as Given;
  const now = Date.parse("2026-06-01T12:00Z");
  return answers[kind](words, { locale, zones: [zone, page], now, choices: ["S", "Lớn", "Nhỏ"] }) ?? null;
});

test("long hostile texts are no answer of any kind but text", () => {
  const reading = { locale: "vi", zones: ["Asia/Ho_Chi_Minh"], now: 0, choices: ["S"] };
  const long = [" ", "1 ", "1.", "a@", "a.", "+8", "٣"].flatMap((part) => [
    part.repeat(20_000),
    `1${part.repeat(20_000)}x`,
  ]);

  for (const [kind, read] of Object.entries(answers)) {
    if (kind === "text") continue;
    for (const words of long) assert.equal(read(words, reading), undefined);
  }
});
