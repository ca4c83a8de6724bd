import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { lineRefusals } from "@banter/core/channels/line/refusals.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { testCases, testOutcomes } from "../../../core/test/cases.ts";
import { SendError } from "../../outbound/send-error.ts";
import { withNotes } from "../../test/notes.ts";
import { faultsIn } from "../../test/platforms/line/requests.ts";
import { aRenderContext } from "../../test/render-context.ts";
import { refusalOf } from "./errors.ts";
import { parse } from "./parse.ts";
import { render } from "./render.ts";

const fixture = (name: string) => new URL(`./fixtures/${name}.json`, import.meta.url);
const givenIn = <Given>(name: string): { name: string; given: Given }[] =>
  JSON.parse(readFileSync(fixture(name), "utf8"));

const context = aRenderContext(`ln_U${"0".repeat(31)}7`);
const settings = { videoPicture: "https://shop.example/film.jpg" };
const rendered = (message: OutgoingMessage) => render(message, context, settings);

testCases(fixture("inbound"), parse);
testOutcomes(fixture("outbound"), (message) =>
  withNotes((note) => render(message as OutgoingMessage, { ...context, note }, settings)),
);
testCases(fixture("errors"), (answer) => {
  const { failure, message, errorCode } = refusalOf({ headers: {}, ...(answer as { status: number; body: unknown }) });
  return { failure, message, errorCode };
});

test("LINE accepts every call of the fixtures", () => {
  for (const { name, given } of givenIn<OutgoingMessage>("outbound")) {
    for (const { to, messages } of rendered(given))
      assert.deepEqual(faultsIn("POST /v2/bot/message/push", { to, messages }), [], name);
  }
});

test("every kind of content has a case", () => {
  const kinds = new Set(givenIn<OutgoingMessage>("outbound").map(({ given }) => given.type));

  assert.deepEqual([...kinds].toSorted(), [
    "audio",
    "cards",
    "file",
    "image",
    "text",
    "video",
    "whatsapp_message_template",
  ]);
});

test("every kind of event has a case", () => {
  const bodies = givenIn<unknown>("inbound").flatMap(({ given }) => parse(given).events.map(({ event }) => event));
  const kinds = bodies.flatMap((event) => {
    if (event.type !== "message") return [event.type];
    const { attachments = [], quoted, referral } = event;
    const parts = [
      ...attachments.map(({ type }) => type),
      ...(quoted ? ["quoted"] : []),
      ...(referral ? ["link"] : []),
    ];
    return parts.length === 0 ? ["text"] : parts;
  });

  assert.deepEqual([...new Set(kinds)].toSorted(), [
    ...[
      "audio",
      "deletion",
      "edit",
      "file",
      "follow",
      "form",
      "image",
      "link",
      "location",
      "other",
      "payload",
      "quoted",
    ],
    ...["reach", "referral", "text", "video"],
  ]);
});

test("every row of the table of errors has a case and words, and a code of its own", () => {
  const cases = givenIn<{ status: number; body: unknown }>("errors").map(({ given }) =>
    refusalOf({ headers: {}, ...given }),
  );

  for (const { codes, en, vi } of lineRefusals) {
    assert.ok(
      cases.some(({ errorCode }) => errorCode === codes[0]),
      codes[0],
    );
    assert.ok(en !== "" && vi !== "" && en !== vi, codes[0]);
  }
  assert.equal(new Set(lineRefusals.flatMap(({ codes }) => codes)).size, lineRefusals.length);
});

test("every button has the payload or link of its own place", () => {
  for (const { name, given } of givenIn<OutgoingMessage>("outbound")) {
    const places = rendered(given).flatMap(({ messages }) => [
      ...JSON.stringify(messages).matchAll(/"(?:data|uri)":"(?:b1042|https:\/\/banter\.example\/l\/1042)\.([0-9]+)"/g),
    ]);
    const isShown = ({ type }: { type: string }) => type === "press" || type === "url";
    const expected = listPressables(given).flatMap((item, place) => (isShown(item) ? [place] : []));
    const shown = places.map(([, place]) => Number(place)).toSorted((one, other) => one - other);
    // LINE shows thirteen quick replies.
    assert.deepEqual(shown, expected.slice(0, shown.length), name);
    assert.ok(shown.length === expected.length || given.quick_replies?.length === 16, name);
  }
});

test("a text longer than a message is sent in several, with the buttons on the last", () => {
  const text = "All about our shop, and more. ".repeat(400);

  const [call, ...others] = rendered({ type: "text", text, buttons: [{ type: "press", title: "More", target: null }] });
  const long = rendered({ type: "text", text });

  assert.deepEqual(
    [call, ...others].map((each) => each?.messages.map(({ type }) => type)),
    [
      ["text", "text", "text", "text", "text"],
      ["text", "flex"],
    ],
  );
  assert.equal(new Set([call, ...others].map((each) => each?.retryKey)).size, 2);
  assert.deepEqual(
    long.map(({ messages }) => messages.length),
    [3],
  );
});

test("a retry key is the same for the same call, and another for any other", () => {
  const keyOf = (text: string, messageId = 1042) =>
    render({ type: "text", text }, { ...context, messageId }, settings)[0]?.retryKey;

  assert.match(keyOf("Hello") ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(keyOf("Hello"), keyOf("Hello"));
  assert.notEqual(keyOf("Hello"), keyOf("Hello!"));
  assert.notEqual(keyOf("Hello"), keyOf("Hello", 1043));
});

test("only the first call of a message has the reply token", () => {
  const reply = { token: "token", until: 1 };
  const elements = Array.from({ length: 80 }, (_, number) => ({ title: `Card ${number}` }));

  const calls = rendered({ type: "cards", elements, reply });

  assert.deepEqual(
    calls.map(({ messages, reply }) => [messages.length, reply?.token]),
    [
      [5, "token"],
      [2, undefined],
    ],
  );
});

test("a video without a picture to stand for it is shown as its address", () => {
  const [call] = render({ type: "video", url: "https://cdn.example/1.mp4" }, context, { videoPicture: "" });

  assert.deepEqual(call?.messages, [{ type: "text", text: "https://cdn.example/1.mp4" }]);
});

test("a template without its text cannot be shown", () => {
  const isRejected = (error: unknown) => error instanceof SendError && error.failure === "rejected";

  assert.throws(() => rendered({ type: "whatsapp_message_template", template: {} }), isRejected);
});

test("a body that is no webhook throws", () => {
  assert.throws(() => parse({ object: "page", entry: [] }), { name: "ZodError" });
});
