import assert from "node:assert/strict";
import { test } from "node:test";
import type { UnfinishedMessage } from "../../store/runtime/messages/unfinished.ts";
import { type ItemEvent, type ItemState, type OutgoingItem, transition } from "./item.ts";
import { storedMessage } from "./item-from-row.ts";

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
    isNewlyUnconfirmed: false,
  },
};
const waiting = storedMessage(row, 0, 0);
const inState = (state: ItemState, more: Partial<OutgoingItem> = {}): OutgoingItem => ({ ...waiting, state, ...more });
const recording = inState({ name: "recording" });
const recorded = inState({ name: "recorded" });
const calling = inState({ name: "calling" });
const delayed = inState({ name: "delayed", until: 500 }, { isUndelivered: true, failures: 1 });

const taken = (calls = 1, platformId: string | null = "p1", isOnce = false): ItemEvent => ({
  ...{ type: "call_accepted", platformId, calls, notes: [], isOnce },
});
const repeating = inState({ name: "calling" }, { isRepeat: true });
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
  ["a waiting message has its attempt recorded", waiting, { type: "recording" }, "recording", null],
  ["recording does not start twice", recording, { type: "recording" }, "recording", null],
  ["recording ends", recording, { type: "recorded" }, "recorded", null],
  ["an echo during recording changes nothing", recording, echoed(), "recording", null],
  ["no message is given up during recording", recording, { type: "given_up", reason: "late" }, "recording", null],
  ["a message with a running call is not recorded again", calling, { type: "recorded" }, "calling", null],
  ["a waiting message is delayed", waiting, { type: "delayed", until: 9 }, "delayed 9", null],
  ["a delayed message is ready", inState({ name: "delayed", until: 9 }), { type: "ready" }, "waiting", null],
  ["a recorded message is delayed", recorded, { type: "delayed", until: 9 }, "delayed 9 recorded", null],
  [
    ...["a delayed message that was recorded is ready", inState({ name: "delayed", until: 9, isRecorded: true })],
    ...[{ type: "ready" }, "recorded", null],
  ] as unknown as Row,
  ["the call of a recorded message starts", recorded, { type: "call_started" }, "calling", null],
  ["no call starts before the attempt is recorded", waiting, { type: "call_started" }, "waiting", null],
  ["an accepted call finishes the message", calling, taken(), "finished", "sent p1"],
  ["an accepted call may have no id", calling, taken(1, null), "finished", "sent null"],
  ["the first of two calls does not finish the message", calling, taken(2), "recorded", null, { taken: 1 }],
  [
    "the second of two calls finishes the message",
    inState(calling.state, { taken: 1, platformIds: ["p1"] }),
    taken(2, "p2"),
    "finished",
    "sent p1 p2",
  ],
  ["an accepted repetition leaves the doubt", repeating, taken(), "finished", "sent p1", { doubts: "open" }],
  [
    "a repetition that the platform recognises has arrived once",
    repeating,
    taken(1, "p1", true),
    "finished",
    "sent p1 once",
  ],
  [
    "a recognised repetition does not settle the doubt about an earlier call",
    inState({ name: "calling" }, { isRepeat: true, doubts: "open", taken: 1, platformIds: ["p1"] }),
    taken(2, "p2", true),
    "finished",
    "sent p1 p2",
  ],
  [
    ...["a call that timed out is repeated as a possible duplicate", calling, failed("timeout", 500)],
    ...["delayed 1500", "queued timeout 500 maybe", { isRepeat: true, failures: 1, isUndelivered: true }],
  ] as unknown as Row,
  [
    ...["throttling does not count as a failure of the message", calling, failed("throttled", 300)],
    ...["delayed 1300", "queued throttled 300", { failures: 0, throttles: 1, isRepeat: false }],
  ] as unknown as Row,
  ["bad settings do not count either", calling, failed("bad_settings", 0), "delayed 1000", "queued bad_settings 0"],
  ["a rejected message has failed", calling, failed("rejected"), "finished", "failed rejected"],
  [
    ...["the outcome names a customer who has blocked the page", calling, failed("blocked_by_customer")],
    ...["finished", "failed blocked_by_customer by ann"],
  ] as unknown as Row,
  ["an echo during a call is remembered", calling, echoed(), "calling", null, { platformIds: ["p1"] }],
  [
    ...["an echo during a call outweighs its time-out", inState(calling.state, { platformIds: ["p1"] })],
    failed("timeout", 500),
    ...["finished", "sent p1"],
  ] as unknown as Row,
  ["an echo finishes a message that waits for a retry", delayed, echoed(), "finished", "sent p1 again"],
  ["an echo finishes one of two calls", delayed, echoed(2), "waiting", null, { taken: 1, isRepeat: false }],
  [
    ...["an echo of an answered call changes nothing", inState(delayed.state, { taken: 1, platformIds: ["p1"] })],
    ...[echoed(2), "delayed 500", null],
  ] as unknown as Row,
  ["an echo of a recorded message changes nothing", recorded, echoed(), "recorded", null],
  ["interrupting a recorded message queues it again", recorded, { type: "interrupted" }, "waiting", "queued null 0"],
  ["interrupting a waiting message changes nothing", waiting, { type: "interrupted" }, "waiting", null],
  ["interrupting a running call changes nothing", calling, { type: "interrupted" }, "calling", null],
  ["a delayed message is given up", delayed, { type: "given_up", reason: "late" }, "finished", "failed late"],
  ["no message is given up during its call", calling, { type: "given_up", reason: "late" }, "calling", null],
];

