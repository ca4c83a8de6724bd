import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, aPage } from "../../test/conversation.ts";
import { limits } from "../limits.ts";
import { simulate } from "./simulate.ts";

// The state of a customer between turns is bounded, however many flows and versions they go through.

const now = Date.parse("2026-06-01T12:00Z");
const range = (length: number) => Array.from({ length }, (_, index) => index);

function splitsInARow(length: number) {
  const branches = ["a", "b"].map((id) => ({ id, weight: 1 }));
  const steps = range(length).map((at) => {
    const to = at + 1 < length ? `s${at + 1}` : null;
    return [`s${at}`, { type: "split", branches, next: { a: to, b: to } }];
  });
  return Object.fromEntries(steps);
}

test("the branches of the newest splits are kept, older splits are drawn again", () => {
  const flows = Object.fromEntries(range(3).map((at) => [at + 1, splitsInARow(95)]));
  const conversation = simulate({ setup: aPage({ flows }), customer: ann, now, random: () => 0 });

  for (const flowId of [1, 2, 3]) conversation.handle({ type: "send_flow", flowId, payload: {}, sendId: 1 });

  const kept = Object.keys(conversation.state.splits);
  assert.deepEqual([kept.length, kept.at(0), kept.at(-1)], [limits.splits, "1.s85", "3.s94"]);
});

test("fields that the page does not have are kept up to a limit", () => {
  const fields = Object.fromEntries(range(limits.fields).map((at) => [`f${at}`, "x"]));
  const ask = { ask: "Name?", save_to: "another" };
  const setup = aPage({ flows: { 1: { q: ask } }, fields: { size: "text" } });
  const conversation = simulate({ setup, customer: { ...ann, fields }, now, random: () => 0 });
  conversation.handle({ type: "send_flow", flowId: 1, payload: {}, sendId: 1 });

  const { trace } = conversation.say("Ann");

  assert.deepEqual(trace.notes?.[0], { note: "skipped", what: "unknown_field", name: "another", step: "q" });
  assert.equal(Object.hasOwn(conversation.customer.fields, "another"), false);
});
