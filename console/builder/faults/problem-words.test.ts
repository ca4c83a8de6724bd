import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { lint } from "@banter/core/flow/lint/lint.ts";
import i18next from "i18next";
import { readDraft } from "../edit/draft.ts";
import * as words from "../words.ts";
import { faultWords, labelAt, problemWords } from "./problem-words.ts";

await i18next.init({
  lng: "en",
  resources: { en: { builder: words.en }, vi: { builder: words.vi } },
  interpolation: { escapeValue: false },
});
const english = i18next.getFixedT("en", "builder");
const vietnamese = i18next.getFixedT("vi", "builder");

const draft = readDraft({
  start: "ask",
  steps: {
    ask: { type: "ask", content: { messages: [{ type: "text", text: "" }] }, accept: "text", next: {} },
    call: { type: "request", method: "GET", url: "nowhere", next: {} },
  },
});
const context = { flows: new Map(), tags: new Map(), fields: new Map() };
const problems = lint(draft, context);

test("an invalid setting is named by the label of its form, with the rule that it breaks", () => {
  const url = problems.find(({ path }) => path === "/steps/call/url");
  assert.ok(url);

  assert.equal(problemWords(url, draft, english), "Address: Enter a whole address such as https://example.com.");
  assert.equal(problemWords(url, draft, vietnamese), "Địa chỉ: Hãy nhập địa chỉ đầy đủ như https://example.com.");
  assert.equal(faultWords(url, draft, english), "Enter a whole address such as https://example.com.");
});

test("other problems have a sentence per code", () => {
  const unreachable = problems.find(({ code }) => code === "unreachable");
  assert.ok(unreachable);

  assert.equal(problemWords(unreachable, draft, english), words.en.problems.unreachable);
});

test("a pointer into content finds the label of the innermost setting", () => {
  assert.equal(labelAt(draft, ["steps", "ask", "content", "messages", "0", "text"]), "Text");
  assert.equal(labelAt(draft, ["steps", "ask", "content"]), "Question");
  assert.equal(labelAt(draft, ["steps", "gone", "content"]), undefined);
  assert.equal(labelAt(draft, ["start"]), undefined);
});

test("a fault in a list says which item is meant, by its words or its number", () => {
  const buttons = [
    { type: "step", title: "Mua", step: null },
    { type: "step", title: "", step: null },
  ];
  const flow = readDraft({
    start: "hi",
    steps: {
      hi: { type: "message", content: { messages: [{ type: "text", text: "Hi", buttons }] } },
      size: { type: "ask", accept: "choice", choices: [{ id: "s", text: "" }, "x".repeat(81)] },
    },
  });
  const told = lint(flow, context)
    .filter(({ code }) => code === "invalid")
    .map((problem) => problemWords(problem, flow, english));

  assert.deepEqual(told, [
    "Button “Mua”: Choose where it leads.",
    "Button 2: Write a title.",
    "Button 2: Choose where it leads.",
    "Question: Fill this in.",
    "Choice 1: Write the choice.",
    `Choice “${"x".repeat(81)}”: This is too long: at most 80 characters fit.`,
  ]);
});

test("every rule that an owner may break has words", () => {
  const cases = ["action", "ask", "condition", "delay", "goto", "message", "request", "split"].flatMap((type) =>
    JSON.parse(readFileSync(new URL(`../../../core/flow/cases/steps/${type}.json`, import.meta.url), "utf8")),
  );
  const raw = cases.flatMap(({ given }) => {
    const flow = readDraft({ start: "s", steps: { s: given } });
    return lint(flow, context)
      .filter(({ code }) => code === "invalid")
      .filter((problem) => /^This does not fit/.test(faultWords(problem, flow, english)))
      .map(({ message }) => message);
  });

  // Only programs can write these.
  const byPrograms =
    /^must (be (an?|text|true|null|of|below|a finite|integer)|not hold (NUL|unknown)|not stand|hold|be less|be more)|^is required$|^has a (key|wrong form)/;
  assert.deepEqual(
    [...new Set(raw)].filter((message) => !byPrograms.test(message)),
    [],
  );
});
