import assert from "node:assert/strict";
import { test } from "node:test";
import { type BroadcastDraft, draftOf, editedSteps, forecastSpecOf, newDraft, readPsids, specOf } from "./draft.ts";

const whole: BroadcastDraft = {
  ...newDraft("News", "Unsubscribe"),
  variants: [{ id: "A", messageTag: "ACCOUNT_UPDATE" }, { id: "B" }],
};
const steps = {
  A: {
    type: "message",
    content: {
      messages: [{ type: "text", text: "Hi", buttons: [{ type: "url", title: "Shop", url: "https://a.b" }] }],
    },
  },
  B: { type: "goto", flow_id: 7, return: true },
};

test("a draft becomes a spec, and a spec the same draft", () => {
  const spec = specOf(whole, steps) ?? assert.fail();

  assert.deepEqual(draftOf({ name: "News", spec: spec as never }), whole);
  assert.deepEqual(editedSteps(spec as never), steps);
  assert.equal(spec.unsubscribe, "Unsubscribe");
});

test("an unfinished draft is no spec, but its forecast is asked for", () => {
  const draft = newDraft("News", "");

  assert.equal(specOf(draft, editedSteps(undefined)), undefined);
  assert.ok(forecastSpecOf(draft, editedSteps(undefined)));
  assert.equal(forecastSpecOf({ ...draft, audience: { type: "segment", segmentId: null } }, steps), undefined);
  assert.equal(specOf({ ...whole, audience: { type: "psids", text: " \n" } }, steps), undefined);
});

test("the forecast is that of the finished variants", () => {
  const spec = forecastSpecOf(whole, { ...steps, B: { type: "goto", flow_id: null, return: true } });

  assert.deepEqual(
    spec?.variants.map(({ type }) => type),
    ["content", "content"],
  );
});

test("a winner needs two variants, and a goal its name", () => {
  const test = { share: 20, hours: 4, goal: "clicked" as const };

  assert.deepEqual(specOf({ ...whole, test }, steps)?.test, test);
  assert.equal(specOf({ ...whole, test, variants: whole.variants.slice(0, 1) }, steps)?.test, null);
  assert.equal(specOf({ ...whole, test: { ...test, goal: "reached" } }, steps), undefined);
  assert.ok(specOf({ ...whole, test: { ...test, goal: "reached", goal_name: "Purchase" } }, steps));
});

test("a list has its psids in the first column, with or without a heading", () => {
  assert.deepEqual(readPsids('psid,name\nweb_1,Ann\r\n"web_2";Bo\n\nweb_1\n'), ["web_1", "web_2"]);
});
