import assert from "node:assert/strict";
import { test } from "node:test";
import type { UnfinishedMessage } from "../../store/conversations/messages/unfinished.ts";
import { type ItemEvent, type ItemState, type OutgoingItem, storedMessage, transition } from "./item.ts";

const row: UnfinishedMessage = {
  ...{
    id: 7,
    psid: "ann",
    flowId: 1,
    lane: "reply",
    messageTag: null,
    attempts: 0,
    possibleDuplicate: false,
    ageMs: 0,
  },
  ...{
    content: { type: "text", text: "Hi" },
    status: "queued",
    waitMs: 0,
    isUndelivered: false,
    taken: null,
    isNewDoubt: false,
  },
};
const waiting = storedMessage(row, 0, 0);
const inState = (state: ItemState, more: Partial<OutgoingItem> = {}): OutgoingItem => ({ ...waiting, state, ...more });
const recording = inState({ name: "recording" });
const recorded = inState({ name: "recorded" });
const calling = inState({ name: "calling" });
const delayed = inState({ name: "delayed", until: 500 }, { isUndelivered: true, failures: 1 });

const taken = (calls = 1, platformId: string | null = "p1"): ItemEvent => ({
  ...{ type: "call_taken", platformId, calls, notes: [] },
});
const failed = (
  failure: "timeout" | "throttled" | "rejected" | "blocked_by_customer" | "bad_settings",
  waitMs?: number,
): ItemEvent => ({ ...{ type: "call_failed", failure, waitMs, calls: 1, notes: [], now: 1000 } });
const echoed = (calls = 1, platformId = "p1"): ItemEvent => ({ type: "echoed", platformId, calls });

type Row = [
  what: string,
  item: OutgoingItem,
  event: ItemEvent,
  state: string,
  outcome: string | null,
  more?: Partial<OutgoingItem>,
];

const table: Row[] = [
  ["a waiting message is being recorded", waiting, { type: "recording" }, "recording", null],
  ["but not twice", recording, { type: "recording" }, "recording", null],
  ["and is recorded then", recording, { type: "recorded" }, "recorded", null],
  ["an echo of a message that is being recorded decides nothing", recording, echoed(), "recording", null],
  ["nor is it given up", recording, { type: "given_up", reason: "late" }, "recording", null],
  ["a message under way is not recorded again", calling, { type: "recorded" }, "calling", null],
  ["a waiting message waits for its customer's pace", waiting, { type: "delayed", until: 9 }, "delayed 9", null],
  ["and is waiting again", inState({ name: "delayed", until: 9 }), { type: "ready" }, "waiting", null],
  ["a recorded one stays recorded", recorded, { type: "delayed", until: 9 }, "delayed 9 recorded", null],
  ["", inState({ name: "delayed", until: 9, isRecorded: true }), { type: "ready" }, "recorded", null],
  ["a recorded message is called", recorded, { type: "call_started" }, "calling", null],
  ["an unrecorded message is never called", waiting, { type: "call_started" }, "waiting", null],
  ["a call that is taken ends the message", calling, taken(), "finished", "sent p1"],
  ["a platform need not give an id", calling, taken(1, null), "finished", "sent null"],
  ["the first of two calls does not end it", calling, taken(2), "recorded", null, { taken: 1 }],
  [
    "the second does",
    inState(calling.state, { taken: 1, platformIds: ["p1"] }),
    taken(2, "p2"),
    "finished",
    "sent p1 p2",
  ],
  [
    ...["a time-out may have arrived: it is tried again and marked", calling, failed("timeout", 500)],
    ...["delayed 1500", "queued timeout 500 maybe", { isRepeat: true, failures: 1, isUndelivered: true }],
  ] as unknown as Row,
  [
    ...["throttling counts as no failure of the message", calling, failed("throttled", 300)],
    ...["delayed 1300", "queued throttled 300", { failures: 0, throttles: 1, isRepeat: false }],
  ] as unknown as Row,
  ["bad settings count as none either", calling, failed("bad_settings", 0), "delayed 1000", "queued bad_settings 0"],
  ["a refused message has failed", calling, failed("rejected"), "finished", "failed rejected"],
  [
    ...["a customer who has blocked the page is named", calling, failed("blocked_by_customer")],
    ...["finished", "failed blocked_by_customer by ann"],
  ] as unknown as Row,
  ["an echo during a call is remembered", calling, echoed(), "calling", null, { platformIds: ["p1"] }],
  [
    ...["and outweighs the call's time-out", inState(calling.state, { platformIds: ["p1"] }), failed("timeout", 500)],
    ...["finished", "sent p1"],
  ] as unknown as Row,
  ["an echo settles a message that waits for another attempt", delayed, echoed(), "finished", "sent p1 again"],
  ["of two calls it settles one", delayed, echoed(2), "waiting", null, { taken: 1, isRepeat: false }],
  [
    ...["an echo of a call that was answered is no news", inState(delayed.state, { taken: 1, platformIds: ["p1"] })],
    ...[echoed(2), "delayed 500", null],
  ] as unknown as Row,
  ["an echo of a recorded message decides nothing", recorded, echoed(), "recorded", null],
  ["a recorded message can be interrupted", recorded, { type: "interrupted" }, "waiting", "queued null 0"],
  ["a message that is not recorded need not be", waiting, { type: "interrupted" }, "waiting", null],
  ["a message under way cannot be", calling, { type: "interrupted" }, "calling", null],
  ["a message can be given up", delayed, { type: "given_up", reason: "late" }, "finished", "failed late"],
  ["but not during its call", calling, { type: "given_up", reason: "late" }, "calling", null],
];

