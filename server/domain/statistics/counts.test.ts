import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { type TurnNews, typeOfTurn } from "../../store/conversations/news.ts";
import { newsCounter } from "./counts.ts";
import { waitingSince } from "./save-counts.ts";

function countNews(pages: Parameters<ReturnType<typeof newsCounter>["add"]>[0][]) {
  const counter = newsCounter();
  for (const page of pages) counter.add(page);
  return counter.result();
}

const message = (text: string): ConversationEvent => ({ type: "message", text });
const at = new Date("2026-11-16T09:20:00Z");

function aTurn(event: ConversationEvent, trace: Trace, others: Partial<TurnNews> = {}): TurnNews {
  const { outcome, triggers = null, visits = null, notes = null } = trace;
  return { id: 1, psid: "ann", at, event, outcome, triggers, visits, notes, isCountedLater: true, ...others };
}

const noNews = { pageId: "web_1", turns: [], messages: [], firstInputs: new Set<number>() };

/** The counted numbers as "what key: count". */
function counted(...turns: TurnNews[]): string[] {
  const { counts } = countNews([{ ...noNews, turns }]);
  return counts.map(({ what, key, count }) => `${what}${key && ` ${key}`}: ${count}`).sort();
}

test("a message that a keyword takes counts for the keyword, the flow and the bot", () => {
  const trace: Trace = {
    triggers: [{ on: "keyword", verdict: "matched", keyword: 5, flow: 1 }],
    visits: [[1, 3, "hi", "next"]],
    notes: [{ note: "run", run: 1, flow: 1, end: "ended" }],
    outcome: "started",
  };

  assert.deepEqual(counted(aTurn(message("hello"), trace)), [
    "answered_by_bot: 1",
    "flow_finish 1: 1",
    "flow_start 1: 1",
    "keyword 5: 1",
    "received: 1",
  ]);
});

test("a customer's first input counts as a new customer", () => {
  const turns = [
    aTurn(message("hello"), { outcome: "nothing" }, { id: 1 }),
    aTurn(message("again"), { outcome: "nothing" }, { id: 2 }),
  ];

  const { counts } = countNews([{ ...noNews, turns, firstInputs: new Set([1]) }]);

  assert.deepEqual(
    counts.map(({ what, count }) => [what, count]),
    [
      ["new_customers", 1],
      ["received", 2],
    ],
  );
});

test("something that a growth tool waits for counts as its opening, and as its start if the flow started", () => {
  const reaction: ConversationEvent = { type: "reaction", emoji: "❤" };
  const happening = { on: "happening", happening: "reaction", tool: 8 } as const;
  const started: Trace = { triggers: [{ ...happening, verdict: "flow", flow: 1 }], outcome: "started" };
  const busy: Trace = { triggers: [{ ...happening, verdict: "busy", flow: 2 }], outcome: "nothing" };
  const unwanted: Trace = {
    triggers: [{ on: "happening", verdict: "none", happening: "reaction" }],
    outcome: "nothing",
  };

  assert.deepEqual(counted(aTurn(reaction, started), aTurn(reaction, busy), aTurn(reaction, unwanted)), [
    "answered_by_bot: 1",
    "tool_open 8: 2",
    "tool_start #8: 1",
  ]);
});

test("a member's reaction counts neither as a message nor as a reply", () => {
  const event: ConversationEvent = { type: "person_reaction", emoji: "👍", about: { id: 7 }, userId: "me", sendId: 9 };
  const turns = [aTurn(event, { outcome: "person_reacted" })];

  const { counts, replies } = countNews([{ ...noNews, turns, messages: [{ at, turnType: event.type }] }]);

  assert.deepEqual([counts, replies], [[], []]);
});

test("a message is unmatched if it came to the default reply, whatever that did", () => {
  const triggers: Trace["triggers"] = [
    { on: "keyword", verdict: "none" },
    { on: "default_reply", verdict: "none" },
  ];
  const { unmatched } = countNews([
    { ...noNews, turns: [aTurn(message("huh"), { triggers, outcome: "nothing" }, { id: 7 })] },
  ]);

  assert.deepEqual(
    unmatched.map(({ id }) => id),
    [7],
  );
  assert.deepEqual(counted(aTurn(message("huh"), { triggers, outcome: "nothing" })), ["received: 1", "unmatched: 1"]);
  const asked: Trace = { triggers: [{ on: "keyword", verdict: "none" }], outcome: "asked_again" };
  assert.deepEqual(counted(aTurn(message("huh"), asked)), ["answered_by_bot: 1", "received: 1"]);
});