for (const [what, item, event, state, outcome, more = {}] of table) {
  test(`outgoing message: ${what}`, () => {
    const before = structuredClone(item);

    const result = transition(item, event);

    assert.deepEqual(item, before, "the item itself is unchanged");
    assert.equal(nameOf(result.item.state), state);
    assert.equal(result.outcome ? wordsOf(result.outcome) : null, outcome);
    for (const [name, value] of Object.entries(more)) {
      assert.deepEqual(result.item[name as keyof OutgoingItem], value, name);
    }
  });
}

test("an attempt without a recorded end waits for the platform's confirmation and is then repeated", () => {
  const newlyUnconfirmed = { ...row, status: "sending", isNewlyUnconfirmed: true } as const;
  const unconfirmed = storedMessage(newlyUnconfirmed, 90_000, 1000);

  assert.deepEqual(unconfirmed.state, { name: "delayed", until: 91_000 });
  assert.equal(unconfirmed.isRepeat, true);
  assert.deepEqual(storedMessage(newlyUnconfirmed, 0, 1000).state, { name: "waiting" });
  // An earlier owner has begun to wait.
  const later = storedMessage({ ...row, status: "sending", waitMs: 7000 }, 90_000, 1000);
  assert.deepEqual([later.state, later.isRepeat], [{ name: "delayed", until: 8000 }, true]);
});

test("a message that was interrupted between two calls continues with the second", () => {
  const interrupted = storedMessage({ ...row, taken: ["p1"] }, 0, 0);

  const ended = transition({ ...interrupted, state: { name: "calling" } }, taken(2, "p2"));

  assert.deepEqual(ended.outcome && wordsOf(ended.outcome), "sent p1 p2");
});

function nameOf(state: ItemState): string {
  return state.name === "delayed" ? `delayed ${state.until}${state.isRecorded ? " recorded" : ""}` : state.name;
}

function wordsOf(outcome: NonNullable<ReturnType<typeof transition>["outcome"]>): string {
  if (outcome.status === "sent")
    return `sent ${outcome.platformId}${outcome.wasUndelivered ? " again" : ""}${outcome.isOnce ? " once" : ""}`;
  if (outcome.status === "failed")
    return `failed ${outcome.reason}${outcome.blockedBy ? ` by ${outcome.blockedBy}` : ""}`;
  return `queued ${outcome.reason} ${outcome.waitMs}${outcome.mayHaveArrived ? " maybe" : ""}`;
}
