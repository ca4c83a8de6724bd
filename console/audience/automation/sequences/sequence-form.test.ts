import assert from "node:assert/strict";
import { test } from "node:test";
import { blankMessage } from "../../sent.ts";
import { draftOf, editedSteps, formOf, newSequence, newTiming } from "./sequence-form.ts";

const content = { messages: [{ type: "text" as const, text: "Hi" }] };
const within = [{ days: ["mon" as const], from: "09:00", to: "18:00" }];
const sequence = {
  ...{ id: 7, version: 2, name: "Tips", is_on: false, leave: { on_reply: true, tag_ids: [3], goals: [] } },
  steps: [
    { id: "a", wait_seconds: 60, within, content },
    { id: "b", wait_seconds: 0, flow_id: 5 },
    { id: "c", wait_seconds: 0, content, unsubscribe: "Stop" },
  ],
};

test("a sequence that is edited by nobody stays as it is", () => {
  const { id: _, version: __, ...form } = sequence;

  assert.deepEqual(formOf(draftOf(sequence), editedSteps(sequence.steps)), form);
});

test("an empty title is no button, and a flow has none", () => {
  const draft = draftOf(sequence);
  const titled = draft.timings.map((timing, index) => ({
    ...timing,
    unsubscribe: ["Stop ", "Stop", " "][index] ?? "",
  }));
  const { steps } = formOf({ ...draft, timings: titled }, editedSteps(sequence.steps));

  assert.deepEqual(
    steps.map((step) => "unsubscribe" in step && step.unsubscribe),
    ["Stop", false, false],
  );
});

test("the order of the list is that of the steps", () => {
  const draft = draftOf(sequence);
  const turned = formOf({ ...draft, timings: draft.timings.toReversed() }, editedSteps(sequence.steps));

  assert.deepEqual(turned.steps, sequence.steps.toReversed());
});

test("a new sequence sends at once, and each further step a day later, under an id of its own", () => {
  const { timings } = newSequence("Tips");
  const more = [...timings, newTiming(timings)];

  assert.deepEqual(
    more.map(({ wait_seconds }) => wait_seconds),
    [0, 86_400],
  );
  assert.equal(new Set(more.map(({ id }) => id)).size, 2);
  assert.equal(blankMessage().type, "message");
});
