import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, aPage } from "../../test/conversation.ts";
import { newCustomer } from "../customer.ts";
import { renderContent } from "./render.ts";

const scope = { setup: aPage({}), customer: ann, now: 0, random: () => 0 };

test("a dry run shows what would be sent", () => {
  const content = { messages: [{ type: "text" as const, text: "Hi {{user_first_name}}, {{order}} {{x}}" }] };

  assert.deepEqual(renderContent(content, { ...scope, payload: { order: "17" } }), {
    messages: [{ message: { type: "text", text: "Hi Ann, 17 " }, warnings: ["The variable x is not known."] }],
    unsendable: [],
  });
});

test("a dry run shows the fallback of a name that is not known, without a warning", () => {
  const content = { messages: [{ type: "text" as const, text: "Hi {{user_first_name ?? there}}, {{order ?? none}}" }] };

  assert.deepEqual(renderContent(content, { ...scope, customer: newCustomer("web_1"), payload: {} }), {
    messages: [{ message: { type: "text", text: "Hi there, none" }, warnings: [] }],
    unsendable: [],
  });
});

test("a dry run reports the messages that cannot be sent, and why", () => {
  const texts = ["Hi", "{{x}}", "{{long}}{{long}}"].map((text) => ({ type: "text" as const, text }));
  const payload = { long: "x".repeat(6000) };

  const empty = renderContent({ messages: texts.slice(0, 2) }, { ...scope, payload });
  const long = renderContent({ messages: texts }, { ...scope, payload });

  assert.deepEqual(empty.unsendable, [{ index: 1, reason: "empty_text" }]);
  assert.deepEqual(long.unsendable, [
    { index: 1, reason: "empty_text" },
    { index: 2, reason: "text_too_long" },
  ]);
});

test("bold and italic words and links are marked, but not signs in values", () => {
  const text = "*Hi {{user_first_name}}*, {{note}} in [your order](https://shop.example/{{order_id}})";
  const payload = { note: "*new*", order_id: "a_1" };
  const rendered = (message: { markup?: boolean }) =>
    renderContent({ messages: [{ type: "text", text, ...message }] }, { ...scope, payload }).messages[0]?.message;

  assert.deepEqual(rendered({ markup: true }), {
    type: "text",
    text: "Hi Ann, *new* in your order",
    marks: [
      { type: "bold", start: 0, length: 6 },
      { type: "link", start: 17, length: 10, url: "https://shop.example/a_1" },
    ],
  });
  const asItIs = { type: "text", text: "*Hi Ann*, *new* in [your order](https://shop.example/a_1)" };
  assert.deepEqual(rendered({ markup: false }), asItIs);
  // Content of programs was shown as it is before there was markup.
  assert.deepEqual(rendered({}), asItIs);
});
