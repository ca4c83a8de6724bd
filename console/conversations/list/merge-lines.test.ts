import assert from "node:assert/strict";
import { test } from "node:test";
import type { Conversation } from "../../live/conversation-cache.ts";
import { mergeLines } from "./merge-lines.ts";
import { viewBy, viewOf } from "./view.ts";

const line = (psid: string, minute: number, more: Partial<Conversation> = {}) =>
  ({
    psid,
    last_at: `2026-11-16T10:${String(minute).padStart(2, "0")}:00.000Z`,
    unread: 0,
    waiting_since: null,
    snoozed: null,
    is_done: false,
    tags: [],
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
    view: viewBy("all"),
    hasMore: false,
    userId: "me",
    openPsid: undefined,
    now: Date.parse("2026-11-16T11:00:00.000Z"),
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

  assert.deepEqual(merge({ read, lines, view: viewBy("unread") }), ["c11", "b8"]);
  assert.deepEqual(merge({ read, lines, view: viewBy("unread"), openPsid: "a" }), ["c11", "a10", "b8"]);
  const mine = line("d", 1, { assignee: { user_id: "me", name: "Me" } });
  assert.deepEqual(merge({ read: [line("a", 9), mine], view: viewBy("mine") }), ["d1"]);
});

test("results of a search keep their order and get no others", () => {
  const read = [line("a", 9), line("b", 8)];

  assert.deepEqual(merge({ read, lines: asLines(line("b", 12), line("c", 13)), view: viewBy("all", "words") }), [
    "a9",
    "b12",
  ]);
});

test("an erased customer leaves", () => {
  assert.deepEqual(merge({ read: [line("a", 9)], lines: new Map([["a", null]]) }), []);
});

test("those who wait come by their age, and a time that has come brings a conversation back", () => {
  const read = [
    line("a", 9, { waiting_since: "2026-11-16T10:30:00.000Z" }),
    line("b", 8, { snoozed: { until: "2026-11-16T10:20:00.000Z" } }),
    line("c", 7, { snoozed: { until: "2026-11-16T12:00:00.000Z" } }),
    line("d", 6, { snoozed: { until: null } }),
    line("e", 5, { is_done: true }),
  ];

  assert.deepEqual(merge({ read, view: viewBy("waiting") }), ["b8", "a9"]);
  assert.deepEqual(merge({ read, view: viewBy("snoozed") }), ["c7", "d6"]);
  assert.deepEqual(merge({ read, view: viewBy("done") }), ["e5"]);
});

test("those who are put off until they write come in the order in which they are read", () => {
  const snoozed = { until: null };
  const read = [line("a", 5, { snoozed }), line("b", 8, { snoozed })];

  assert.deepEqual(merge({ read, view: viewBy("snoozed") }), ["a5", "b8"]);
});

test("a view is narrowed to a member", () => {
  const read = [line("a", 9), line("b", 8, { assignee: { user_id: "me", name: "Me" } })];

  assert.deepEqual(merge({ read, view: viewOf({ filter: "all", member: "me" }) }), ["b8"]);
});

test("a view with a condition gets no others, and its lines move in their order", () => {
  const read = [line("a", 9), line("b", 8)];

  assert.deepEqual(
    merge({ read, lines: asLines(line("b", 12), line("c", 13)), view: viewOf({ filter: "all", view: 7 }) }),
    ["b12", "a9"],
  );
});
