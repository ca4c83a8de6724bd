import assert from "node:assert/strict";
import { test } from "node:test";
import { Step, stepTypes } from "@banter/core/flow/steps/index.ts";
import { StepContent } from "@banter/core/model/content/content.ts";
import { blankOf, newStep } from "../edit/new-step.ts";
import { describe, type Form } from "./schema-form.ts";

function listUnknown(form: Form, path: string): string[] {
  if (form.kind === "unknown") return [path];
  if (form.kind === "list") return listUnknown(form.item, `${path}[]`);
  if (form.kind === "object") return form.fields.flatMap(([key, field]) => listUnknown(field, `${path}.${key}`));
  if (form.kind === "union") return form.options.flatMap(([name, field]) => listUnknown(field, `${path}<${name}>`));
  return [];
}

test("every setting of every step type can be drawn, and each has a label", () => {
  const unlabelled: string[] = [];
  for (const [type, { settings }] of Object.entries(stepTypes)) {
    const form = describe(settings);
    assert.deepEqual(listUnknown(form, type), []);
    assert.ok(form.kind === "object");
    unlabelled.push(...form.fields.filter(([, { label }]) => !label).map(([key]) => `${type}.${key}`));
  }
  assert.deepEqual(unlabelled, []);
});

test("every part of content can be drawn", () => {
  assert.deepEqual(listUnknown(describe(StepContent), "content"), []);
});

test("a nested union is offered by its own names, and a schema for several types by each of them", () => {
  const form = describe(StepContent);
  assert.ok(form.kind === "object");
  const part = (key: string) => form.fields.find(([name]) => name === key)?.[1];
  const replies = part("quick_replies");
  const messages = part("messages");
  assert.ok(replies?.kind === "list" && replies.item.kind === "union");
  assert.ok(messages?.kind === "list" && messages.item.kind === "union");

  assert.deepEqual(
    replies.item.options.map(([name]) => name),
    ["text", "flow", "step", "phone_number", "email", "location"],
  );
  assert.equal(replies.max, 11);
  assert.deepEqual(
    messages.item.options.map(([name]) => name),
    ["text", "image", "video", "audio", "file", "cards", "form", "products", "invoice", "whatsapp_message_template"],
  );
});

test("a new step has its settings, and exits that lead nowhere yet", () => {
  const content = '{"messages":[{"type":"text","text":""}]}';
  const branches = '[{"id":"a","name":"A","weight":50},{"id":"b","name":"B","weight":50}]';

  assert.equal(JSON.stringify(newStep("message")), `{"type":"message","content":${content},"next":null}`);
  assert.equal(JSON.stringify(newStep("ask")), `{"type":"ask","content":${content},"accept":"text","next":{}}`);
  assert.equal(JSON.stringify(newStep("split")), `{"type":"split","branches":${branches},"next":{}}`);
  assert.equal(JSON.stringify(newStep("note")), '{"type":"note","text":""}');
});

test("a new step whose exits a run would not take has none", () => {
  assert.equal(JSON.stringify(newStep("goto")), '{"type":"goto","flow_id":null}');
});

test("a new step of every type is finished once its few texts are written", () => {
  for (const type of Object.keys(stepTypes) as (keyof typeof stepTypes)[]) {
    const faults = Step.safeParse(newStep(type)).error?.issues.map(({ code, path }) => `${code} ${path.join(".")}`);
    assert.ok((faults ?? []).length <= 3, `${type}: ${faults}`);
  }
});

test("a new item of a list fits its schema", () => {
  const { settings } = stepTypes.condition;
  const form = describe(settings);
  assert.ok(form.kind === "object");
  assert.deepEqual(blankOf(form), { match: "all", rules: [{ type: "tag", tag_id: null, has: true }] });
});
