import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowAction } from "../steps/flow-action.ts";
import { type LoopSetup, loopFinder } from "./loops.ts";
import type { PageRule } from "./page-rule.ts";
import { sequenceDocument } from "./sequence.ts";

const [vip, gold] = [1, 2];
const addTag = (tag_id: number): FlowAction => ({ action: "add_tag", tag_id });
const added = (tag_id: number): PageRule["when"] => ({ type: "tag_added", tag_id });

function aRule(id: number, when: PageRule["when"], deed: PageRule["do"], more: Partial<PageRule> = {}) {
  return { id, isOn: true, rule: { when, if: null, do: deed, often: { type: "every_time" as const }, ...more } };
}

const aFlow = (...steps: object[]) => ({ version: 1, start: "s0", steps: { ...named(steps) } });
const named = (steps: object[]) => Object.fromEntries(steps.map((step, index) => [`s${index}`, step]));
const acting = (...actions: FlowAction[]) => ({ type: "action", actions, next: null });

/** The loop of the first rule, as words. */
function loop(setup: Partial<LoopSetup> & Pick<LoopSetup, "rules">): string {
  const none = new Map<number, unknown>();
  const find = loopFinder({
    flows: none,
    sequences: none,
    fieldName: (id) => (id === 8 ? "city" : undefined),
    ...setup,
  });
  return find(setup.rules[0]?.id ?? 0)
    .map(({ type, id }) => `${type} ${id}`)
    .join(" → ");
}

test("actions of rules that set each other off are a loop, unless one is off or acts seldom", () => {
  const first = aRule(10, added(vip), { actions: [{ action: "remove_tag", tag_id: vip }] });
  const second = aRule(11, { type: "tag_removed", tag_id: vip }, { actions: [addTag(vip)] });

  assert.equal(loop({ rules: [first, second] }), "rule 10 → rule 11");
  assert.equal(loop({ rules: [first] }), "");
  assert.equal(loop({ rules: [first, { ...second, isOn: false }] }), "");
  for (const often of [{ type: "once" }, { type: "once_per", days: 1 }] as const)
    assert.equal(loop({ rules: [first, { ...second, rule: { ...second.rule, often } }] }), "");
});

test("a flow that does what its rule waits for is a loop, once new runs start on it", () => {
  const rule = aRule(10, added(vip), { flow_id: 20 });
  const flows = new Map([[20, aFlow({ type: "message", content: { messages: [], actions: [addTag(vip)] } })]]);

  assert.equal(loop({ rules: [rule], flows }), "rule 10 → flow 20");
  assert.equal(loop({ rules: [rule] }), "");
  assert.equal(loop({ rules: [rule], flows: new Map([[20, aFlow(acting(addTag(gold)))]]) }), "");
});

test("the way goes on to other flows, and back through other rules", () => {
  const rules = [aRule(10, added(vip), { flow_id: 20 }), aRule(11, added(gold), { actions: [addTag(vip)] })];
  const last = aFlow(acting(addTag(gold)));
  const ways = [
    { type: "goto", flow_id: 21, return: true, next: null },
    acting({ action: "start_sequence", flow_id: 21 }),
    { type: "ai", tools: [{ tool: "start_flow", flow_id: 21, description: "Always" }] },
  ];

  for (const way of ways) {
    const flows = new Map([
      [20, aFlow(way)],
      [21, last],
    ]);
    assert.equal(loop({ rules, flows }), "rule 10 → flow 20 → flow 21 → rule 11");
  }
});

test("a field that a step saves in is changed, one that it reads is not", () => {
  const rule = aRule(10, { type: "field_changed", field: "city" }, { flow_id: 20 });
  const through = (step: object) => loop({ rules: [rule], flows: new Map([[20, aFlow(step)]]) });

  for (const step of [
    { type: "ask", save_to: "city" },
    { type: "ai", save: [{ field: "city" }] },
    { type: "ai", tools: [{ tool: "set_field", field: "city", description: "The city" }] },
    acting({ action: "clear_custom_field", action_id: 8 }),
  ])
    assert.equal(through(step), "rule 10 → flow 20", JSON.stringify(step));
  for (const step of [
    { type: "ask", save_to: "age" },
    { type: "delay", until_field: "city" },
    { type: "ai", tools: [{ tool: "look_up", fields: [{ field: "city" }] }] },
    acting({ action: "clear_custom_field", action_id: 9 }),
  ])
    assert.equal(through(step), "", JSON.stringify(step));
});

test("a sequence leads to its flows, and to the rules that wait for its end", () => {
  const enter: PageRule["do"] = { actions: [{ action: "enter_sequence", sequence_id: 30 }] };
  const steps = sequenceDocument([{ id: "one", wait_seconds: 60, flow_id: 20 }]);
  const [flows, sequences] = [new Map([[20, aFlow(acting(addTag(vip)))]]), new Map([[30, steps]])];

  assert.equal(loop({ rules: [aRule(10, added(vip), enter)], flows, sequences }), "rule 10 → sequence 30 → flow 20");
  const again = aRule(10, { type: "sequence_finished", sequence_id: 30 }, enter);
  assert.equal(loop({ rules: [again], sequences }), "rule 10 → sequence 30");
  assert.equal(loop({ rules: [again] }), "");
});

test("flows that go to each other end the search", () => {
  const flows = new Map([
    [20, aFlow({ type: "goto", flow_id: 21 })],
    [21, aFlow({ type: "goto", flow_id: 20 })],
  ]);
  assert.equal(loop({ rules: [aRule(10, added(vip), { flow_id: 20 })], flows }), "");
});
