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

test("an invoice has its amounts in the smallest part of the currency, and a text for channels without payments", () => {
  const prices = [
    { label: "Coffee", amount: "{{price}}" },
    { label: "Delivery", amount: "3" },
  ];
  const invoice = { type: "invoice" as const, title: "Coffee", description: "250 g", currency: "EUR", prices };
  const paid = (price: string) => renderContent({ messages: [invoice] }, { ...scope, payload: { price } });

  assert.deepEqual(paid("12.50").messages[0]?.message, {
    type: "text",
    text: "Coffee\n250 g\nCoffee: 12.50 EUR\nDelivery: 3.00 EUR\n= 15.50 EUR",
    action: {
      type: "invoice",
      title: "Coffee",
      description: "250 g",
      currency: "EUR",
      prices: [
        { label: "Coffee", amount: 1250 },
        { label: "Delivery", amount: 300 },
      ],
    },
  });
  assert.deepEqual(paid("cheap").unsendable, [{ index: 0, reason: "wrong_price" }]);
});

test("a round video and a link that opens as an app stay so", () => {
  const content = {
    messages: [
      { type: "video" as const, url: "https://cdn.example/1.mp4", round: true },
      {
        type: "text" as const,
        text: "Hi",
        buttons: [{ type: "url" as const, title: "Shop", url: "https://shop.example/", opens_app: true }],
      },
    ],
  };

  const { messages } = renderContent(content, { ...scope, payload: {} });

  assert.deepEqual(
    messages.map(({ message }) => message),
    [
      { type: "video", url: "https://cdn.example/1.mp4", round: true },
      {
        type: "text",
        text: "Hi",
        buttons: [{ type: "url", title: "Shop", url: "https://shop.example/", opens_app: true }],
      },
    ],
  );
});

test("pictures have their words for those who cannot see them, filled in", () => {
  const card = { title: "Shirt", image_url: "https://shop.example/shirt.png" };
  const alt = "A shirt for {{user_first_name}}";
  const content = {
    messages: [
      { type: "image" as const, url: "https://shop.example/shirt.png", alt },
      { type: "image" as const, url: "https://shop.example/shirt.png", alt: "{{note}}" },
      {
        type: "cards" as const,
        elements: [
          { ...card, image_alt: alt },
          { title: "No picture", image_alt: alt },
        ],
      },
    ],
  };

  const { messages } = renderContent(content, { ...scope, payload: { note: " " } });

  assert.deepEqual(
    messages.map(({ message }) => message),
    [
      { type: "image", url: "https://shop.example/shirt.png", alt: "A shirt for Ann" },
      { type: "image", url: "https://shop.example/shirt.png" },
      { type: "cards", elements: [{ ...card, image_alt: "A shirt for Ann" }, { title: "No picture" }] },
    ],
  );
});
