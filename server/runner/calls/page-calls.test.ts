import assert from "node:assert/strict";
import { test } from "node:test";
import { SendError } from "../../outbound/send-error.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { type CallResult, callResultOf } from "./call-result.ts";
import type { StartedCall } from "./call-share.ts";
import { customerQuietMs, pageCalls } from "./page-calls.ts";

const answered: CallResult = { type: "answered" };
const throttled = (retryAfterSeconds?: number): CallResult => ({ type: "throttled", retryAfterSeconds });
const outage: CallResult = { type: "outage", failure: "unreachable" };
const message = { psid: "tg_1", content: { type: "text", text: "Hello" } } as const;

function aPage(perSecond = Number.POSITIVE_INFINITY) {
  let time = 1000;
  const calls = pageCalls(() => ({ perSecond, perCustomer: null, weigh: null }), {
    now: () => time,
    random: () => 0.5,
  });
  const start = () => calls.start(message);
  return {
    ...calls,
    start,
    pass: (ms: number) => {
      time += ms;
    },
    /** The wait before a message's call may start. */
    wait: () => {
      const started = start();
      return typeof started === "number" ? started : assert.fail("started");
    },
    /** Starts that many calls. */
    begin: (count: number): StartedCall[] =>
      Array.from({ length: count }, () => {
        const started = start();
        return typeof started === "number" ? assert.fail(`wait ${started}`) : started;
      }),
  };
}

test("ten calls throttled at once make one pause, as long as the platform says", () => {
  const page = aPage();
  const calls = page.begin(10);

  page.pass(50);
  for (const call of calls) page.ended(call, throttled(2));

  assert.equal(page.quietMs(), 2000);
  assert.equal(page.wait(), 2000);
});

test("answers of calls that started before the pause do not lengthen it", () => {
  const page = aPage();
  const [first, ...others] = page.begin(10) as [StartedCall, ...StartedCall[]];
  page.ended(first, throttled());

  page.pass(900);
  for (const call of others) page.ended(call, throttled(60));

  assert.equal(page.wait(), 100);
});

test("after a pause one call goes first, and the others follow when it is accepted", () => {
  const page = aPage();
  for (const call of page.begin(3)) page.ended(call, throttled(2));
  page.pass(2000);

  const [probe = assert.fail()] = page.begin(1);
  assert.ok(page.wait() > 0);
  page.ended(probe, answered);

  assert.equal(page.begin(20).length, 20);
});

test("pauses without a given time double up to eight seconds, and an accepted call resets them", () => {
  const page = aPage();
  const waits: number[] = [];
  for (let count = 0; count < 6; count++) {
    for (const call of page.begin(1)) page.ended(call, throttled());
    waits.push(page.wait());
    page.pass(page.quietMs());
  }
  for (const call of page.begin(1)) page.ended(call, answered);
  for (const call of page.begin(1)) page.ended(call, throttled());

  assert.deepEqual([...waits, page.wait()], [1000, 2000, 4000, 8000, 8000, 8000, 1000]);
});

test("a pause lasts an hour at most, whatever the platform asks for", () => {
  const page = aPage();
  for (const call of page.begin(1)) page.ended(call, throttled(86_400));

  assert.equal(page.wait(), 3_600_000);
});

test("after a probe without an answer the next call is a probe", () => {
  const page = aPage();
  for (const call of page.begin(1)) page.ended(call, throttled(1));
  page.pass(1000);

  for (const call of page.begin(1)) page.ended(call, outage);
  const [probe = assert.fail()] = page.begin(1);

  assert.ok(page.wait() > 0);
  page.ended(probe, answered);
  assert.equal(page.begin(2).length, 2);
});

test("five failures in a row stop the page's calls until a probe is answered", () => {
  const page = aPage();
  for (const call of page.begin(5)) page.ended(call, outage);
  assert.equal(page.wait(), 1000);
  assert.equal(page.mayStart(), false);

  page.pass(1000);
  for (const call of page.begin(1)) page.ended(call, outage);
  assert.equal(page.wait(), 2000);
  page.pass(2000);
  for (const call of page.begin(1)) page.ended(call, answered);

  assert.equal(page.begin(20).length, 20);
});

