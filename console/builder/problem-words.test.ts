import assert from "node:assert/strict";
import { test } from "node:test";
import { lint } from "@banter/core/flow/lint/lint.ts";
import i18next from "i18next";
import { readDraft } from "./edit/draft.ts";
import { labelAt, problemWords } from "./problem-words.ts";
import * as words from "./words.ts";

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

  assert.match(problemWords(url, draft, english), /^Address: /);
  assert.match(problemWords(url, draft, vietnamese), /^Địa chỉ: /);
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
