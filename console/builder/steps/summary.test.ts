import assert from "node:assert/strict";
import { test } from "node:test";
import { StepTypeName } from "@banter/core/flow/steps/index.ts";
import { newStep } from "../edit/new-step.ts";
import { headingOf, linesOf, type Say, summaryOf } from "./summary.ts";

/** Shows the keys and values that are asked for, in place of words. */
const say = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as unknown as Say;
const names = {
  flow: new Map([[7, "Sales"]]),
  tag: new Map([[3, "VIP"]]),
  field: new Map([[8, "size"]]),
  sequence: new Map([[9, "Tips"]]),
  model: new Map([[5, "Small"]]),
  source: new Map<number, string>(),
  fieldLabels: new Map([["size", "Size"]]),
};
const lines = (step: { type: string; [key: string]: unknown }) => linesOf(step, names, say);

test("a condition is described by its rules, under a heading if there are several", () => {
  const rules = [
    { type: "tag", tag_id: 3, has: false },
    { type: "field", field: "size", operator: "equals", value: "M" },
    { type: "field", field: "email", operator: "is_set" },
    { type: "time" },
    { type: "channel", channels: ["webchat", "telegram"] },
  ];

  assert.deepEqual(lines({ type: "condition", rules }), [
    'summary.hasNoTag {"tag":"VIP"}',
    "Size options.equals M",
    "variables.names.email options.is_set",
    "summary.within {}",
    "options.webchat, options.telegram",
  ]);
  assert.equal(headingOf({ type: "condition", match: "any", rules }, names, say), "summary.any {}");
  assert.equal(headingOf({ type: "condition", match: "any", rules: rules.slice(1, 2) }, names, say), undefined);
});

test("actions are described with the names that they refer to", () => {
  const actions = [
    { action: "add_tag", tag_id: 3 },
    { action: "add_tag", tag_id: null },
    { action: "set_custom_field", action_id: 8, action_value: "L" },
    { action: "start_sequence", flow_id: 7 },
    { action: "notify", text: "Hello" },
    { action: "pause_bot", seconds: 7200 },
    { action: "hand_over" },
  ];

  assert.deepEqual(lines({ type: "action", actions }), [
    "options.add_tag: VIP",
    "options.add_tag: …",
    "options.set_custom_field: Size = L",
    "options.start_sequence: Sales",
    "options.notify: Hello",
    'options.pause_bot: duration.hour {"count":2}',
    "options.hand_over",
  ]);
});

test("a delay is described by its time, whichever it has", () => {
  assert.deepEqual(lines({ type: "delay", seconds: 90 }), ['duration.second {"count":90}']);
  assert.deepEqual(lines({ type: "delay", until: "2026-12-24T09:00" }), ['summary.until {"when":"2026-12-24 09:00"}']);
  assert.deepEqual(lines({ type: "delay", until_field: "birthday" }), ['summary.untilField {"field":"birthday"}']);
  assert.deepEqual(lines({ type: "delay", until_field: "" }), ['summary.untilField {"field":"…"}']);
  assert.deepEqual(lines({ type: "delay" }), ["summary.noTime {}"]);
});

test("content is described by its messages, and a flow by its name", () => {
  const messages = [{ type: "text", text: "" }, { type: "cards", elements: [{ title: "A" }, {}] }, { type: "image" }];

  assert.deepEqual(lines({ type: "message", content: { messages } }), [
    "summary.noText",
    "messages.cards: A",
    "messages.image",
  ]);
  assert.deepEqual(lines({ type: "goto", flow_id: 7 }), ["Sales"]);
  assert.deepEqual(lines({ type: "goto", flow_id: null }), ["summary.noFlow {}"]);
});

test("a step of any type can be described before it has any settings", () => {
  for (const type of StepTypeName.options) {
    assert.equal(typeof summaryOf({ type }, names, say), "string");
    assert.equal(typeof summaryOf(newStep(type), names, say), "string");
  }
});
