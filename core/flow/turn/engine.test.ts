import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, aPage } from "../../test/conversation.ts";
import { newState } from "../state.ts";
import { defineStep } from "../steps/define.ts";
import { stepTypes } from "../steps/index.ts";
import { leave } from "../steps/outcome.ts";
import { NeedsDocument } from "./page-setup.ts";
import { simulate } from "./simulate.ts";
import { takeTurn } from "./turn.ts";

const now = Date.parse("2026-06-01T12:00Z");
const range = (length: number) => Array.from({ length }, (_, index) => index);

function startFlowOne(flows: Parameters<typeof aPage>[0]["flows"]) {
  const conversation = simulate({ setup: aPage({ flows: flows ?? {} }), customer: ann, now, random: () => 0 });
  const { trace } = conversation.handle({ type: "send_flow", flowId: 1, payload: {}, sendId: 1 });
  return {
    conversation,
    trace,
    said: conversation.said.map((message) => (message.type === "text" ? message.text : "")),
  };
}

/** A flow of `steps` steps that do nothing, and one that sends a message. */
function longFlow(steps: number) {
  const quiet = { type: "action", actions: [{ action: "resume_bot" }] };
  const chain = range(steps).map((index) => [
    `s${index}`,
    { ...quiet, next: index + 1 < steps ? `s${index + 1}` : "end" },
  ]);
  return { 1: Object.fromEntries([...chain, ["end", { say: "End" }]]) };
}

test("a turn may take a hundred steps", () => {
  assert.deepEqual(startFlowOne(longFlow(99)).said, ["End"]);
});

test("a run that takes one more step fails, and the conversation is free", () => {
  const { conversation, trace, said } = startFlowOne(longFlow(100));

  assert.deepEqual(said, []);
  assert.equal(conversation.state.main, null);
  assert.equal(trace.outcome, "failed");
  assert.deepEqual(trace.notes, [{ note: "failed", run: 1, flow: 1, step: "end", reason: "too_many_steps" }]);
});

/** Flows that each wait for the next to return. */
function nestedFlows(depth: number) {
  const callers = range(depth).map((index) => [
    index + 1,
    { call: { type: "goto", flow_id: index + 2, return: true, next: "back" }, back: { say: `Back in ${index + 1}` } },
  ]);
  return Object.fromEntries([...callers, [depth + 1, { deep: { say: "Deep" } }]]);
}

test("twenty-five flows may wait for another one to return", () => {
  const { said } = startFlowOne(nestedFlows(25));

  assert.deepEqual([said.length, said[0], said.at(-1)], [26, "Deep", "Back in 1"]);
});

test("twenty-six nested flows fail the run", () => {
  const { said, trace } = startFlowOne(nestedFlows(26));

  assert.deepEqual(said, []);
  assert.deepEqual(trace.notes, [{ note: "failed", run: 1, flow: 26, step: "call", reason: "nested_too_deep" }]);
});

test("a loop over requests ends after five hundred answers", () => {
  const steps = { call: { type: "request", method: "GET", url: "https://example.com/", next: { ok: "call" } } };
  const { conversation } = startFlowOne({ 1: steps });

  let answers = 0;
  for (; conversation.state.main; answers++) conversation.answer({ ok: true, status: 200, body: "" });

  assert.equal(answers, 501);
});

test("a turn that needs a document that is not loaded throws, and changes nothing", () => {
  const setup = { ...aPage({ flows: { 1: { hi: { say: "Hi" } } } }) };
  setup.document = (flowId, version) => {
    throw new NeedsDocument(flowId, version);
  };
  const event = { type: "send_flow" as const, flowId: 1, payload: {}, sendId: 1 };

  assert.throws(
    () => takeTurn({ setup, customer: ann, state: newState(), event, now, random: () => 0 }),
    (error) => error instanceof NeedsDocument && error.flowId === 1 && error.version === 1,
  );
});

test("a void timer returns the same state object", () => {
  const state = newState();
  const event = { type: "timer" as const, runId: 1, turn: 1 };

  const result = takeTurn({ setup: aPage({}), customer: ann, state, event, now, random: () => 0 });

  assert.equal(result.state, state);
  assert.equal(result.customer, ann);
});

test("a misspelt exit does not compile", () => {
  const { settings, blank, summary } = stepTypes.message;
  const others = { title: "", settings, blank, summary, exits: ["answered", "gave_up"] } as const;
  defineStep({ ...others, type: "right", run: () => leave("answered") });
  // @ts-expect-error: there is no such exit
  defineStep({ ...others, type: "wrong", run: () => leave("answred") });
});
