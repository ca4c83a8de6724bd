import assert from "node:assert/strict";
import { test } from "node:test";
import type { Conversation } from "../../live/conversation-cache.ts";
import { mergeLines } from "./merge-lines.ts";

const line = (psid: string, minute: number, more: Partial<Conversation> = {}) =>
  ({
    psid,
    last_at: `2026-11-16T10:${String(minute).padStart(2, "0")}:00.000Z`,
    unread: 0,
    waiting_since: null,
    failed: 0,
    assignee: null,
    changed: minute,
    ...more,
  }) as Conversation;
const asLines = (...lines: Conversation[]) => new Map(lines.map((each) => [each.psid, each]));
const merge = (given: Partial<Parameters<typeof mergeLines>[0]>) =>
  mergeLines({
    read: [],
    lines: undefined,
    filter: "all",
    isSearch: false,
    hasMore: false,
    userId: "me",
    openPsid: undefined,
    ...given,
  }).map(({ psid, changed }) => `${psid}${changed}`);

test("a conversation with news moves up and is shown once", () => {
  assert.deepEqual(merge({ read: [line("a", 9), line("b", 8)], lines: asLines(line("b", 12)) }), ["b12", "a9"]);
});

test("a list that was read after an event keeps its newer form", () => {
  assert.deepEqual(merge({ read: [line("a", 9)], lines: asLines(line("a", 7)) }), ["a9"]);
});

test("a conversation in two pages is shown once: it moved while they were read", () => {
  assert.deepEqual(merge({ read: [line("a", 9), line("b", 8), line("a", 5)] }), ["a9", "b8"]);
});

test("one behind the end waits for its page, unless there is no other", () => {
  const [read, lines] = [[line("a", 9)], asLines(line("z", 3))];

  assert.deepEqual(merge({ read, lines, hasMore: true }), ["a9"]);
  assert.deepEqual(merge({ read, lines }), ["a9", "z3"]);
});

test("filters let lines in and out, but the open conversation stays", () => {
  const read = [line("a", 9, { unread: 2 }), line("b", 8, { unread: 1 })];
  const lines = asLines(line("a", 10), line("c", 11, { unread: 1 }));

  assert.deepEqual(merge({ read, lines, filter: "unread" }), ["c11", "b8"]);
  assert.deepEqual(merge({ read, lines, filter: "unread", openPsid: "a" }), ["c11", "a10", "b8"]);
  const mine = line("d", 1, { assignee: { user_id: "me", name: "Me" } });
  assert.deepEqual(merge({ read: [line("a", 9), mine], filter: "mine" }), ["d1"]);
});

test("results of a search keep their order and get no others", () => {
  const read = [line("a", 9), line("b", 8)];

  assert.deepEqual(merge({ read, lines: asLines(line("b", 12), line("c", 13)), isSearch: true }), ["a9", "b12"]);
});

test("an erased customer leaves", () => {
  assert.deepEqual(merge({ read: [line("a", 9)], lines: new Map([["a", null]]) }), []);
});
