import assert from "node:assert/strict";
import { test } from "node:test";
import { previewContent, previewOutgoing } from "./preview.ts";

test("the limits of a channel cut titles and split long texts", () => {
  const content = {
    messages: [
      { type: "text", text: "word ".repeat(300), buttons: [{ type: "url", title: "A title that is much too long" }] },
    ],
    quick_replies: [{ type: "email" }, { type: "text", caption: "Yes" }],
  };

  const web = previewContent(content, undefined, "webchat");
  const instagram = previewContent(content, ["S"], "instagram");

  assert.equal(web.messages.length, 1);
  assert.equal(instagram.messages.length, 2);
  const [first, last] = instagram.messages;
  assert.ok(first?.type === "text" && first.buttons.length === 0 && first.text.length <= 1000);
  assert.ok(last?.type === "text" && last.buttons[0]?.title === "A title that is muc…");
  assert.deepEqual(
    instagram.replies.map(({ title, kind }) => [title, kind]),
    [
      ["S", "press"],
      ["", "email"],
      ["Yes", "press"],
    ],
  );
});

test("unfinished or malformed content is shown as far as possible", () => {
  for (const odd of [undefined, 7, { messages: "?" }, { messages: [null, { type: "odd" }] }])
    assert.deepEqual(previewContent(odd, undefined, "messenger"), { messages: [], replies: [] });
  assert.deepEqual(previewContent({ messages: [{ type: "cards", elements: [{}] }] }, undefined, "webchat").messages, [
    { type: "cards", isSquare: false, cards: [{ title: "", subtitle: "", imageUrl: "", buttons: [] }] },
  ]);
});

test("the buttons of a sent message are numbered in order", () => {
  const { messages, replies } = previewOutgoing(
    {
      type: "cards",
      elements: [
        {
          title: "Shirt",
          action_url: "https://example.com",
          buttons: [{ type: "press", title: "Take", target: null }],
        },
      ],
      quick_replies: [{ type: "press", title: "No", target: null }],
    },
    "webchat",
  );

  assert.ok(messages[0]?.type === "cards");
  assert.equal(messages[0].cards[0]?.buttons[0]?.index, 1);
  assert.equal(replies[0]?.index, 2);
});

test("bold words and links are shown as the channel shows them, of a step and of a filled-in message", () => {
  const message = { type: "text", text: "*Big* [shop](https://shop.example/)" };
  const marks = [
    { type: "bold" as const, start: 0, length: 3 },
    { type: "link" as const, start: 4, length: 4, url: "https://shop.example/" },
  ];
  const shown = (content: object, channel: "webchat" | "messenger") =>
    previewContent({ messages: [content] }, [], channel).messages[0];

  assert.deepEqual(shown(message, "webchat"), { type: "text", text: "Big shop", marks, buttons: [] });
  assert.deepEqual(shown({ ...message, markup: false }, "webchat"), { ...message, marks: [], buttons: [] });
  const plain = { type: "text", text: "Big shop (https://shop.example/)", marks: [], buttons: [] };
  assert.deepEqual(shown(message, "messenger"), plain);
  assert.deepEqual(previewOutgoing({ type: "text", text: "Big shop", marks }, "messenger").messages, [plain]);
  assert.deepEqual(previewOutgoing({ type: "text", text: "*a value*" }, "webchat").messages, [
    { type: "text", text: "*a value*", marks: [], buttons: [] },
  ]);
});
