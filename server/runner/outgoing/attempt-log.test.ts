import assert from "node:assert/strict";
import { test } from "node:test";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";
import type { UnfinishedMessage } from "../../store/runtime/messages/unfinished.ts";
import { attemptsOf } from "./attempt-log.ts";
import type { CallEnd } from "./call.ts";
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
    ageMs: 60,
  },
  ...{ content: { type: "text", text: "Hi" }, status: "queued", waitMs: 0, isUndelivered: false, taken: null },
  isNewlyUnconfirmed: false,
};
const settings = { botToken: "123456:AAAA-secret", name: "Shop" };
const taken = {
  event: { type: "call_accepted", platformId: "p1", calls: 1, notes: [], isOnce: false },
  startedAt: 1,
} as const;

function failed(failure: SendFailure, waitMs: number | undefined, words = "status 500") {
  const event: CallEnd["event"] = { type: "call_failed", failure, waitMs, calls: 1, notes: [], now: 0 };
  return { event, error: new SendError(failure, words), startedAt: 1 };
}

const logged = (item: Partial<UnfinishedMessage>, end: Parameters<typeof attemptsOf>[1]) =>
  attemptsOf(storedMessage({ ...row, ...item }, 0, 1000), end, { settings });

test("a message that is sent at the first attempt has no log", () => {
  assert.deepEqual(logged({}, taken), []);
});

test("a success after a failure is logged too", () => {
  const [attempt] = logged({ isUndelivered: true }, taken);

  assert.deepEqual([attempt?.outcome, attempt?.answer, attempt?.startedAt], ["sent", null, 1]);
});

test("the end of an attempt tells whether it is tried again, and whether it may have arrived", () => {
  const outcomes = [
    failed("platform_error", 1000),
    failed("throttled", 1000),
    failed("timeout", 1000),
    failed("timeout", undefined),
    failed("rejected", undefined),
  ].map((end) => logged({}, end).map(({ outcome }) => outcome));

  assert.deepEqual(outcomes, [["retry"], ["throttled"], ["unknown"], ["failed"], ["failed"]]);
});

test("an attempt whose process has died is logged before the next one, from the time of its message", () => {
  const attempts = logged({ status: "sending", attempts: 1 }, taken);

  assert.deepEqual(
    attempts.map(({ outcome, startedAt, endedAt }) => [outcome, startedAt, endedAt === null]),
    [
      ["unknown", 940, true],
      ["sent", 1, false],
    ],
  );
});

test("an answer is cut, and never holds the page's token", () => {
  const words = `refused bot123456:AAAA-secret of Shop\0 ${"x".repeat(400)}`;
  const answer = logged({}, failed("rejected", undefined, words))[0]?.answer ?? "";

  assert.ok(answer.startsWith("refused bot… of Shop xxx"), answer);
  assert.equal(answer.length, 300);
});
