import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluatedPart } from "./evaluated-step.ts";
import { type EvaluatedAnswer, EvaluationQuestion, type Expectation, judge } from "./evaluation.ts";

const answer: EvaluatedAnswer = {
  ...{ said: "Giao hàng trong HAI  ngày.", exit: "answered", cites: [7, 8], tools: ["look_up_1"], failure: null },
};

const cases: [string, Expectation, boolean][] = [
  ["words are found without accents and capitals", { expect: "says", text: "giao hang trong hai ngay" }, true],
  ["words that are not there are missed", { expect: "says", text: "ba ngày" }, false],
  ["words that must not be there and are not", { expect: "says_not", text: "giảm giá" }, true],
  ["words that must not be there and are", { expect: "says_not", text: "Hai Ngày" }, false],
  ["a source that was cited beside another", { expect: "cites", source_id: 8 }, true],
  ["a source that was not cited", { expect: "cites", source_id: 9 }, false],
  ["a source that is gone", { expect: "cites", source_id: null }, false],
  ["a tool that was used", { expect: "calls", tool: "look_up_1" }, true],
  ["a tool that was not used", { expect: "calls", tool: "look_up_2" }, false],
  ["the exit that was taken", { expect: "leaves", exit: "answered" }, true],
  ["another exit", { expect: "leaves", exit: "unsure" }, false],
];

for (const [name, expectation, passed] of cases)
  test(`an answer is judged: ${name}`, () => {
    assert.deepEqual(judge({ expects: [expectation] }, answer), { passed, verdicts: [passed] });
  });

test("an answer passes if every expectation is met, and each has a verdict", () => {
  const expects: Expectation[] = [
    { expect: "says", text: "giao hàng" },
    { expect: "leaves", exit: "unsure" },
  ];

  assert.deepEqual(judge({ expects }, answer), { passed: false, verdicts: [true, false] });
  assert.deepEqual(judge({ expects }, { ...answer, exit: "unsure" }), { passed: true, verdicts: [true, true] });
  assert.ok(judge({ expects: [] }, answer).passed);
});

test("no answer never passes, whatever is expected", () => {
  const failed: EvaluatedAnswer = { ...answer, said: "", exit: null, failure: "timeout" };

  assert.deepEqual(judge({ expects: [{ expect: "says_not", text: "no" }] }, failed), {
    ...{ passed: false, verdicts: [true] },
  });
  assert.equal(judge({ expects: [] }, failed).passed, false);
});

test("a question ends with the customer's words", () => {
  const ofPage = { said: [{ from: "page", text: "Hello." }], expects: [] };

  assert.equal(EvaluationQuestion.safeParse(ofPage).success, false);
  const answered = { ...ofPage, said: [...ofPage.said, { from: "customer", text: "Hi" }] };
  assert.equal(EvaluationQuestion.safeParse(answered).success, true);
});

test("only the step and its requests are run, and its exits lead nowhere", () => {
  const request = { type: "request", method: "GET", url: "https://shop.example/stock", next: {} };
  const tools = [{ tool: "call_request", step: "stock", description: "Asks the shop." }];
  const steps = {
    ai: { type: "ai", model_id: 7, instructions: "Be brief.", tools, next: { answered: "bye", gone: "bye" } },
    stock: request,
    bye: { type: "message" },
  };

  const part = evaluatedPart({ version: 1, start: "bye", steps }, "ai");

  assert.equal(part?.start, "ai");
  assert.deepEqual([...(part?.steps.keys() ?? [])], ["ai", "stock"]);
  const step = part?.steps.get("ai");
  assert.deepEqual(step?.type === "ai" && step.next, {});
  assert.equal(evaluatedPart({ steps }, "bye"), undefined);
  assert.equal(evaluatedPart({ steps: { ai: { type: "ai" } } }, "ai"), undefined);
  assert.equal(evaluatedPart(null, "toString"), undefined);
});