for (const [what, item, event, state, outcome, more = {}] of table) {
  test(`a message on its way out: ${what || "a recorded one goes on recorded"}`, () => {
    const before = structuredClone(item);

    const result = transition(item, event);

    assert.deepEqual(item, before, "the message itself is left as it was");
    assert.equal(nameOf(result.item.state), state);
    assert.equal(result.outcome ? wordsOf(result.outcome) : null, outcome);
    for (const [name, value] of Object.entries(more)) {
      assert.deepEqual(result.item[name as keyof OutgoingItem], value, name);
    }
  });
}

test("an attempt without an end waits for the platform's word, and is then made again as a repeat", () => {
  const doubtful = storedMessage({ ...row, status: "sending", isNewDoubt: true }, 90_000, 1000);

  assert.deepEqual(doubtful.state, { name: "delayed", until: 91_000 });
  assert.equal(doubtful.isRepeat, true);
  assert.deepEqual(storedMessage({ ...row, status: "sending", isNewDoubt: true }, 0, 1000).state, { name: "waiting" });
  // An owner before has begun to wait.
  const later = storedMessage({ ...row, status: "sending", waitMs: 7000 }, 90_000, 1000);
  assert.deepEqual([later.state, later.isRepeat], [{ name: "delayed", until: 8000 }, true]);
});

test("a message that was interrupted between two calls goes on with the second", () => {
  const interrupted = storedMessage({ ...row, taken: ["p1"] }, 0, 0);

  const ended = transition({ ...interrupted, state: { name: "calling" } }, taken(2, "p2"));

  assert.deepEqual(ended.outcome && wordsOf(ended.outcome), "sent p1 p2");
});

function nameOf(state: ItemState): string {
  return state.name === "delayed" ? `delayed ${state.until}${state.isRecorded ? " recorded" : ""}` : state.name;
}

function wordsOf(outcome: NonNullable<ReturnType<typeof transition>["outcome"]>): string {
  if (outcome.status === "sent") return `sent ${outcome.platformId}${outcome.wasUndelivered ? " again" : ""}`;
  if (outcome.status === "failed")
    return `failed ${outcome.reason}${outcome.blockedBy ? ` by ${outcome.blockedBy}` : ""}`;
  return `queued ${outcome.reason} ${outcome.waitMs}${outcome.mayHaveArrived ? " maybe" : ""}`;
}
