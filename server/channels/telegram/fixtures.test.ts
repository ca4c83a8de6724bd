import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { telegramRefusals } from "@banter/core/channels/telegram/refusals.ts";
import type { OutgoingAlbum, OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { testCases, testOutcomes } from "../../../core/test/cases.ts";
import { SendError } from "../../outbound/send-error.ts";
import { withNotes } from "../../test/notes.ts";
import { methods } from "../../test/platforms/telegram/methods.ts";
import { aRenderContext } from "../../test/render-context.ts";
import type { PageProfile } from "../channel.ts";
import type { RenderContext } from "../outbound.ts";
import { renderAlbum } from "./album.ts";
import { sendErrorOf } from "./errors.ts";
import { parse } from "./inbound/parse.ts";
import { profileCalls } from "./profile.ts";
import { render, type TelegramCall } from "./render.ts";

const fixture = (name: string) => new URL(`./fixtures/${name}.json`, import.meta.url);
const givenIn = <Given>(name: string): { name: string; given: Given }[] =>
  JSON.parse(readFileSync(fixture(name), "utf8"));

const expectedIn = (name: string): TelegramCall[] =>
  JSON.parse(readFileSync(fixture(name), "utf8")).flatMap(({ expect }: { expect: TelegramCall[] }) => expect);

const context = aRenderContext("tg_777");
const settings = {
  phoneButton: "Share my number",
  locationButton: "📍 Share my location",
  quickReplies: "buttons",
  keyboardStays: false,
  providerToken: "284685063:TEST:NzE4",
} as const;
const rendered = (message: OutgoingMessage) => render(message, context, settings);

testCases(fixture("inbound"), parse);
testCases(fixture("reactions"), parse);
testOutcomes(fixture("outbound"), (message) =>
  withNotes((note) => render(message as OutgoingMessage, { ...context, note }, settings)),
);
testOutcomes(fixture("keyboards"), (given) => {
  const { message, ...chosen } = given as { message: OutgoingMessage };
  return withNotes((note) =>
    render(message, { ...context, note }, { ...settings, quickReplies: "keyboard", ...chosen }),
  );
});
testOutcomes(fixture("albums"), (given) => {
  const { album, done } = given as { album: OutgoingAlbum; done?: NonNullable<RenderContext["done"]> };
  return withNotes((note) => renderAlbum(album, { ...context, note, ...(done && { done }) }, settings));
});
testCases(fixture("profile"), (profile) => profileCalls(profile as PageProfile));
testCases(fixture("errors"), (answer) => {
  const { failure, message, retryAfterSeconds, errorCode } = sendErrorOf({
    headers: {},
    ...(answer as { status: number; body: unknown }),
  });
  return { failure, message, retryAfterSeconds, errorCode };
});

test("the Bot API accepts every call of the fixtures", () => {
  const outbound = givenIn<OutgoingMessage>("outbound").flatMap(({ given }) => rendered(given));
  const keyboards = expectedIn("keyboards");
  const albums = expectedIn("albums");
  const profiles = givenIn<PageProfile>("profile").flatMap(({ given }) => profileCalls(given));

  for (const { method, body } of [...outbound, ...keyboards, ...albums]
    .flatMap(withInstead)
    .concat(profiles as never)) {
    const schema = methods[method as keyof typeof methods];
    const uploaded = "video_note" in body ? { ...body, video_note: "upload of 1 bytes" } : body;
    assert.deepEqual(schema.safeParse(uploaded).error, undefined, JSON.stringify({ method, body }));
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

test("every row of the table of errors has a case", () => {
  const answers = givenIn<{ status: number; body: unknown }>("errors");

  const covered = new Set(answers.map(({ given }) => sendErrorOf({ headers: {}, ...given }).errorCode));

  for (const { codes } of telegramRefusals) assert.ok(covered.has(codes[0]), codes[0]);
});

test("every button has the payload or link of its own place", () => {
  for (const { name, given } of givenIn<OutgoingMessage>("outbound")) {
    const buttons = rendered(given).flatMap(({ body: { reply_markup } }) =>
      reply_markup && "inline_keyboard" in reply_markup ? reply_markup.inline_keyboard.flat() : [],
    );
    const expected = listPressables(given).flatMap((item, place): object[] => {
      if (item.type === "press") return [{ text: item.title, callback_data: context.payload(place) }];
      if (item.type === "url" && item.opens_app) return [{ text: item.title, web_app: { url: item.url } }];
      return item.type === "url" ? [{ text: item.title, url: context.link(place, item.url) }] : [];
    });
    assert.deepEqual(buttons, expected, name);
  }
});

test("a text longer than a message is sent in several, with the buttons on the last", () => {
  const text = "All about our shop, and more. ".repeat(400);

  const calls = rendered({ type: "text", text, buttons: [{ type: "press", title: "More", target: null }] });

  assert.ok(calls.length === 3 && calls.every(({ body }) => (body.text?.length ?? 0) <= 4096));
  assert.equal(calls.map(({ body }) => body.text).join(" "), text.trim());
  assert.deepEqual(
    calls.map(({ body }) => Object.keys(body.reply_markup ?? {})),
    [["remove_keyboard"], ["remove_keyboard"], ["inline_keyboard"]],
  );
});

test("the parts of a long text have the marks within them", () => {
  const text = `${"All about our shop. ".repeat(204)}Our big sale, and more. ${"All about our shop. ".repeat(100)}`;
  const start = text.indexOf("big");

  const calls = rendered({ type: "text", text, marks: [{ type: "bold", start, length: 200 }] });

  const marked = calls.flatMap(({ body: { text = "", entities = [] } }) =>
    entities.map(({ offset, length }) => text.slice(offset, offset + length)),
  );
  assert.equal(calls.length, 2);
  assert.equal(marked.join(" ").replaceAll(/\s+/g, " "), text.slice(start, start + 200).replaceAll(/\s+/g, " "));
});

test("a text longer than a caption follows the picture", () => {
  const subtitle = "All about our shop, and more. ".repeat(60);
  const card = { title: "Shop", subtitle, image_url: "https://cdn.example/1.jpg" };

  const calls = rendered({ type: "cards", elements: [card], quick_replies: [{ type: "phone_number" }] });

  assert.deepEqual(
    calls.map(({ method, body }) => [method, body.caption, Object.keys(body.reply_markup ?? {})[0]]),
    [
      ["sendPhoto", undefined, "remove_keyboard"],
      ["sendMessage", undefined, "keyboard"],
    ],
  );
});

test("a template without its text cannot be shown", () => {
  const isRejected = (error: unknown) => error instanceof SendError && error.failure === "rejected";

  assert.throws(() => rendered({ type: "whatsapp_message_template", template: {} }), isRejected);
});

test("a body that is not an update throws", () => {
  assert.throws(() => parse({ object: "page", entry: [] }), { name: "ZodError" });
});

function withInstead(call: TelegramCall): TelegramCall[] {
  return call.instead ? [call, ...withInstead(call.instead)] : [call];
}