test("a rejected message between failures shows that the platform works", () => {
  const page = aPage();
  for (let round = 0; round < 3; round++) {
    for (const call of page.begin(4)) page.ended(call, outage);
    for (const call of page.begin(1)) page.ended(call, answered);
  }

  assert.equal(page.begin(1).length, 1);
});

test("a call that was not made changes nothing", () => {
  const page = aPage();
  for (const call of page.begin(5)) page.ended(call, outage);
  page.pass(1000);

  for (const call of page.begin(1)) page.ended(call, { type: "not_made" });
  const [probe = assert.fail()] = page.begin(1);

  assert.ok(page.wait() > 0);
  page.ended(probe, answered);
});

test("the health of a page has the last failure and its time", () => {
  const page = aPage();
  const before = databaseNow();
  assert.deepEqual([page.health().state, page.health().lastFailure], ["closed", null]);

  for (const call of page.begin(5)) page.ended(call, outage);
  page.pass(700);
  const { state, since, lastFailure, throttledUntil } = page.health();

  assert.deepEqual([state, lastFailure, throttledUntil], ["open", "unreachable", null]);
  assert.ok(since.getTime() >= before - 700 && since.getTime() <= databaseNow() - 700);
});

test("new settings forget all failures", () => {
  const page = aPage();
  for (const call of page.begin(5)) page.ended(call, outage);

  page.reset();

  assert.equal(page.begin(1).length, 1);
});

test("best-effort calls use none of the messages' share, and are skipped while the platform fails", async () => {
  const page = aPage();
  const ends: (() => void)[] = [];
  const hang = () => new Promise<void>((resolve) => ends.push(resolve));

  const extras = Array.from({ length: 10 }, () => page.extra(hang));
  assert.equal(ends.length, 4);
  const calls = page.begin(20);
  for (const end of ends.splice(0)) end();
  await Promise.all(extras);
  for (const call of calls.slice(0, 5)) page.ended(call, outage);
  await page.extra(hang);

  assert.equal(ends.length, 0);
});

test("the page's pace applies as well", () => {
  const page = aPage(10);
  page.begin(1);

  assert.ok(page.wait() > 0 && page.wait() <= 120);
});

const results: [SendError | Error, CallResult][] = [
  [new SendError("unreachable", ""), { type: "outage", failure: "unreachable", retryAfterSeconds: undefined }],
  [new SendError("timeout", ""), { type: "outage", failure: "timeout", retryAfterSeconds: undefined }],
  [new SendError("platform_error", "", 7), { type: "outage", failure: "platform_error", retryAfterSeconds: 7 }],
  [new SendError("throttled", "", 2), { type: "throttled", retryAfterSeconds: 2 }],
  [new SendError("throttled", "", 2, "customer"), { type: "answered" }],
  [new SendError("rejected", ""), { type: "answered" }],
  [new SendError("bad_settings", ""), { type: "answered" }],
  [new SendError("blocked_by_customer", ""), { type: "answered" }],
  [new SendError("outside_window", ""), { type: "answered" }],
  [new TypeError("a fault of ours"), { type: "not_made" }],
];

for (const [error, result] of results) {
  const name = error instanceof SendError ? `${error.failure} of the ${error.scope}` : error.name;
  test(`${name} counts as ${result.type}`, () => assert.deepEqual(callResultOf(error), result));
}

test("a throttled customer waits as the platform says, or twice as long each time", () => {
  assert.equal(customerQuietMs(7, 3, 0.5), 7000);
  assert.deepEqual(
    [0, 1, 2, 50].map((times) => customerQuietMs(undefined, times, 0.5)),
    [1000, 2000, 4000, 600_000],
  );
});
