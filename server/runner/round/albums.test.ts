import assert from "node:assert/strict";
import { test } from "node:test";
import type { Effect } from "@banter/core/flow/effect.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { withAlbums } from "./albums.ts";

const origin = { flowId: 1, version: 1, step: "show", runId: 5, sendId: null };
const say = (message: OutgoingMessage, from: Partial<typeof origin> = {}): Effect => ({
  type: "say",
  message,
  origin: { ...origin, ...from },
  isReply: true,
  warnings: [],
});
const picture = (name: string): OutgoingMessage => ({ type: "image", url: `https://shop.example/${name}.jpg` });
const video: OutgoingMessage = { type: "video", url: "https://shop.example/tour.mp4" };
const text: OutgoingMessage = { type: "text", text: "Our shop" };
const shown = (effects: Effect[]) =>
  withAlbums(effects).map((effect) =>
    effect.type === "say_album"
      ? effect.message.items.length
      : effect.type === "say"
        ? effect.message.type
        : effect.type,
  );

test("pictures and videos of one content that follow one another are an album", () => {
  assert.deepEqual(shown([say(text), say(picture("a")), say(video), say(picture("b")), say(text)]), [
    "text",
    3,
    "text",
  ]);
});

test("one picture is no album, and neither are pictures of two contents or with something between them", () => {
  assert.deepEqual(shown([say(picture("a"))]), ["image"]);
  assert.deepEqual(shown([say(picture("a")), say(picture("b"), { step: "next" })]), ["image", "image"]);
  assert.deepEqual(shown([say(picture("a")), say(text), say(picture("b"))]), ["image", "text", "image"]);
});

test("a picture with buttons stays by itself", () => {
  const button = { type: "press", title: "Buy", target: null } as const;

  const effects = [say(picture("a")), say(picture("b")), say({ ...picture("c"), buttons: [button] })];

  assert.deepEqual(shown(effects), [2, "image"]);
});

test("a picture that answers a message stays by itself, so that it quotes the message", () => {
  const effects = [say({ ...picture("a"), quoted: { id: 1 } }), say(picture("b")), say(picture("c"))];

  assert.deepEqual(shown(effects), ["image", 2]);
});

test("the quick replies of the last picture are the album's", () => {
  const quick_replies = [{ type: "press", title: "More", target: null } as const];
  const variables = { size: "M" };

  const [album] = withAlbums([say(picture("a")), say({ ...picture("b"), quick_replies, variables })]);

  assert.deepEqual(album?.type === "say_album" && album.message, {
    type: "album",
    items: [
      { type: "image", url: "https://shop.example/a.jpg" },
      { type: "image", url: "https://shop.example/b.jpg" },
    ],
    quick_replies,
    variables,
  });
});

test("eleven pictures are an album of ten and a picture", () => {
  assert.deepEqual(shown(Array.from({ length: 11 }, (_, number) => say(picture(`${number}`)))), [10, "image"]);
});
