import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { zaloRefusals } from "@banter/core/channels/zalo/refusals.ts";
import { listPressables, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { testCases, testOutcomes } from "../../../core/test/cases.ts";
import { withNotes } from "../../test/notes.ts";
import { anySettings } from "../../test/platforms/any-settings.ts";
import { buttonsIn, MessageRequest } from "../../test/platforms/zalo/requests.ts";
import { aRenderContext } from "../../test/render-context.ts";
import { sendErrorOf } from "./errors.ts";
import { pagesIn, parse } from "./parse.ts";
import { render, type ZaloCall } from "./render.ts";
import { Settings } from "./settings.ts";

const pageId = "zl_579745863508352884";
const fixture = (name: string) => new URL(`./fixtures/${name}.json`, import.meta.url);
const givenIn = <Given>(name: string): { name: string; given: Given }[] =>
  JSON.parse(readFileSync(fixture(name), "utf8"));

const context = aRenderContext("zl_3000000000000000777");
const settings = Settings.parse(anySettings);
const rendered = (message: OutgoingMessage, more: Partial<Settings> = {}) =>
  render(message, context, { ...settings, ...more });

testCases(fixture("inbound"), (body) => parse(body, pageId));
testOutcomes(fixture("outbound"), (message) =>
  withNotes((note) => render(message as OutgoingMessage, { ...context, note }, settings)),
);
testCases(fixture("errors"), (answer) => {
  const { failure, message, errorCode, retryAfterSeconds } = sendErrorOf({
    headers: {},
    ...(answer as { status: number; body: unknown }),
  });
  return { failure, message, errorCode, retryAfterSeconds };
});

test("the Open API accepts every call of the fixtures, and what is sent instead", () => {
  const withInstead = (call: ZaloCall): ZaloCall[] => (call.instead ? [call, call.instead] : [call]);
  const calls = givenIn<OutgoingMessage>("outbound").flatMap(({ given }) => [
    ...rendered(given),
    ...rendered(given, { sharePicture: "https://cdn.example/phone.jpg" }),
  ]);

  for (const { recipient, message } of calls.flatMap(withInstead)) {
    const { error } = MessageRequest.safeParse({ recipient, message });
    assert.deepEqual(error, undefined, JSON.stringify(message));
  }
});

test("every error of the table has a case", () => {
  const codes = givenIn<{ body: { error?: number } }>("errors").map(({ given: { body } }) => body.error);

  for (const code of zaloRefusals.flatMap(({ codes }) => codes)) assert.ok(codes.includes(Number(code)), code);
});

test("every page that a body may belong to is named", () => {
  for (const { name, given } of givenIn<object>("inbound")) {
    if (!/another account/.test(name)) assert.ok(pagesIn(given).includes(pageId), name);
  }
  assert.deepEqual(pagesIn({ object: "page" }), []);
});

test("a body that is not an event throws", () => {
  assert.throws(() => parse({ object: "page", entry: [] }, pageId), { name: "ZodError" });
});

test("every button has the payload or link of its own place", () => {
  for (const { name, given } of givenIn<OutgoingMessage>("outbound")) {
    const buttons = rendered(given).flatMap(({ message }) => buttonsIn(message as MessageRequest["message"]));
    const expected = listPressables(given).flatMap((item, place): unknown[] => {
      if (item.type === "press") return [`#${context.payload(place)}`];
      if (item.type === "url") return [{ url: context.link(place, item.url) }];
      return item.type === "call" ? [{ phone_code: item.phone.replaceAll(/\D/g, "") }] : [];
    });
    assert.deepEqual(
      buttons.map(({ payload }) => payload),
      expected,
      name,
    );
  }
});

test("a text longer than a message is sent in several, with the buttons on the last", () => {
  const text = "All about our shop, and more. ".repeat(150);

  const calls = rendered({ type: "text", text, buttons: [{ type: "press", title: "More", target: null }] });

  assert.ok(calls.length === 3 && calls.every(({ message }) => (message.text?.length ?? 0) <= 2000));
  assert.equal(calls.map(({ message }) => message.text).join(" "), text.trim());
  assert.deepEqual(
    calls.map(({ message }) => message.attachment !== undefined),
    [false, false, true],
  );
});

test("a text that leaves no room for the picture's address follows the picture", () => {
  const card = { title: "Shop", subtitle: "x".repeat(1990), image_url: "https://cdn.example/1.jpg" };

  const calls = rendered({ type: "cards", elements: [card] });

  assert.deepEqual(
    calls.map(({ message, instead }) => [message.text?.length, instead?.message.text]),
    [
      [undefined, card.image_url],
      [1995, undefined],
    ],
  );
});

test("with a picture, Zalo's own card asks for the phone number", () => {
  const calls = rendered(
    { type: "text", text: "Hello", quick_replies: [{ type: "phone_number" }] },
    { sharePicture: "https://cdn.example/phone.jpg" },
  );

  assert.deepEqual(
    calls.map(({ message }) => message),
    [
      { text: "Hello" },
      {
        attachment: {
          type: "template",
          payload: {
            template_type: "request_user_info",
            elements: [
              {
                title: "What is your phone number?",
                subtitle: "Press here to share it.",
                image_url: "https://cdn.example/phone.jpg",
              },
            ],
          },
        },
      },
    ],
  );
});
