import assert from "node:assert/strict";
import { test } from "node:test";
import { type Channel, easiestFirst } from "./new-page.ts";

const channel = (type: Channel["type"], gives_id: boolean) =>
  ({ type, title: type, gives_id, login: null, settings: {}, entry: null }) as Channel;
const webchat = channel("webchat", true);
const telegram = channel("telegram", false);
const messenger = channel("messenger", false);

test("channels without an account come first", () => {
  assert.deepEqual(
    easiestFirst([telegram, messenger, webchat]).map(({ type }) => type),
    ["webchat", "telegram", "messenger"],
  );
});
