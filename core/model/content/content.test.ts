import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { faultsOf } from "../faults.ts";
import { Content, ContentData, StepContent } from "./content.ts";

const hello = { type: "text", text: "Hello" };

function faults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error ? faultsOf(error).map(({ path, message }) => `${path} ${message}`) : [];
}

test("the specification's example is valid content", () => {
  const data = { version: "v2", content: { messages: [{ type: "text", text: "Hello {{user_first_name}}" }] } };

  assert.deepEqual(ContentData.parse(data), data);
});

test("only version v2 is accepted", () => {
  assert.deepEqual(faults(ContentData, { version: "v1", content: { messages: [hello] } }), ["/version must be v2"]);
  assert.deepEqual(faults(ContentData, { content: { messages: [hello] } }), ["/version must be v2"]);
});

test("callers may quote their ids, which become integers", () => {
  const content = Content.parse({
    messages: [{ ...hello, buttons: [{ type: "flow", title: "More", flow_id: "12" }] }],
    quick_replies: [{ type: "flow", caption: "More", flow_id: "13" }],
    actions: [
      { action: "add_tag", tag_id: "14" },
      { action: "set_custom_field", action_id: "15", action_value: 5 },
    ],
  });

  assert.deepEqual(content, {
    messages: [{ ...hello, buttons: [{ type: "flow", title: "More", flow_id: 12 }] }],
    quick_replies: [{ type: "flow", caption: "More", flow_id: 13 }],
    actions: [
      { action: "add_tag", tag_id: 14 },
      { action: "set_custom_field", action_id: 15, action_value: "5" },
    ],
  });
});

test("title and caption are both accepted: parsed buttons have titles, quick replies captions", () => {
  const { messages, quick_replies } = Content.parse({
    messages: [{ ...hello, buttons: [{ type: "call", caption: "Call", phone: "113" }] }],
    quick_replies: [{ type: "text", title: "Yes" }, { type: "email" }],
  });

  assert.deepEqual(messages, [{ ...hello, buttons: [{ type: "call", title: "Call", phone: "113" }] }]);
  assert.deepEqual(quick_replies, [{ type: "text", caption: "Yes" }, { type: "email" }]);
});

test("a wrong caption is reported as a caption", () => {
  const message = { ...hello, buttons: [{ type: "call", caption: " ", phone: "113" }] };

  assert.deepEqual(faults(Content, { messages: [message] }), ["/messages/0/buttons/0/caption must not be blank"]);
});

test("only content inside a flow may name steps, or flows not chosen yet", () => {
  const step = { messages: [{ ...hello, buttons: [{ type: "step", title: "Buy", step: "buy" }] }] };
  const unset = { messages: [hello], quick_replies: [{ type: "flow", caption: "More", flow_id: null }] };

  assert.deepEqual(faults(StepContent, step), []);
  assert.deepEqual(faults(StepContent, unset), []);
  assert.deepEqual(faults(Content, step), ["/messages/0/buttons/0/type must be one of url, call, flow"]);
  assert.deepEqual(faults(Content, unset), ["/quick_replies/0/flow_id must be a positive integer below 2^53"]);
});

test("a message of an unknown type is reported by its place", () => {
  const messages = [hello, hello, hello, { type: "poll" }, hello];

  assert.deepEqual(faults(Content, { messages }), [
    "/messages/3/type must be one of text, image, video, audio, file, cards, form, products, invoice, whatsapp_message_template",
  ]);
});

test("a template's id may be a number", () => {
  const template = { type: "whatsapp_message_template", template_id: 594425479261596, language: "en", components: [] };

  const { messages } = Content.parse({ messages: [template] });

  assert.deepEqual(messages, [{ ...template, template_id: "594425479261596" }]);
});

test("the schemas can be published as JSON Schema", () => {
  for (const schema of [ContentData, StepContent]) {
    assert.match(JSON.stringify(z.toJSONSchema(schema, { io: "input" })), /"maxItems":11/);
  }
});
