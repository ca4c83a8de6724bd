import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { channelFacts } from "@banter/core/channels/index.ts";
import { newCustomer } from "@banter/core/flow/customer.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { simulate } from "@banter/core/flow/turn/simulate.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { aPage } from "../../core/test/conversation.ts";
import { drawings, drawMessage } from "../test/platforms/drawings.ts";

const file = new URL("../../docs/channels.md", import.meta.url);

/** One flow with a message of every kind. */
const steps: Record<string, JsonObject> = {
  hello: {
    type: "message",
    content: {
      messages: [
        { type: "text", text: "Hello {{user_first_name}}, welcome to our shop." },
        {
          type: "text",
          text: "What can we do for you?",
          buttons: [
            { type: "flow", title: "See the shop", flow_id: 1 },
            { type: "url", title: "Our web site", url: "https://shop.example/" },
            { type: "call", title: "Call us", phone: "+842812345678" },
          ],
        },
        { type: "image", url: "https://shop.example/coffee.jpg" },
        { type: "audio", url: "https://shop.example/jingle.mp3" },
        { type: "file", url: "https://shop.example/prices.pdf" },
        {
          type: "cards",
          elements: [
            {
              title: "House coffee",
              subtitle: "250 g, whole beans",
              image_url: "https://shop.example/beans.jpg",
              buttons: [{ type: "flow", title: "Order", flow_id: 1 }],
            },
            {
              title: "Sourdough loaf",
              subtitle: "Baked this morning",
              image_url: "https://shop.example/loaf.jpg",
              buttons: [{ type: "flow", title: "Order", flow_id: 1 }],
            },
          ],
        },
        { type: "text", text: "Which size?" },
      ],
      quick_replies: ["Small", "Middle", "Large", "Huge"].map((title) => ({ type: "flow", title, flow_id: 1 })),
    },
    next: null,
  },
};

test("the end of docs/channels.md shows the same flow on every channel", () => {
  const page = aPage({ flows: { 1: steps }, keywords: { hello: 1 } });
  const customer = { ...newCustomer("1"), firstName: "Lan" };
  const talk = simulate({ setup: page, customer, now: 0, random: () => 0 });
  talk.say("hello");
  const [written = ""] = readFileSync(file, "utf8").split(heading);
  const text = `${written}${heading}${introduction}\n${talk.said.map(sectionOf).join("\n")}`;

  if (process.env.UPDATE_CASES) writeFileSync(file, text);
  assert.equal(readFileSync(file, "utf8"), text);
});

const heading = "## The same flow on every channel\n";
const introduction = `One flow, run once; below each message is how each channel is asked to show it. Lines in brackets are buttons, in
round brackets quick replies; a line of dashes separates messages.
`;

function sectionOf(message: OutgoingMessage, index: number): string {
  const names = Object.keys(drawings) as (keyof typeof drawings)[];
  const head = names.map((name) => channelFacts[name].title).join(" | ");
  const cells = names.map((name) => drawMessage(name, message).map(plain).join("<br>")).join(" | ");
  return `### ${index + 1}. ${titleOf(message)}\n\n| ${head} |\n|${names.map(() => "---|").join("")}\n| ${cells} |\n`;
}

function titleOf(message: OutgoingMessage): string {
  const titles: Record<string, string> = { text: "A text", cards: "Cards", image: "A picture", file: "A file" };
  const with_ = [message.buttons && "buttons", message.quick_replies && "quick replies"].filter(Boolean);
  return [titles[message.type] ?? "Audio", ...(with_.length > 0 ? [`with ${with_.join(" and ")}`] : [])].join(" ");
}

const plain = (line: string) => line.replaceAll("|", "\\|").replaceAll("\n", "<br>").replaceAll("https://", "");
