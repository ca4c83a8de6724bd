import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { newCustomer } from "@banter/core/flow/customer.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { simulate } from "@banter/core/flow/turn/simulate.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { aPage } from "@banter/core/test/conversation.ts";
import { drawMessage } from "@banter/server/test/platforms/drawings.ts";
import { previewContent, previewOutgoing } from "./preview.ts";
import type { Preview, PreviewButton } from "./preview-message.ts";

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

const presses = (...titles: string[]) => titles.map((title) => ({ type: "press" as const, title, target: null }));
const channels = Object.keys(channelFacts) as ChannelType[];

test("buttons and quick replies have the form in which the channel's adapter asks for them", () => {
  const url = { type: "url", title: "Our site", url: "https://shop.example/" } as const;
  const call = { type: "call", title: "Call us", phone: "+842812345678" } as const;
  const card = (title: string, more: object = {}) => ({ title, subtitle: "250 g", buttons: presses("Order"), ...more });
  const image_url = "https://shop.example/beans.jpg";
  const messages: OutgoingMessage[] = [
    { type: "text", text: "Hello", buttons: presses("See", "Order") },
    { type: "text", text: "Hello", buttons: [...presses("See"), url, call] },
    { type: "text", text: "Hello", buttons: [url] },
    { type: "text", text: "Hello", buttons: presses("See", "Order"), quick_replies: presses("Returns") },
    { type: "text", text: "Which size?", quick_replies: presses("S", "M", "L", "XL") },
    { type: "text", text: "Which day?", quick_replies: presses(..."ABCDEFGHIJKL") },
    { type: "cards", elements: [card("Coffee", { image_url }), card("Tea", { image_url })] },
    { type: "cards", elements: [card("Coffee", { image_url }), card("Tea")] },
  ];

  for (const channel of channels)
    for (const message of messages)
      assert.deepEqual(drawn(previewOutgoing(message, channel)), asked(channel, message), channel);
});

test("every message of every template is previewed as its channel shows it", () => {
  const root = new URL("../../../demo/templates/", import.meta.url);
  const said = globSync("*/{en,vi}.json", { cwd: root })
    .flatMap((path) => messagesIn(JSON.parse(readFileSync(new URL(path, root), "utf8"))))
    // Fields for a phone number or an address differ by the page's settings.
    .filter(({ quick_replies = [] }) => quick_replies.every(({ type }) => type === "press"));

  assert.ok(said.length > 200, String(said.length));
  for (const channel of channels)
    for (const message of said)
      assert.deepEqual(drawn(previewOutgoing(message, channel)), asked(channel, message), channel);
});

/** The messages of a template's steps, as a run sends them. Buttons may lead anywhere. */
function messagesIn({ flows }: { flows: { document: { steps: Record<string, JsonObject> } }[] }): OutgoingMessage[] {
  return flows.flatMap(({ document }) =>
    Object.values(document.steps).flatMap(({ type, content, choices, accept }) => {
      if (type !== "message" && type !== "ask") return [];
      const leads = (_: string, value: unknown) =>
        isObject(value) && (value.type === "flow" || value.type === "step")
          ? { type: "flow", title: value.title ?? value.caption, flow_id: 1 }
          : value;
      const step = JSON.parse(JSON.stringify({ type, content, choices, accept }, leads));
      const setup = aPage({ flows: { 1: { step } }, keywords: { hello: 1 } });
      const talk = simulate({ setup, customer: newCustomer("1"), now: 0, random: () => 0 });
      talk.say("hello");
      return talk.said;
    }),
  );
}

/** The adapter's calls in lines, each button on its own. Dashes between messages and signs of bold are left out. */
function asked(channel: ChannelType, message: OutgoingMessage): string[] {
  return drawMessage(channel, message)
    .flatMap((line) => line.replaceAll("] [", "]\n[").split("\n"))
    .map((line) => line.replaceAll(/^\*+(?!picture)|\*+$/g, "").replace("*picture* ", "picture "))
    .filter((line) => !["", "- - -", "👇"].includes(line));
}

/** A preview in the same lines. */
function drawn({ messages, replies }: Preview): string[] {
  const button = ({ title }: PreviewButton) => `[${title}]`;
  const lines = messages.flatMap((message) => {
    if (message.type === "template") return [message.text];
    if (message.type === "cards")
      return message.cards.flatMap(({ imageUrl, title, subtitle, buttons }) => [
        imageUrl && `picture ${imageUrl}`,
        title,
        subtitle,
        ...buttons.map(button),
      ]);
    return [
      ...("url" in message ? [`picture ${message.url}`] : []),
      ...("text" in message ? (message.text ?? "").split("\n") : []),
      ...(message.isList ? ["[Choose] opens a list:"] : []),
      ...message.buttons.map((each) => (message.isList ? `– ${each.title}` : button(each))),
    ];
  });
  return [...lines, ...replies.map(({ title }) => `(${title})`)].filter((line) => !["", "👇"].includes(line));
}