test("a flow that leads to another starts both, and a return to the first starts nothing", () => {
  const started: Trace = {
    visits: [
      [1, 1, "go", "goto"],
      [2, 1, "ask", "wait"],
    ],
    outcome: "started",
  };
  const returned: Trace = {
    visits: [
      [2, 1, "ask", "answered"],
      [1, 1, "thanks", "next"],
    ],
    notes: [{ note: "run", run: 1, flow: 1, end: "ended" }],
    outcome: "answered",
  };

  const starts = counted(aTurn(message("go"), started), aTurn(message("Ann"), returned)).filter((line) =>
    line.startsWith("flow_"),
  );
  assert.deepEqual(starts, ["flow_finish 1: 1", "flow_start 1: 1", "flow_start 2: 1"]);
});

test("a sequence starts its flow, after a wait and after an end", () => {
  const afterWait: Trace = {
    visits: [
      [1, 1, "hi", "next"],
      [1, 1, "ask", "wait"],
      [2, 1, "later", "wait"],
    ],
    outcome: "started",
  };
  const afterEnd: Trace = {
    visits: [
      [1, 1, "hi", "next"],
      [2, 1, "later", "wait"],
    ],
    notes: [{ note: "run", run: 1, flow: 1, end: "ended" }],
    outcome: "started",
  };

  for (const trace of [afterWait, afterEnd])
    assert.deepEqual(
      counted(aTurn(message("hi"), trace)).filter((line) => line.startsWith("flow_start")),
      ["flow_start 1: 1", "flow_start 2: 1"],
    );
});

test("a continued step is not entered again, and a wait is no exit", () => {
  const { steps, exits } = countNews([
    {
      ...noNews,
      turns: [
        aTurn(message("hi"), { visits: [[1, 1, "ask", "wait"]], outcome: "started" }),
        aTurn(message("Ann"), { visits: [[1, 1, "ask", "answered"]], outcome: "answered" }),
      ],
    },
  ]);

  assert.deepEqual(
    steps.map(({ step, exit, count }) => [step, exit, count]),
    [
      ["ask", "", 1],
      ["ask", "answered", 1],
    ],
  );
  assert.deepEqual(
    exits.map(({ step, exit, taken }) => [step, exit, taken]),
    steps.map(({ step, exit, count }) => [step, exit, count]),
  );
});

test("the exits of a turn that a node of release 0.1.0 has stored are not counted again", () => {
  const turn = aTurn(message("hi"), { visits: [[1, 1, "hi", "next"]], outcome: "started" }, { isCountedLater: false });

  const { steps, exits } = countNews([{ ...noNews, turns: [turn] }]);

  assert.deepEqual([steps.length, exits.length], [2, 0]);
});

test("turns of one quarter of an hour share a row, and the next quarter has its own", () => {
  const later = new Date("2026-11-16T09:31:00Z");
  const aSend = { type: "send_flow", flowId: 1, payload: {}, sendId: 0 } as const;
  const { counts } = countNews([
    {
      ...noNews,
      messages: [
        { at, turnType: "message" },
        { at, turnType: "message" },
        { at: later, turnType: "timer" },
        { at, turnType: "send_flow" },
        { at, turnType: typeOfTurn({ ...aSend, plan: { type: "broadcast", id: 1 } }) },
        { at, turnType: typeOfTurn({ ...aSend, plan: { type: "sequence", id: 1 } }) },
      ],
    },
  ]);

  assert.deepEqual(
    counts.map(({ what, at, count }) => [what, new Date(at * 1000).toISOString(), count]),
    [
      ["sent_by_bot", "2026-11-16T09:15:00.000Z", 3],
      ["sent_by_bot", "2026-11-16T09:30:00.000Z", 1],
      ["sent_by_api", "2026-11-16T09:15:00.000Z", 1],
      ["sent_by_broadcast", "2026-11-16T09:15:00.000Z", 1],
    ],
  );
});

test("a customer waits for a person since the first message that nobody answered", () => {
  const turn = (minute: number, type: ConversationEvent["type"], outcome: string | null, isReply = false) => ({
    ...{ at: new Date(minute * 60_000), type, outcome, isReply },
  });
  const minuteOf = (date: Date | undefined) => date && date.getTime() / 60_000;

  assert.equal(minuteOf(waitingSince([turn(3, "message", "paused"), turn(2, "message", "paused")])), 2);
  // The bot has handed over.
  assert.equal(minuteOf(waitingSince([turn(3, "message", "started"), turn(1, "message", "started")])), 3);
  // An emoji below a message asks for nothing.
  assert.equal(minuteOf(waitingSince([turn(3, "message", "paused"), turn(2, "reaction", "paused")])), 3);
  // The second of two replies answers nobody.
  assert.equal(waitingSince([turn(3, "takeover", "taken_over", true), turn(1, "message", "paused")]), undefined);
  assert.equal(waitingSince([]), undefined);
});
