import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message, Note } from "../queries.ts";
import { timelineOf } from "./timeline.ts";

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).toISOString();
const message = (id: number, day: number, hour?: number) => ({ id, at: at(day, hour), content: null }) as Message;
const note = (id: number, day: number, hour?: number) => ({ id, at: at(day, hour) }) as Note;
const keysOf = (...given: Parameters<typeof timelineOf>) =>
  timelineOf(...given).map(({ type, key }) => (type === "day" ? "day" : key));

test("messages and notes are in the order of time, with a line for each day", () => {
  const thread = { messages: [message(1, 1), message(2, 2, 9), message(3, 2, 11)], hasMore: false };

  assert.deepEqual(keysOf(thread, [note(7, 2, 10), note(8, 3)], []), [
    "day",
    "message 1",
    "day",
    "message 2",
    "note 7",
    "message 3",
    "day",
    "note 8",
  ]);
});

test("notes from before the first message wait until the messages around them were read", () => {
  const messages = [message(5, 5)];

  assert.deepEqual(keysOf({ messages, hasMore: true }, [note(1, 1)], []), ["day", "message 5"]);
  assert.deepEqual(keysOf({ messages, hasMore: false }, [note(1, 1)], []), ["day", "note 1", "day", "message 5"]);
});
