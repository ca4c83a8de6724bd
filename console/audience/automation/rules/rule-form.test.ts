import assert from "node:assert/strict";
import { test } from "node:test";
import { blankWhen, draftOf, editedSteps, formOf, newRule, whenTypes } from "./rule-form.ts";

const more = { id: 4, done: 0, looped: 0, loop: [] };
const base = { name: "VIP", is_on: true, often: { type: "every_time" as const }, if: null };

test("a rule that is edited by nobody stays as it is", () => {
  const rules = [
    { ...base, when: blankWhen("no_answer"), do: { flow_id: 7 } },
    {
      ...{ ...base, when: { type: "tag_added" as const, tag_id: 3 } },
      if: { match: "any" as const, rules: [{ type: "tag" as const, tag_id: 5, has: false }] },
      do: { actions: [{ action: "hand_over" as const }] },
    },
  ];
  for (const rule of rules) assert.deepEqual(formOf(draftOf({ ...rule, ...more }), editedSteps(rule)), rule);
});

test("a new rule acts once for each customer, and each kind of when has its settings", () => {
  assert.deepEqual(newRule("A").often, { type: "once" });
  for (const type of whenTypes) assert.equal(blankWhen(type).type, type);
});
