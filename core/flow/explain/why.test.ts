import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { playScript, type ScriptCase } from "../../test/script.ts";
import type { Trace } from "../trace.ts";
import { explainWhy, type WhyFacts } from "./why.ts";

const flow = { id: 1, name: "Bảng giá" };
const facts = (others: Partial<WhyFacts> = {}): WhyFacts => ({
  cause: "message",
  text: "giá sao shop",
  trace: {
    triggers: [{ on: "keyword", verdict: "matched", keyword: 5, flow: 1 }],
    visits: [[1, 3, "a", "end"]],
    outcome: "started",
  },
  flow,
  keyword: (id) => (id === 5 ? "giá" : undefined),
  ...others,
});
const said = (others: Partial<WhyFacts>, language: "en" | "vi" = "en") =>
  explainWhy(facts(others), language)
    .map(({ text }) => text)
    .join("");
const by = (check: object): Trace => ({ triggers: [check as never], outcome: "started" });

test("a reply is explained in one sentence whose names are links, in both languages", () => {
  assert.deepEqual(explainWhy(facts(), "en"), [
    { text: "The keyword " },
    { text: "giá", keyword: 5 },
    { text: " matched “giá sao shop”; flow " },
    { text: "Bảng giá", flow: 1 },
    { text: ", version 3." },
  ]);
  assert.equal(said({}, "vi"), "Từ khóa giá khớp với “giá sao shop”; kịch bản Bảng giá, phiên bản 3.");
});

test("each way to a reply has its own words", () => {
  assert.equal(
    said({ trace: by({ on: "question", verdict: "fits" }) }),
    "The customer answered “giá sao shop”; flow Bảng giá.",
  );
  assert.equal(
    said({ trace: by({ on: "default_reply", verdict: "started" }) }),
    "Nothing else matched “giá sao shop”, so the default reply was sent; flow Bảng giá.",
  );
  assert.equal(said({ cause: "timer", trace: { outcome: "went_on" } }), "A wait was over; flow Bảng giá.");
  assert.equal(said({ cause: "send_content", trace: { outcome: "sent" }, flow: null }), "A program sent content.");
  assert.equal(said({ trace: null, flow: null }), "The reason is no longer kept.");
});

test("an answer by a model names the model, and what became of its answer", () => {
  const asked = { note: "model", model: "Small", step: "ai", input: 1, output: 1, cost: 1, ms: 1, instructions: "" };
  const traced = (did: string, more: object = {}): Trace => ({
    visits: [[1, 3, "ai", "wait"]],
    notes: [{ ...asked, did, ...more } as never],
    outcome: "went_on",
  });
  const sentence = (trace: Trace) => said({ cause: "answer", text: "", trace });

  assert.equal(sentence(traced("answered")), "The model Small answered the customer; flow Bảng giá, version 3.");
  assert.match(sentence(traced("routed")), /^The model Small found what the customer wants;/);
  assert.match(sentence(traced("unsure")), /^The model Small was not sure;/);
  assert.match(sentence(traced("failed", { why: "timeout" })), /^The model Small gave no answer/);
  assert.match(sentence(traced("failed", { model: "" })), /; flow Bảng giá, version 3\.$/);
});

test("a long text is cut, and words in capitals that a customer writes stay as they are", () => {
  assert.ok(said({ text: "a".repeat(500) }).length < 150);
  assert.match(said({ text: "FLOW VERSION LEAD" }), /matched “FLOW VERSION LEAD”/);
});

test("every trace of every case has a sentence", () => {
  const folder = new URL("../cases/turns/", import.meta.url);
  for (const file of readdirSync(folder))
    for (const { given } of JSON.parse(readFileSync(new URL(file, folder), "utf8")))
      for (const { trace } of playScript(given as ScriptCase).turns.flat())
        for (const language of ["en", "vi"] as const) {
          const sentence = said({ trace, text: "giá" }, language);
          assert.match(sentence, /^[\p{Lu}“].*\.$/u);
          assert.doesNotMatch(sentence, /undefined|\b(LEAD|FLOW|VERSION|TEXT|KEYWORD|MODEL)\b/);
        }
});
